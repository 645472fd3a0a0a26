/** Dates and shifts of the fast-track courses: every course status, online and onsite, every shift and none. */
import { jakartaDay } from '#contract/kernel/days.ts';
import { before, day } from './moments.ts';
import type { Row, World } from './records.ts';

interface Cohort {
  /** Days from today; null: not scheduled yet. */
  start: number | null;
  weeks: number;
  /** Shift of 0022_reference_rows.sql; null is NONE. */
  shift: number | null;
  /** Missing part that keeps a cohort a draft. */
  draft?: 'no lessons' | 'not announced';
  isOnsite?: true;
  isPrivate?: true;
}

const [morning, afternoon, evening, weekend] = [1, 2, 3, 4];

/** In the order of a catalogue's fast-track courses. */
export const cohorts: readonly Cohort[] = [
  { start: -210, weeks: 8, shift: evening },
  { start: -140, weeks: 12, shift: evening },
  { start: -100, weeks: 8, shift: afternoon },
  { start: null, weeks: 0, shift: null, draft: 'no lessons' },
  { start: -30, weeks: 8, shift: evening },
  // Two cohorts with a class today.
  { start: -14, weeks: 4, shift: morning, isOnsite: true },
  { start: -7, weeks: 12, shift: evening },
  { start: 9, weeks: 8, shift: evening },
  { start: 16, weeks: 6, shift: weekend, isOnsite: true },
  { start: 30, weeks: 10, shift: morning },
  { start: 45, weeks: 4, shift: null, draft: 'not announced', isOnsite: true, isPrivate: true },
  { start: 60, weeks: 10, shift: weekend, draft: 'no lessons' },
];

export type CohortFields = Pick<
  Row<'course'>,
  | 'startDate'
  | 'endDate'
  | 'shiftId'
  | 'capacity'
  | 'deliveryMode'
  | 'courseKind'
  | 'location'
  | 'meetingUrl'
  | 'whatsappGroupUrl'
>;

const daysToSaturday = (moment: Date) => 6 - new Date(jakartaDay(moment)).getUTCDay();

const places = { coding: 'Jakarta Selatan', cyber: 'Bandung', data: 'Surabaya' } as const;

export function cohortFields({ tenant, now }: World, index: number): CohortFields {
  const { start, weeks, shift, isOnsite, isPrivate } = cohorts[index] ?? { start: null, weeks: 0, shift: null };
  const first = shift === weekend && start !== null ? start + daysToSaturday(before(now, -start * day)) : start;
  const onDay = (days: number) => jakartaDay(before(now, -days * day));
  return {
    startDate: first === null ? null : onDay(first),
    endDate: first === null ? null : onDay(first + weeks * 7 - 1),
    shiftId: shift,
    capacity: isPrivate ? 15 : 40,
    deliveryMode: isOnsite ? 'offline' : 'online',
    courseKind: isPrivate ? 'private' : 'regular',
    location: isOnsite ? `Ruang Kelas ${index + 1}, Jl. Contoh No. 12, ${places[tenant]}` : null,
    meetingUrl: isOnsite ? null : `https://meet.example.com/${tenant}-${index + 1}`,
    whatsappGroupUrl: `https://chat.example.com/${tenant}-${index + 1}`,
  };
}
