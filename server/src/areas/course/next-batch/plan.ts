/** Plan of the next batches of a course: new dates around the holidays, and what they clash with; changes nothing. */
import { type Needed, findClashes } from '#contract/course/class-calendar/clashes.ts';
import {
  type Holidays,
  type PlannedDate,
  dayAfter,
  firstDayOf,
  lastDayOf,
  nextBatchName,
  planBatch,
} from '#contract/course/schedule/batch-plan.ts';
import { isOutsideCourse, outOfOrder } from '#contract/course/schedule/class-plan.ts';
import type { BatchDraft, NextBatches, PlannedBatch, PlannedLine } from '#contract/course/schedule/next-batch.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { classesOf, findLessons } from '#shared/classes.ts';
import { findClasses } from '../class-calendar/queries.ts';
import { holidaysFrom, locksBySection } from '../schedule/service.ts';
import { type DatedRow, findDates, findDiscounts, findOriginal } from './queries.ts';

type Course = Awaited<ReturnType<typeof findOriginal>>;
interface Source {
  course: Course;
  dates: readonly DatedRow[];
  locks: ReadonlyMap<string, number>;
}
/** Line of a batch while its clashes are not known. */
type Line = PlannedLine & Pick<DatedRow, 'sectionId' | 'isClass' | 'room'>;
type Batch = Omit<PlannedBatch, 'dates'> & { dates: Line[] };

const yearOf = (date: string): number => new Date(date).getUTCFullYear();

/** Holidays of all years that the batches can reach. */
async function holidaysOf({ course, dates }: Source, drafts: readonly BatchDraft[]): Promise<Holidays> {
  const all = dates.flatMap(({ startAt }) => startAt ?? []).toSorted();
  const [first, last] = [course.startDate ?? all[0], [course.endDate ?? '', all.at(-1) ?? ''].toSorted().at(-1)];
  const span = first && last ? yearOf(last) - yearOf(first) : 0;
  const starts = drafts.map(({ startDate }) => startDate).toSorted();
  const years = yearOf(starts.at(-1)!) - yearOf(starts[0]!) + span + 2;
  // Ten years are more than any course takes; their calculation takes a while.
  const holidays = await holidaysFrom(`${starts[0]!.slice(0, 4)}-01-01`, Math.min(years, 10));
  const days = Map.groupBy(holidays, ({ date }) => date);
  return new Map([...days].map(([date, named]) => [date, named.map(({ name }) => name).join(', ')]));
}

/** 400 for a date set by hand of something that the course does not have, or that lacks the start of its end. */
function setDates({ dates }: Source, draft: BatchDraft, path: string) {
  const known = new Map(dates.map((one) => [one.id, one]));
  draft.dates.forEach(({ id, startAt, endAt }, index) => {
    const one = known.get(id);
    if (!one) throw badRequest('This course has no such date', `${path}dates.${index}.id`);
    if (one.kind !== 'discount' && startAt === null && endAt !== null)
      throw badRequest('Needs a start', `${path}dates.${index}.startAt`);
  });
  return new Map(draft.dates.map((one) => [one.id, one]));
}

/** Whether it is in the years of the contract's instants; later years are written with a sign. */
const isStorable = (instant: string | null) =>
  instant === null || (Number(instant.slice(0, 4)) >= 1900 && Number(instant.slice(0, 4)) < 9999);

const later = (instant: string | null, ms: number) => instant && new Date(Date.parse(instant) + ms).toISOString();

/** Planned dates with those set by hand. Lessons go along with their section. */
function withSetDates(planned: readonly PlannedDate<DatedRow>[], set: ReturnType<typeof setDates>) {
  const moves = new Map(
    planned.flatMap(({ id, startAt }) => {
      const start = set.get(id)?.startAt;
      return start && startAt ? [[id, Date.parse(start) - Date.parse(startAt)] as const] : [];
    }),
  );
  return planned.map((one): PlannedDate<DatedRow> => {
    const ms = moves.get(one.sectionId) ?? 0;
    const skipped = ms !== 0 || set.has(one.id) ? [] : one.skipped;
    return { ...one, startAt: later(one.startAt, ms), endAt: later(one.endAt, ms), skipped, ...set.get(one.id) };
  });
}

/** Sections whose new times are not in the order of the curriculum. */
function lateSections(moved: readonly DatedRow[]) {
  const sections = moved.filter(({ kind }) => kind === 'section');
  return new Set(
    outOfOrder(
      sections.map(({ sectionId, startAt, endAt }) => ({ sectionId, startAt, endAt })),
      sections.flatMap(({ sectionId, startAt }) => (startAt ? [{ sectionId, startAt, endAt: startAt }] : [])),
    ),
  );
}

function planOne(source: Source, draft: BatchDraft, at: { path: string; holidays: Holidays; name: string }): Batch {
  const { course, dates, locks } = source;
  const { startDate } = draft;
  const set = setDates(source, draft, at.path);
  const plan = planBatch({ ...course, dates }, startDate, at.holidays);
  const endDate =
    course.endDate === null ? null : { from: course.endDate, to: draft.endDate ?? plan.endDate ?? startDate };
  const moved = withSetDates(plan.dates, set);
  if (!moved.every(({ startAt, endAt }) => isStorable(startAt) && isStorable(endAt)))
    throw badRequest('Its dates would be before 1900 or after 9998', `${at.path}startDate`);
  const late = lateSections(moved);
  const days = { startDate, endDate: endDate && endDate.to };
  const lines = moved.map(({ startAt, endAt, skipped, ...one }, index): Line => {
    const { kind, id } = one;
    const isTaught = kind !== 'discount' && startAt !== null;
    return {
      ...one,
      from: { startAt: dates[index]!.startAt, endAt: dates[index]!.endAt },
      to: { startAt, endAt },
      skipped: skipped.map((date) => ({ date, name: at.holidays.get(date) ?? '' })),
      holiday: (isTaught && at.holidays.get(jakartaDay(new Date(startAt)))) || null,
      clashes: [],
      isOutOfOrder: kind === 'section' && late.has(id),
      isOutsideCourse: isTaught && isOutsideCourse({ startAt, endAt: endAt ?? startAt }, days),
      locks: kind === 'section' ? (locks.get(id) ?? 0) : 0,
    };
  });
  const batch = { startDate, endDate: days.endDate, dates: moved };
  const name = draft.name ?? at.name;
  const next = {
    startDate: dayAfter(firstDayOf({ ...course, dates }) && startDate, lastDayOf(batch) ?? startDate),
    name: nextBatchName(name),
  };
  return { name, startDate, endDate, dates: lines, next };
}

/** Classes of the batches as they would be in the calendar; batches share no members, as they are different courses. */
const neededBy = ({ instructors, room }: Course, batches: readonly Batch[]): Needed[] =>
  batches.flatMap(({ name: courseName, dates }, index) =>
    dates.flatMap(({ isClass, id, sectionId, name, to, ...one }) =>
      isClass && to.startAt
        ? [
            {
              classId: `${index} ${id}`,
              sectionId: `${index} ${sectionId}`,
              courseId: String(index),
              name,
              courseName,
              startAt: to.startAt,
              endAt: to.endAt,
              instructors,
              room: one.room ?? room,
            },
          ]
        : [],
    ),
  );

/** Most classes of other courses that are compared: the busiest instructors have a few hundred in half a year. */
const mostOthers = 5000;

async function clashesOf(db: Db, course: Course, batches: readonly Batch[]) {
  const planned = neededBy(course, batches);
  if (planned.length === 0) return new Map<string, never>();
  const starts = planned.map(({ startAt }) => Date.parse(startAt));
  const ends = planned.map(({ startAt, endAt }) => Date.parse(endAt ?? startAt));
  const span = {
    from: new Date(Math.min(...starts)).toISOString(),
    until: new Date(Math.max(...starts, ...ends) + 60_000).toISOString(),
  };
  const rooms = planned.flatMap(({ room }) => room ?? []);
  const needs = { instructors: course.instructors, rooms: [...new Set(rooms)] };
  return findClashes([...planned, ...(await findClasses(db, span, { needs }, mostOthers))]);
}

/** Plans the batches of the body, and names the discounts that stay with the course. */
export async function planBatches(db: Db, courseId: string, body: NextBatches, mayCopyDiscounts: boolean) {
  const course = await findOriginal(db, courseId);
  const sections = await classesOf(db, courseId).execute();
  const discounts = await findDiscounts(db, courseId);
  const isKept = ({ isShared }: { isShared: boolean }) => isShared || !mayCopyDiscounts;
  const own = discounts
    .filter((one) => !isKept(one))
    .map(({ isShared: _, ...one }) => ({
      ...one,
      kind: 'discount' as const,
      sectionId: one.id,
      isClass: false,
      room: null,
    }));
  const source = {
    course,
    dates: [...(await findDates(db, courseId)), ...own],
    locks: locksBySection(sections, await findLessons(db, courseId)),
  };
  const drafts = [body, ...body.further];
  const holidays = await holidaysOf(source, drafts);
  const batches: Batch[] = [];
  for (const [index, draft] of drafts.entries()) {
    const path = index === 0 ? '' : `further.${index - 1}.`;
    batches.push(planOne(source, draft, { path, holidays, name: nextBatchName(batches.at(-1)?.name ?? course.name) }));
  }
  const clashes = await clashesOf(db, course, batches);
  const known = batches.map((batch, index) => ({
    ...batch,
    dates: batch.dates.map((line) => ({ ...line, clashes: [...(clashes.get(`${index} ${line.id}`) ?? [])] })),
  }));
  return {
    batches: known,
    keptDiscounts: discounts.filter(isKept).map(({ name }) => name),
    isCohort: courseTypeOf(course.type) === 'fast-track',
  };
}
