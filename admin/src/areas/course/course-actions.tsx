/** Actions on a course: duplicate, publish, unpublish. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { courseTypeOf, publishingEffect } from '#contract/course/rules.ts';
import { courseMessages, duplicateCourse, updateCourse } from '#contract/course/endpoints.ts';
import { rehearse } from '#contract/course/rehearsal.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { counted } from '#kit/format/formats.ts';
import { type Consequence, WithConsequence, isAgreed } from '#kit/record/consequence.tsx';
import { saveFirst } from '#kit/record/opened.ts';
import { useChange } from '#kit/record/use-change.ts';
import type { Course, OpenCourse } from './course-words.tsx';
import { showNeeds, useMissing } from './needs.tsx';

const needsOf = (missing: readonly unknown[]): Consequence => ({
  text: `Publish: needs ${counted(missing.length, 'thing', 'things')} first`,
});

export function CourseActions(opened: OpenCourse) {
  return (
    <>
      <DuplicateButton {...opened} />
      <PublishButton {...opened} />
    </>
  );
}

const inWords = (isPublished: boolean) => (isPublished ? 'Published' : 'Draft');

/** Effect of publishing; findings of the rehearsal are mentioned but do not block it. */
function effectOf(course: Course): Consequence {
  const findings = course.isPublished ? 0 : rehearse(course.sections).length;
  const effect = publishingEffect(course);
  return {
    text: findings === 0 ? effect : `${effect}. ${counted(findings, 'thing', 'things')} to fix; you can still publish`,
  };
}

/**
 * Publishes or unpublishes. Saves the form before publishing, so that the visible values are published. Does not save
 * before unpublishing: the typed values may be invalid for a published course.
 */
function PublishButton(opened: OpenCourse) {
  const { record: course, form } = opened;
  const { type, isPublished } = course;
  const { missing, look } = useMissing(opened);
  const isReady = isPublished || missing.length === 0;
  const [isLooking, setLooking] = useState(false);
  const update = useChange(opened, updateCourse, {
    messages: courseMessages[courseTypeOf(type)].update,
    opposite: (body: { isPublished?: boolean }) => ({ ...body, isPublished: !body.isPublished }),
  });
  const change = async () => {
    if (!isPublished) {
      setLooking(true);
      const needed = await look();
      setLooking(false);
      if (needed.length > 0) return showNeeds();
    }
    if (!(await isAgreed(effectOf(course), opened))) return;
    const present = isPublished ? course : await saveFirst(opened);
    if (!present) return;
    await update.run(
      present,
      { type, isPublished: !isPublished },
      {
        notYet: isPublished ? 'It is not unpublished yet.' : 'It is not published yet.',
        sets: { label: 'Status', to: inWords(!isPublished), of: (one) => inWords(one.isPublished) },
      },
    );
  };
  return (
    <WithConsequence of={isReady ? effectOf(course) : needsOf(missing)}>
      {(buttonProps) => (
        <Unavailable why={form.isSaving && 'Your changes are being saved'}>
          <Button
            {...buttonProps}
            variant={isPublished ? 'default' : 'filled'}
            loading={isLooking || update.loading}
            onClick={() => void change()}
          >
            {isPublished ? 'Unpublish' : 'Publish'}
          </Button>
        </Unavailable>
      )}
    </WithConsequence>
  );
}

function DuplicateButton({ id, record, list }: OpenCourse) {
  const navigate = useNavigate();
  const messages = courseMessages[courseTypeOf(record.type)].duplicate;
  const duplicate = useAction(duplicateCourse, { messages, movesOn: true });
  const run = async () => {
    const outcome = await duplicate.run({ params: { id } });
    if (outcome.ok) await navigate({ to: `${list}/${outcome.reply.courseId}` });
  };
  return (
    <Button variant="default" loading={duplicate.loading} onClick={() => void run()}>
      Duplicate
    </Button>
  );
}
