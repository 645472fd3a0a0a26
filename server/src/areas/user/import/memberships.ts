/** Import of memberships of courses: their plan, and the batch that assigns the members, course by course. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { endedInWords } from '#contract/kernel/access-term.ts';
import { startImport } from '#contract/user/import/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { assigningSetting } from '#shared/batch/assigning.ts';
import type { ImportChange } from '#shared/batch/import.ts';
import type { RecordedKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { type Places, courseUsers, findPlaces, fits, fullMessage, placesAfter } from '#shared/course-places.ts';
import { type MatchedRow, type PlannedRow, noMember, refused, resultOfMatch, unchanged } from './plan.ts';
import { type NamedProduct, findMemberships, noProduct, productFinder } from './queries.ts';

/** Places that a file takes in the courses, which fill up row by row. */
class Seats {
  readonly courses = new Map<string, { course: NamedProduct; taken: number }>();
  readonly #places: Map<string, Places>;

  constructor(places: readonly Places[]) {
    this.#places = new Map(places.map((one) => [one.id, one]));
  }

  /** Takes a place for a person; why there is none, or undefined. */
  take(course: NamedProduct, userId: string): string | undefined {
    const places = this.#places.get(course.id);
    if (places && !fits(places, userId)) return fullMessage(places);
    if (places) this.#places.set(course.id, placesAfter(places, userId));
    const { taken } = this.courses.get(course.id) ?? { taken: 0 };
    this.courses.set(course.id, { course, taken: taken + 1 });
    return undefined;
  }
}

interface Known {
  find: (text: string) => NamedProduct[];
  existing: Awaited<ReturnType<typeof findMemberships>>;
  seats: Seats;
  /** Rows of the file by membership. */
  lines: Map<string, number>;
}

function planMembership({ find, existing, seats, lines }: Known, { row, match }: MatchedRow): PlannedRow {
  const early = resultOfMatch(row, match);
  if (early) return early;
  const { person } = match;
  if (!person) return noMember(row);
  const fault = (field: string, reason: string) => refused(row, [{ field, reason }], person);
  if (row.values['course'] === undefined) return fault('course', 'Write a course');
  const found = find(row.values['course']);
  const [course] = found;
  const problem = noProduct(found, 'course');
  if (!course || problem) return fault('course', problem ?? '');
  const key = `${person.id}/${course.id}`;
  const endedOn = existing.get(key);
  if (endedOn) return fault('course', `${endedInWords(endedOn)}: extend it among the members of the course`);
  if (endedOn === null) return unchanged(row, person);
  const earlier = lines.get(key);
  if (earlier !== undefined) return fault('', `Row ${earlier} gives the same membership`);
  const full = seats.take(course, person.id);
  if (full) return fault('course', full);
  lines.set(key, row.line);
  const data = { user_id: person.id, course_id: course.id };
  const record = { id: null, name: `${person.name} · ${course.name}`, data, former: null };
  const changes = [{ label: 'Course', before: '', after: course.name }];
  return { row, state: 'new', person, changes, faults: [], record };
}

export async function planMemberships(db: Db, matched: readonly MatchedRow[]) {
  const people = matched.flatMap(({ match }) => match.person?.id ?? []);
  const rows = matched.map(({ row }) => row);
  const find = await productFinder(db, ['courses'], rows, 'course');
  const courses = new Set(rows.flatMap(({ values }) => find(values['course'] ?? '').map(({ id }) => id)));
  const seats = new Seats(await findPlaces(db, [...courses]));
  const known: Known = {
    find,
    existing: await findMemberships(db, people),
    seats,
    lines: new Map(),
  };
  const planned = matched.map((one) => planMembership(known, one));
  return {
    rows: planned,
    effects: {
      seats: [...seats.courses.values()].map(({ course: { id: courseId, name, capacity, members }, taken }) => ({
        courseId,
        name,
        before: members,
        after: members + taken,
        capacity,
      })),
    },
  };
}

const words = batchKinds['membership-import'].values;

const settingOf = (courseId: string) =>
  assigningSetting({
    assignment: assignments.courseUsers,
    rules: courseUsers,
    ownerId: courseId,
    on: 'imported',
    words,
  });

/** Rows of the batch by course, in a fixed order: their users, and the ids of the rows by user. */
async function byCourse(db: Db, batchId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; userId: string; courseId: string }>`select record_id as id,
    data ->> 'user_id' as "userId", data ->> 'course_id' as "courseId" from import_row
    where batch_id = ${batchId} and record_id = any(${ids}::uuid[]) order by 3, 2`.execute(db);
  return [...Map.groupBy(rows, ({ courseId }) => courseId)].map(([courseId, of]) => ({
    setting: settingOf(courseId),
    users: of.map(({ userId }) => userId),
    rowOf: new Map(of.map(({ userId, id }) => [userId, id])),
  }));
}

const membershipSetting = ({ batchId }: ImportChange): Setting<'imported' | 'none'> => ({
  table: 'course_user',
  column: 'user_id',
  words,
  gone: 'The member or the course no longer exists',
  lock: async (db, ids) => {
    const now = new Map<string, 'imported' | 'none'>();
    for (const { setting, users, rowOf } of await byCourse(db, batchId, ids))
      for (const [userId, value] of await setting.lock(db, users)) now.set(rowOf.get(userId)!, value);
    return now;
  },
  setTogether: async (db, ids, to, isUndo) => {
    const done: string[] = [];
    for (const { setting, users, rowOf } of await byCourse(db, batchId, ids))
      done.push(...(await setting.setTogether(db, users, to, isUndo)).map((userId) => rowOf.get(userId)!));
    return done;
  },
  setOne: async (db, id, to, isUndo) => {
    for (const { setting, users } of await byCourse(db, batchId, [id])) await setting.setOne(db, users[0]!, to, isUndo);
  },
});

export const membershipImportBatch: RecordedKind = {
  calls: { kind: 'membership-import', start: startImport },
  setting: (change) => membershipSetting(change as ImportChange) as unknown as Setting<string>,
  atOnce: 500,
};
