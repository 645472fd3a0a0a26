/** Actions on a course: what publishing it changes and needs, and duplicating it. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { courseTypeOf, publishingEffect } from '#contract/course/rules.ts';
import { courseMessages, duplicateCourse } from '#contract/course/endpoints.ts';
import { rehearse } from '#contract/course/rehearsal.ts';
import { useAction } from '#kit/api/use-action.ts';
import { counted } from '#kit/format/formats.ts';
import type { Consequence } from '#kit/record/consequence.tsx';
import type { HeadActions } from '#kit/record/head-actions.tsx';
import type { Switching } from '#kit/record/use-status-action.ts';
import { type Course, type OpenCourse, hasClasses } from './course-words.tsx';
import { NextBatchDialog } from './next-batch/next-batch-dialog.tsx';
import { showNeeds, useMissing } from './needs.tsx';

const needsOf = (missing: readonly unknown[]): Consequence => ({
  text: `Publish: needs ${counted(missing.length, 'thing', 'things')} first`,
  mend: showNeeds,
});

/** Effect of publishing; findings of the rehearsal are mentioned but do not block it. */
function effectOf(course: Course): Consequence {
  const findings = course.isPublished ? 0 : rehearse(course.sections).length;
  const effect = publishingEffect(course);
  return {
    text: findings === 0 ? effect : `${effect}. ${counted(findings, 'thing', 'things')} to fix; you can still publish`,
  };
}

/** Publishing needs what is still missing, and a picture that loads. */
export function usePublishing(opened: OpenCourse): Switching {
  const { record } = opened;
  const { missing, look } = useMissing(opened);
  if (!record.isPublished && missing.length > 0) return { effect: needsOf(missing) };
  const isReady = async () => {
    const isComplete = (await look()).length === 0;
    if (!isComplete) showNeeds();
    return isComplete;
  };
  return { effect: effectOf(record), isReady };
}

export function useCourseActions(course: OpenCourse): HeadActions {
  const { id, record, list } = course;
  const [isBatching, setBatching] = useState(false);
  const navigate = useNavigate();
  const messages = courseMessages[courseTypeOf(record.type)].duplicate;
  const duplicate = useAction(duplicateCourse, { messages, movesOn: true });
  const run = async () => {
    const outcome = await duplicate.run({ params: { id } });
    if (outcome.ok) await navigate({ to: `${list}/${outcome.reply.courseId}` });
  };
  return {
    menu: [{ label: 'Duplicate', run }, hasClasses(record) && { label: 'Next batch…', run: () => setBatching(true) }],
    dialog: isBatching && <NextBatchDialog course={course} close={() => setBatching(false)} />,
  };
}
