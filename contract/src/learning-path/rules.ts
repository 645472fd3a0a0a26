/** Rules derived from a learning path's fields (domain.md, Learning path). Pure; used by server and browser. */
import { type Drip, openingDay } from '../course/lesson-access.ts';

/** Requirements for publishing that a learning path does not meet, in page order. */
export const missingForPathPublishing = ({
  totalCourses,
}: {
  totalCourses: number;
}): { path: 'courses'; label: string }[] => (totalCourses === 0 ? [{ path: 'courses', label: 'a course' }] : []);

interface Sectioned {
  sections: readonly object[];
}

/** Section of a course that opens on a day. */
export interface Opening<C extends Sectioned> {
  course: C;
  section: C['sections'][number];
}

/**
 * Sections by the day they open, from 1 (the day a member begins); without a drip, all on day 1. The courses of a path
 * open in parallel, each one section after the other (`opennessOf`).
 */
export function openingDays<C extends Sectioned>(
  courses: readonly C[],
  interval: Drip['interval'] | null,
): { day: number; opens: Opening<C>[] }[] {
  const days = new Map<number, Opening<C>[]>();
  for (const course of courses)
    course.sections.forEach((section, index) => {
      const day = interval === null ? 1 : openingDay(index, interval);
      days.set(day, [...(days.get(day) ?? []), { course, section }]);
    });
  return [...days].map(([day, opens]) => ({ day, opens })).toSorted((one, other) => one.day - other.day);
}
