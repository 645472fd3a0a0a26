/** Rules of planning classes by a pattern and of moving them (decision 0029), with Indonesia’s public holidays. */
import { sql } from 'kysely';
import {
  type Move,
  classNameOf,
  clashesOf,
  isOutsideCourse,
  moveProblem,
  outOfOrder,
  planClasses,
} from '#contract/course/schedule/class-plan.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { waitingForClass } from '#contract/course/lesson-access.ts';
import { positionGap } from '#contract/kernel/ordering.ts';
import type { MovePreview, PatternDraft, moveClasses } from '#contract/course/schedule/endpoints.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { findLessons, moveClass } from '#shared/classes.ts';
import { findClasses, findCourse, findOthers } from './queries.ts';

/** Adds the sections of a weekly pattern after the last section, with lessons if the draft has them. */
export async function addClasses(db: Db, courseId: string, draft: PatternDraft) {
  // Serializes concurrent additions of sections, so that their positions do not collide.
  await lockForUpdate(db, 'course', courseId, null);
  const { planned } = planClasses(draft);
  const names = planned.map((_, index) => classNameOf(draft.name, draft.firstNumber + index));
  const { rows } = await sql<{ id: string }>`
    insert into course_section (course_id, name, position, start_at, end_at)
      select ${courseId}, made.name, last.position + made.n * ${positionGap}, made.start_at, made.end_at
      from (select coalesce(max(position), 0) as position from course_section where course_id = ${courseId}) last,
        unnest(${names}::text[], ${planned.map(({ startAt }) => startAt)}::timestamptz[], ${planned.map(({ endAt }) => endAt)}::timestamptz[])
          with ordinality as made (name, start_at, end_at, n)
      order by made.n
      returning id`.execute(db);
  const sectionIds = rows.map(({ id }) => id);
  if (draft.hasLessons)
    await sql`insert into lesson (section_id, name, type, material_type)
      select id, name, 'LIVE_CLASS', 'LIVE_CLASS' from course_section where id = any(${sectionIds}::uuid[]) order by position`.execute(
      db,
    );
  return { sectionIds, created: sectionIds.length };
}

type Present = Awaited<ReturnType<typeof findClasses>>;
type Lessons = Awaited<ReturnType<typeof findLessons>>;

/** Pairs each move with its present class. 400 for a class that is not in this course. */
function withPresent<M extends Move>(classes: Present, moves: readonly M[]) {
  const byId = new Map(classes.map((one) => [one.sectionId, one]));
  return moves.map((move, index) => {
    const present = byId.get(move.sectionId);
    if (!present) throw badRequest('This course has no such section', `classes.${index}.sectionId`);
    return { move, present };
  });
}

/** Number of lessons by section that open when its class starts, or after it was held. */
export function locksBySection(
  classes: readonly Pick<Present[number], 'sectionId' | 'startAt'>[],
  lessons: Lessons,
): ReadonlyMap<string, number> {
  const bySection = Map.groupBy(lessons, ({ sectionId }) => sectionId);
  const waiting = waitingForClass(
    classes.map(({ sectionId, startAt }) => ({
      startAt,
      items: (bySection.get(sectionId) ?? []).map((lesson) => ({ ...lesson, kind: 'lesson', name: '', isHeld: false })),
    })),
  );
  const sectionOf = new Map(lessons.map(({ id, sectionId }) => [id, sectionId]));
  const locks = lessons.flatMap(({ id, sectionId, lockRule }) =>
    lockRule === 'START_AT' ? sectionId : (sectionOf.get(waiting.get(id) ?? '') ?? []),
  );
  return new Map([...Map.groupBy(locks, (sectionId) => sectionId)].map(([id, all]) => [id, all.length]));
}

/** Conflicts, locks and order of moved classes; changes nothing. */
export async function previewOf(db: Db, courseId: string, moves: readonly Move[]): Promise<{ classes: MovePreview[] }> {
  const course = await findCourse(db, courseId);
  const classes = await findClasses(db, courseId);
  const pairs = withPresent(classes, moves);
  const lessons = await findLessons(db, courseId);
  const locks = locksBySection(classes, lessons);
  const others = await findOthers(db, courseId, moves);
  // Moved classes can conflict with each other at their new times.
  const moving = pairs.map(({ move, present }) => ({
    ...move,
    name: present.name,
    courseName: '',
    shares: 'This course',
  }));
  const late = new Set(outOfOrder(classes, moves));
  const now = new Date();
  return {
    classes: pairs.map(({ move, present }) => {
      const to = { startAt: move.startAt, endAt: move.endAt };
      return {
        sectionId: move.sectionId,
        name: present.name,
        version: present.version,
        from: { startAt: present.startAt, endAt: present.endAt },
        to,
        problem: moveProblem(present, to, now) ?? null,
        clashes: clashesOf(move, [...others, ...moving]),
        isOutOfOrder: late.has(move.sectionId),
        isOutsideCourse: isOutsideCourse(to, course),
        guests: present.guests,
        lessons: lessons.filter((lesson) => lesson.sectionId === move.sectionId && lesson.hasTimes).length,
        locks: locks.get(move.sectionId) ?? 0,
        gmeetUrl: present.gmeetUrl,
      };
    }),
  };
}

type VersionedMoves = ValidatedInput<typeof moveClasses>['body']['classes'];

/** Moves classes together, or none of them; 412 if one has another version. */
export async function moveAll(db: Db, courseId: string, moves: VersionedMoves) {
  await lockForUpdate(db, 'course', courseId, null);
  withPresent(await findClasses(db, courseId), moves);
  // Locks in a fixed order, so that concurrent moves of the same classes do not deadlock.
  for (const { sectionId, version } of moves.toSorted((a, b) => (a.sectionId < b.sectionId ? -1 : 1)))
    await lockForUpdate(db, 'courseSection', sectionId, version);
  const lessons = await findLessons(db, courseId);
  const changed = [];
  for (const [index, { move, present }] of withPresent(await findClasses(db, courseId), moves).entries()) {
    const moved = await moveClass(db, present, { lessons, to: move, path: `classes.${index}.startAt` });
    changed.push({ sectionId: move.sectionId, ...moved });
  }
  return { moved: changed.length, classes: changed };
}

/** Corrected names of holidays that the package misnames, by its rule for the day. */
const misnamed: Readonly<Record<string, string>> = { '27 Rajab': 'Isra Mikraj Nabi Muhammad' };

/** Holidays of a year. The package loads slowly, hence on first use, and calculates slowly. */
async function holidaysOf(year: number) {
  const { default: Holidays } = await import('date-holidays');
  const calendar = new Holidays('ID', { types: ['public'] });
  return calendar
    .getHolidays(year)
    .map(({ date, name, rule }) => ({ date: date.slice(0, 10), name: misnamed[rule] ?? name }));
}
const knownYears = new Map<number, ReturnType<typeof holidaysOf>>();

/** Holidays from a day to the end of the second year after it, or of more years. */
export async function holidaysFrom(from: string, years = 3): Promise<{ date: string; name: string }[]> {
  const first = Number(from.slice(0, 4));
  const all = Array.from({ length: years }, (_, index) => {
    const year = first + index;
    const known = knownYears.get(year) ?? holidaysOf(year);
    knownYears.set(year, known);
    return known;
  });
  return (await Promise.all(all)).flat().filter(({ date }) => date >= from);
}
