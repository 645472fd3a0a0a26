/** People that match filters of the list of users; a segment is a saved view of that list (docs/decisions/0081). */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ConsentState } from '#contract/broadcast/consent.ts';
import { type PeopleFilter, peopleFilter } from '#contract/user/filter.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { matchesAll } from '#platform/list.ts';
import { byTerm } from './access/term.ts';
import { atRisk } from './at-risk.ts';
import { personPatterns } from './person-search.ts';
import { hasStatus } from './subscription-status.ts';

/** Start of a day in Jakarta. */
const startOf = (day: string, later = 0) =>
  sql<string>`(${day}::date + ${sql.lit(later)})::timestamp at time zone 'Asia/Jakarta'`;

/** Condition of a filter; `ids`: query of just these people as `user_id`, which counts them without their rows. */
interface Condition {
  holds: RawBuilder<SqlBool>;
  ids?: RawBuilder<unknown>;
}

const among = (ids: RawBuilder<unknown>, follows = sql`true`): Condition => ({
  holds: sql`${follows} and id in (${ids})`,
  ids,
});
const outside = (ids: RawBuilder<unknown>): Condition => ({
  holds: sql`not exists (select from (${ids}) others where others.user_id = "user".id)`,
});
const linked = (table: string, column: string, id: string) =>
  sql`select user_id from ${sql.table(table)} where ${sql.ref(column)} = ${id}`;

const isSubscribed = (which: RawBuilder<boolean> = sql`true`) =>
  sql`select from subscription where subscription.user_id = "user".id and ${which}`;
const subscriptions: Record<NonNullable<PeopleFilter['subscription']>, RawBuilder<SqlBool>> = {
  active: sql`exists (${isSubscribed(hasStatus.active)})`,
  ended: sql`exists (${isSubscribed()}) and not exists (${isSubscribed(hasStatus.active)})`,
  none: sql`not exists (${isSubscribed()})`,
};

const decided = (channel: 'mail' | 'whatsapp', state: ConsentState): Condition => {
  const all = sql`select user_id from marketing_consent where channel = ${channel}`;
  return state === 'unknown' ? outside(all) : among(sql`${all} and state = ${state}`);
};

const waiting = sql`select user_id from "order" where status in ('unpaid', 'pending')`;
/** Members of the courses and learning paths that the filter names, of any if it names none, whose access ends. */
function withTerm(when: NonNullable<PeopleFilter['access']>, { courseId, pathId }: PeopleFilter): RawBuilder<unknown> {
  const of = (table: string, column: string, id: string | undefined) =>
    sql`select user_id from ${sql.table(table)} link where ${byTerm('link', table)[when]}
      and ${id === undefined ? sql`true` : sql`${sql.ref(`link.${column}`)} = ${id}`}`;
  const [courses, paths] = [of('course_user', 'course_id', courseId), of('learning_path_user', 'path_id', pathId)];
  if (courseId !== undefined || pathId !== undefined) return courseId === undefined ? paths : courses;
  return sql`${courses} union ${paths}`;
}

/** Follows from having a certain course, and lets the sort by number of courses skip everybody without one. */
const hasCourse = sql<SqlBool>`total_courses > 0`;

/** Conditions of the filters on the table of users. */
const conditionsOf: {
  [Name in keyof Omit<PeopleFilter, 'search' | 'segment'>]-?: (
    value: NonNullable<PeopleFilter[Name]>,
    filter: PeopleFilter,
  ) => Condition | RawBuilder<SqlBool>;
} = {
  role: (role) => sql`role = ${role}`,
  status: (status) => sql`status = ${status === 'active' ? 1 : 0}`,
  courseId: (id) => among(linked('course_user', 'course_id', id), hasCourse),
  access: (when, filter) => among(withTerm(when, filter)),
  pathId: (id) => among(linked('learning_path_user', 'path_id', id)),
  tagId: (id) => among(linked('tag_user', 'tag_id', id)),
  hasCourse: (has) => (has ? hasCourse : sql`total_courses = 0`),
  subscription: (which) => subscriptions[which],
  isAtRisk: (is) => (is ? among(atRisk, hasCourse) : outside(atRisk)),
  isUnpaid: (is) => (is ? among(waiting) : outside(waiting)),
  mailConsent: (state) => decided('mail', state),
  whatsappConsent: (state) => decided('whatsapp', state),
  joinedFrom: (day) => sql`joined_at >= ${startOf(day)}`,
  joinedUntil: (day) => sql`joined_at < ${startOf(day, 1)}`,
  hasSignedIn: (has) => (has ? sql`last_login_at is not null` : sql`last_login_at is null`),
  signedInFrom: (day) => sql`last_login_at >= ${startOf(day)}`,
  signedInUntil: (day) => sql`last_login_at < ${startOf(day, 1)}`,
};

function* conditionsIn(filter: PeopleFilter): Generator<Condition> {
  const { search, segment: _, ...others } = filter;
  const patterns = personPatterns(search);
  if (patterns) yield { holds: matchesAll('search', patterns) };
  for (const [name, value] of Object.entries(others)) {
    if (value === undefined) continue;
    const condition = (
      conditionsOf[name as keyof typeof conditionsOf] as (
        value: unknown,
        filter: PeopleFilter,
      ) => Condition | RawBuilder<SqlBool>
    )(value, filter);
    yield 'holds' in condition ? condition : { holds: condition };
  }
}

/** Filter of a saved view; what the list does not know any more is left out. */
function filterIn(query: string): PeopleFilter {
  const stored = Object.fromEntries(new URLSearchParams(query));
  const { error } = peopleFilter.safeParse(stored);
  for (const { path } of error?.issues ?? []) delete stored[String(path[0])];
  return peopleFilter.parse(stored);
}

/** The filter, and those of the segments that it names. Every member of staff may use each: it shows nobody whom the list does not. */
async function withSegments(db: Db, filter: PeopleFilter, seen: readonly string[] = []): Promise<PeopleFilter[]> {
  const { segment } = filter;
  if (segment === undefined || seen.includes(segment)) return [filter];
  const view = await db
    .selectFrom('savedView')
    .select('query')
    .where('id', '=', segment)
    .where('list', '=', '/user')
    .executeTakeFirst();
  if (!view) throw badRequest('There is no such segment', 'segment');
  return [filter, ...(await withSegments(db, filterIn(view.query), [...seen, segment]))];
}

/** Queries of the people that match a filter: their rows, and as many rows to count. `isWhole`: nothing narrows it; `isCombined`: several filters do. */
export async function findMatchingPeople(db: Db, filter: PeopleFilter) {
  const conditions = (await withSegments(db, filter)).flatMap((one) => [...conditionsIn(one)]);
  const matching = conditions.reduce((query, { holds }) => query.where(holds), db.selectFrom('user'));
  const [{ ids } = {}] = conditions;
  const isLink = ids && conditions.length === 1;
  const counted = isLink ? db.selectFrom(sql`(select distinct user_id from (${ids}) linked)`.as('user')) : matching;
  return { matching, counted, isWhole: conditions.length === 0, isCombined: conditions.length > 1 };
}
