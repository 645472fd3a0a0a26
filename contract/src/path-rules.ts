/** What follows from a learning path's fields (domain.md, Learning path). Pure; both sides use it. */
import { type Drip, openingDay } from './locks.ts';

/** What a learning path lacks for publishing, in the order of its page. */
export const missingForPathPublishing = ({
  totalCourses,
}: {
  totalCourses: number;
}): { path: 'courses'; label: string }[] => (totalCourses === 0 ? [{ path: 'courses', label: 'a course' }] : []);

interface Sectioned {
  sections: readonly object[];
}

/** A section of a course at its place, as a member finds it. */
export interface Opening<C extends Sectioned> {
  course: C;
  section: C['sections'][number];
}

/**
 * What opens to a member on which day, counted from 1, the day on which they begin; all of it on the first without a
 * drip. In each course one section opens after the other (`opennessOf`), so the courses of a path open side by side.
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
