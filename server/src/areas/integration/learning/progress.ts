/** Progress in batches: the latest moment of a member in a lesson wins, in whatever order it arrives. */
import { sql } from 'kysely';
import type { ItemResult } from '#contract/integration/item-results.ts';
import type { putProgress } from '#contract/integration/learning.ts';
import { endedInWords, hasEnded } from '#contract/kernel/access-term.ts';
import { jakartaDay, minuteMs } from '#contract/kernel/days.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { grants, isOpenUntil, latestEnd } from '#shared/access/term.ts';
import { findMemberIds } from '../members/service.ts';

type Item = ValidatedInput<typeof putProgress>['body']['items'][number];
type Known = Omit<Item, 'member'> & { userId: string };

/** Latest moment that another system may report: its clock may be ahead. */
export const latestMoment = () => Date.now() + 5 * minuteMs;

async function findLessons(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from lesson where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Last days of the access of members to the courses of lessons that have passed, as `user/lesson`. */
async function findEnds(db: Db, userIds: readonly string[], lessonIds: readonly string[]) {
  const { rows } = await sql<{
    key: string;
    lastDay: string;
  }>`select user_id || '/' || lesson.id as key, ${latestEnd} as last_day
    from lesson join course_section section on section.id = lesson.section_id
      join ${grants} given on given.course_id = section.course_id and user_id = any(${userIds}::uuid[])
    where lesson.id = any(${lessonIds}::uuid[]) group by user_id, lesson.id
    having not ${isOpenUntil(latestEnd)}`.execute(db);
  return new Map(rows.map(({ key, lastDay }) => [key, lastDay]));
}

/** Moment of an item after the last day of the access, as its path. */
const momentAfter = (lastDay: string, { completedAt, position }: Omit<Item, 'member'>) =>
  [
    { path: 'completedAt', at: completedAt },
    { path: 'position.at', at: position?.at },
  ].find(({ at }) => at !== undefined && hasEnded(lastDay, jakartaDay(new Date(at))))?.path;

export const uniqueOf = (values: readonly string[]) => [...new Set(values)];

/** Saves completions; the latest moment wins. Returns how many were new. */
async function saveCompletions(db: Db, items: readonly Known[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`insert into lesson_completion as stored (lesson_id, user_id, completed_at)
    select lesson_id, user_id, max(at) from unnest(${items.map((one) => one.lessonId)}::uuid[], ${items.map((one) => one.userId)}::uuid[],
      ${items.map((one) => one.completedAt)}::timestamptz[]) as given (lesson_id, user_id, at) where at is not null
    group by 1, 2 order by 1, 2
    on conflict (tenant, lesson_id, user_id) do update set completed_at = excluded.completed_at
      where excluded.completed_at > stored.completed_at`.execute(db);
  return Number(numAffectedRows);
}

/** Saves positions; at the same moment, the further one wins. */
async function savePositions(db: Db, items: readonly Known[]): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`insert into lesson_position as stored (lesson_id, user_id, seconds, reached_at)
    select distinct on (lesson_id, user_id) lesson_id, user_id, seconds, at
    from unnest(${items.map((one) => one.lessonId)}::uuid[], ${items.map((one) => one.userId)}::uuid[],
      ${items.map((one) => one.position?.seconds)}::int[], ${items.map((one) => one.position?.at)}::timestamptz[])
      as given (lesson_id, user_id, seconds, at) where at is not null
    order by lesson_id, user_id, at desc, seconds desc
    on conflict (tenant, lesson_id, user_id) do update set seconds = excluded.seconds, reached_at = excluded.reached_at
      where (excluded.reached_at, excluded.seconds) > (stored.reached_at, stored.seconds)`.execute(db);
  return Number(numAffectedRows);
}

/** Saves what is known of members and lessons that exist, with a result for each item; the same again changes nothing. */
export async function saveProgress(db: Db, items: readonly Item[]): Promise<Reply<typeof putProgress>> {
  const members = await findMemberIds(db, uniqueOf(items.map(({ member }) => member)));
  const lessons = await findLessons(db, uniqueOf(items.map(({ lessonId }) => lessonId)));
  const ends = await findEnds(db, [...members.values()], [...lessons]);
  const latest = latestMoment();
  const known: Known[] = [];
  const results = items.map(({ member, ...item }): ItemResult => {
    const userId = members.get(member);
    const refuse = (path: string, message: string) => ({ saved: false, path, message });
    if (userId === undefined) return refuse('member', 'There is no member with this external id');
    if (!lessons.has(item.lessonId)) return refuse('lessonId', 'There is no such lesson');
    if (Date.parse(item.completedAt ?? '') > latest) return refuse('completedAt', 'This is in the future');
    if (Date.parse(item.position?.at ?? '') > latest) return refuse('position.at', 'This is in the future');
    const lastDay = ends.get(`${userId}/${item.lessonId}`);
    const late = lastDay === undefined ? undefined : momentAfter(lastDay, item);
    if (lastDay !== undefined && late !== undefined) return refuse(late, endedInWords(lastDay));
    known.push({ ...item, userId });
    return { saved: true };
  });
  const changed = (await saveCompletions(db, known)) + (await savePositions(db, known));
  return { changed, items: results };
}
