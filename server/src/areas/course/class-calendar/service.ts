/** Rules of the calendar of classes: the limit, clashes across all courses, and choices of the filters. */
import { findClashes, runsIn, sameName } from '#contract/course/class-calendar/clashes.ts';
import { type listClasses, maxCalendarClasses } from '#contract/course/class-calendar/endpoints.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { plusDays, startOfDay } from '#contract/kernel/days.ts';
import type { Db } from '#platform/database/database.ts';
import { findClasses } from './queries.ts';

type Query = ValidatedInput<typeof listClasses>['query'];
type Found = Awaited<ReturnType<typeof findClasses>>;

const instant = (day: string) => new Date(startOfDay(day)).toISOString();

/** Names without duplicates that differ in case only, in order. */
const distinct = (names: readonly string[]): string[] =>
  [...new Map(names.map((name) => [sameName(name), name])).values()].toSorted((a, b) => a.localeCompare(b, 'id'));

function choicesOf(classes: Found): Reply<typeof listClasses>['choices'] {
  const courses = new Map(classes.map(({ courseId, courseName }) => [courseId, courseName]));
  return {
    courses: [...courses].map(([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, 'id')),
    instructors: distinct(classes.flatMap(({ instructors }) => instructors)),
    rooms: distinct(classes.flatMap(({ room }) => room ?? [])),
  };
}

export async function classesIn(db: Db, { from, to, ...filter }: Query): Promise<Reply<typeof listClasses>> {
  const span = { from: instant(from), until: instant(plusDays(to, 1)) };
  const limit = maxCalendarClasses + 1;
  // Classes over midnight clash with those of the days before and after.
  const around = await findClasses(
    db,
    { from: instant(plusDays(from, -1)), until: instant(plusDays(to, 2)) },
    {},
    limit,
  );
  const all = around.filter((one) => runsIn(one, span));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const matching = isFiltered || around.length === limit ? await findClasses(db, span, filter, limit) : all;
  const known = new Map([...around, ...matching].map((one) => [one.classId, one]));
  const clashes = findClashes([...known.values()]);
  return {
    classes: matching
      .slice(0, maxCalendarClasses)
      .map((one) => ({ ...one, clashes: [...(clashes.get(one.classId) ?? [])] })),
    isCut: matching.length > maxCalendarClasses,
    choices: choicesOf(all),
  };
}
