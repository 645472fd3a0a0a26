/** What a section of a course is, and what stands in it (spec §3; domain.md, Section). A list of courses needs no more of it. */
import { onceValid } from './across.ts';
import { z } from 'zod';
import { field } from './draft.ts';
import { idOf, instant, link, name, text, version } from './fields.ts';
import { lockRule, materialType } from './lesson-rules.ts';
import { storedFields } from './record.ts';
import { videoStatus } from './video.ts';

/** What shares the order of a section. */
export const sectionItemKinds = ['lesson', 'quiz', 'survey'] as const;
export type SectionItemKind = (typeof sectionItemKinds)[number];

export const child = z.object({ kind: z.enum(sectionItemKinds), id: idOf('section-item') });
export const children = z.array(child).min(1, 'Choose at least one').max(500, 'At most 500 at a time');

/** One line of the curriculum: what is needed to know it, to move it and to rename it. */
export const sectionItem = z.object({
  ...child.shape,
  name: z.string(),
  /** Of a lesson its type; of the others QUIZ or SURVEY. */
  type: z.string(),
  materialType,
  priority: z.int(),
  /** Minutes; of a quiz its time limit, 0 without one. */
  duration: z.int(),
  isPreview: z.boolean(),
  /** Of a video that was uploaded, how far it is; '' of anything else. */
  videoStatus: z.union([z.literal(''), videoStatus]),
  lockRule,
  /** Of a live class. */
  startAt: z.string().nullable(),
  /** Its attendance was taken. */
  isHeld: z.boolean(),
  /** Nothing to learn from yet: no video, text, file, time or question. */
  isEmpty: z.boolean(),
  /** A quiz with questions whose right answers do not reach its passing score. */
  isUnpassable: z.boolean(),
  version,
});

export const sectionFields = {
  name: field(name(1, 150), { label: 'Name' }),
  description: field(text(5000), { label: 'Description', kind: 'textArea' }),
  startAt: field(instant.nullable(), { label: 'Starts', hint: 'Of its live class. Empty: not fixed.' }),
  endAt: field(instant.nullable(), { label: 'Ends', isEnd: true }),
  gmeetUrl: field(link.nullable(), { label: 'Meet link' }),
};

interface Period {
  startAt: string | null;
  endAt: string | null;
}

/** Refuses an end without a start, and one that is not after it. */
export const refusePeriod = ({ startAt, endAt }: Period, context: z.RefinementCtx): void => {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (startAt === null && endAt !== null) wrong('startAt', 'Needs a start');
  if (startAt !== null && endAt !== null && Date.parse(startAt) >= Date.parse(endAt))
    wrong('endAt', 'Ends before it starts');
};

/** A whole section as its form holds it. */
export const sectionDraft = z.object(sectionFields).superRefine(refusePeriod, onceValid('startAt', 'endAt'));

const stored = storedFields(sectionFields);

/** Items come by priority; priorities have no gaps. */
export const section = z.object({
  sectionId: idOf('section'),
  courseId: idOf('course'),
  ...stored,
  priority: z.int(),
  items: z.array(sectionItem),
  updatedAt: z.string(),
  version,
});
