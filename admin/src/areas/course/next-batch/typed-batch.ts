/** Input of the form of a next batch, its first proposal, and the body of the call. */
import { dayAfter, firstDayOf, lastDayOf, nextBatchName } from '#contract/course/schedule/batch-plan.ts';
import type { createNextBatch } from '#contract/course/schedule/next-batch.ts';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import { today } from '#kit/form/use-date-text.ts';
import type { Course } from '../course-words.tsx';

export interface SetDate {
  startAt: string | null;
  endAt: string | null;
}
export interface TypedBatch {
  startDate: string;
  name: string;
  /** '': as planned. */
  endDate: string;
  /** Dates set by hand, by id. */
  dates: ReadonlyMap<string, SetDate>;
}

/** The batch after all days of the course, from today on, on its weekday. */
export function firstBatch({ name, startDate, endDate, sections }: Course): TypedBatch {
  const dates = sections.map(({ sectionId, startAt, endAt }) => ({
    kind: 'section' as const,
    id: sectionId,
    startAt,
    endAt,
  }));
  const course = { startDate, endDate, dates };
  const last = lastDayOf(course) ?? today();
  return {
    startDate: dayAfter(firstDayOf(course), last > today() ? last : today()),
    name: nextBatchName(name),
    endDate: '',
    dates: new Map(),
  };
}

/** Beginning of the paths of errors of a batch. */
export const pathOf = (index: number): string => (index === 0 ? '' : `further.${index - 1}.`);

/** Whether the text can be sent as an instant. */
export const isInstant = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));
const isSent = (value: string | null) => value === null || isInstant(value);

/** Dates that are sent: those that could be read. */
export const sentDates = ({ dates }: TypedBatch) =>
  [...dates].flatMap(([id, one]) => (isSent(one.startAt) && isSent(one.endAt) ? [{ id, ...one }] : []));

const draftOf = (typed: TypedBatch) => ({
  startDate: typed.startDate,
  ...(typed.name.trim() !== '' && { name: typed.name }),
  ...(typed.endDate !== '' && { endDate: typed.endDate }),
  dates: sentDates(typed),
});

/** Body for one batch and the ones after it. */
export function bodyOf(batches: readonly TypedBatch[]): CallInput<typeof createNextBatch>['body'] {
  const [first, ...further] = batches.map(draftOf);
  return { ...first!, further };
}
