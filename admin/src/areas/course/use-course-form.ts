import type { z } from 'zod';
import { courseDraft, courseMessages, updateCourse } from '#contract/course.ts';
import { courseTypeOf } from '#contract/course-rules.ts';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { baselineOf, draftOf } from '#kit/form/values.ts';
import type { EditForm } from '#kit/form/use-edit-form.ts';
import { useAction } from '#kit/api/use-action.ts';
import type { Refetch, Course } from './course.ts';

export type CourseForm = EditForm<z.input<typeof courseDraft>>;

export function useCourseForm(course: Course, refetch: Refetch): CourseForm {
  const { id, version } = course;
  const update = useAction(updateCourse, { messages: courseMessages[courseTypeOf(course.type)].update });
  return useEditForm({
    name: `course/${id}`,
    schema: courseDraft,
    initial: draftOf(courseDraft, course),
    version,
    latest: async () => baselineOf(courseDraft, await refetch()),
    save: (body, options) => update.run({ params: { id }, body }, options),
  });
}
