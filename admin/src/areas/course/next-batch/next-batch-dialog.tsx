/** Creates the next batch of a course, or a series of them, after a preview of every date; the toast has Undo. */
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createNextBatch, previewNextBatch, undoNextBatch } from '#contract/course/schedule/next-batch.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { counted, listed } from '#kit/format/formats.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { days } from '#kit/form/use-date-text.ts';
import type { OpenCourse } from '../course-words.tsx';
import { BatchFields } from './batch-fields.tsx';
import { type TypedBatch, bodyOf, firstBatch, pathOf } from './typed-batch.ts';

interface Props {
  course: OpenCourse;
  close: () => void;
}

/** Undo deletes the drafts and returns to the course. */
function useCreating({ id, list }: OpenCourse) {
  const navigate = useNavigate();
  const params = { id };
  const back = useAction(undoNextBatch, { movesOn: true });
  const create = useAction(createNextBatch, {
    movesOn: true,
    undo:
      (_, { courses }) =>
      async () => {
        if ((await back.run({ params, body: { courses } })).ok) await navigate({ to: `${list}/${id}` });
      },
  });
  return { ...create, open: (courseId: string) => navigate({ to: `${list}/${courseId}` }) };
}

const unplanned = 'These dates could not be planned';

const isDay = (value: string) => days.partsOf(value) !== undefined;

export function NextBatchDialog({ course, close }: Props) {
  const { id, record } = course;
  const [initial] = useState(() => [firstBatch(record)]);
  const [batches, setBatches] = useState<readonly TypedBatch[]>(initial);
  const [errors, setErrors] = useState<ApiError['errors']>([]);
  const create = useCreating(course);
  const isReady = batches.every(({ startDate, endDate }) => isDay(startDate) && (endDate === '' || isDay(endDate)));
  const body = bodyOf(batches);
  const preview = useCall(previewNextBatch, { params: { id }, body }, { enabled: isReady, keepPrevious: true });
  // What was planned last stays while the input has an error, so that it can be corrected.
  const [plan, setPlan] = useState(preview.data);
  if (preview.data && preview.data !== plan) setPlan(preview.data);
  const shown = isReady && !preview.isPrevious && !preview.error ? plan : undefined;
  const change = (index: number, next: Partial<TypedBatch>) => {
    setErrors([]);
    setBatches(batches.map((one, at) => (at === index ? { ...one, ...next } : one)));
  };
  const next = shown?.batches.at(-1)?.next;
  const submit = async () => {
    const outcome = await create.run({ params: { id }, body: { ...body, seen: shown?.seen } }, { showsErrors: true });
    if (!outcome.ok) return setErrors(outcome.error.errors);
    close();
    await create.open(outcome.reply.courseId);
  };
  const problems = [...(preview.error?.errors ?? []), ...errors];
  const general = problems.length === 0 ? (preview.error ?? create.error) : undefined;
  return (
    <WorkDialog
      title={`Next batch of ${record.name}`}
      close={close}
      isTyped={batches !== initial}
      size="xl"
      why={isReady ? !shown && (preview.error ? unplanned : 'Planning the dates') : 'Choose a first day'}
      submitLabel={`Create ${counted(batches.length, 'draft', 'drafts')}`}
      isWorking={create.loading}
      submit={submit}
      aside={
        batches.length < 12 &&
        next && (
          <Button variant="subtle" onClick={() => setBatches([...batches, { ...next, endDate: '', dates: new Map() }])}>
            Add another batch
          </Button>
        )
      }
    >
      <Text size="sm">
        Content, quizzes, final project, capacity, price and instructors are copied as a draft; people, links and
        attendance are not. Classes keep their weekday and hour, and move a week later if they would be on a holiday.
      </Text>
      {batches.map((one, index) => (
        <BatchFields
          key={index}
          typed={one}
          planned={plan?.batches[index]}
          errors={problems
            .filter(({ path }) => path.startsWith(pathOf(index)))
            .map((each) => ({ ...each, path: each.path.slice(pathOf(index).length) }))}
          number={batches.length > 1 ? index + 1 : undefined}
          change={(nextOne) => change(index, nextOne)}
          {...(index > 0 && { remove: () => setBatches(batches.filter((_, at) => at !== index)) })}
        />
      ))}
      {plan && plan.keptDiscounts.length > 0 && (
        <Text size="sm">
          Not copied, as{' '}
          {mayCall(discounts.create, role() ?? '') ? 'other courses have them too' : 'only admins create discounts'}:{' '}
          {listed(plan.keptDiscounts)}.
        </Text>
      )}
      {general && (
        <Text c="red" size="sm" role="alert">
          {general.message}{' '}
          {preview.error && (
            <Button variant="default" size="compact-sm" onClick={() => void preview.refetch()}>
              Try again
            </Button>
          )}
        </Text>
      )}
    </WorkDialog>
  );
}
