/** Final project of a course or a learning path (spec §3, §7, §8; domain.md, Final project). */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { idOf, score, text, version } from '../kernel/fields.ts';
import { storedFields } from '../kernel/record-endpoints.ts';

const fields = {
  description: field(text(20_000), { label: 'Task', kind: 'textArea', isOptional: false }),
  passingScore: field(score, { label: 'Passing score', hint: 'From 0 to 100.' }).default(70),
};
/** Whole final project as its form holds it. */
export const finalProjectDraft = z.object({
  ...fields,
  description: field(
    fields.description.refine((task) => task.trim() !== '', 'Write something'),
    {
      label: 'Task',
      kind: 'textArea',
    },
  ),
});

/** Fields that a reviewer sees. */
export const finalProjectTask = z.object(storedFields(fields));

/** Final project of a course in a reply. */
export const finalProject = finalProjectTask.extend({
  id: idOf('final-project'),
  courseId: idOf('course'),
  updatedAt: z.string(),
  version,
});
