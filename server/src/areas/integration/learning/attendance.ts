/** Evidence of attendance in batches; the screen of the class matches it like a list (docs/decisions/0108). */
import { sql } from 'kysely';
import type { putAttendance } from '#contract/integration/attendance.ts';
import type { ItemResult } from '#contract/integration/item-results.ts';
import { isSameInstant } from '#contract/kernel/days.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { findMemberIds } from '../members/service.ts';
import { latestMoment, uniqueOf } from './progress.ts';

type Item = ValidatedInput<typeof putAttendance>['body']['items'][number];
type Known = Omit<Item, 'member'> & { userId: string };

async function findClasses(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from lesson
    where id = any(${ids}::uuid[]) and type = 'LIVE_CLASS'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Adds what is new, of several with one external id the first; returns how many. */
async function insertAll(db: Db, items: readonly Known[], source: string): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`insert into attendance_evidence (external_id, lesson_id, user_id, from_at, until_at, source)
    select *, ${source} from unnest(${items.map((one) => one.externalId)}::text[], ${items.map((one) => one.lessonId)}::uuid[],
      ${items.map((one) => one.userId)}::uuid[], ${items.map((one) => one.from)}::timestamptz[], ${items.map((one) => one.until)}::timestamptz[])
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows);
}

/** Reports by external id, as they are stored. */
async function findStored(db: Db, externalIds: readonly string[]) {
  const rows = await db
    .selectFrom('attendanceEvidence')
    .where('externalId', '=', sql<string>`any(${externalIds})`)
    .select(['externalId', 'lessonId', 'userId', 'fromAt', 'untilAt'])
    .execute();
  return new Map(rows.map((row) => [row.externalId, row]));
}

/** Saves reports about members and live classes that exist, with a result for each item; the same again changes nothing. */
export async function saveEvidence(
  db: Db,
  items: readonly Item[],
  source: string,
): Promise<Reply<typeof putAttendance>> {
  const members = await findMemberIds(db, uniqueOf(items.map(({ member }) => member)));
  const classes = await findClasses(db, uniqueOf(items.map(({ lessonId }) => lessonId)));
  const latest = latestMoment();
  const refuse = (path: string, message: string) => ({ saved: false, path, message });
  const read = items.map(({ member, ...item }): Known | ItemResult => {
    const userId = members.get(member);
    if (userId === undefined) return refuse('member', 'There is no member with this external id');
    if (!classes.has(item.lessonId)) return refuse('lessonId', 'There is no such live class');
    if (Date.parse(item.until) > latest) return refuse('until', 'This is in the future');
    return { ...item, userId };
  });
  const known = read.filter((one): one is Known => 'userId' in one);
  const changed = await insertAll(db, known, source);
  const stored = await findStored(db, uniqueOf(known.map(({ externalId }) => externalId)));
  const results = read.map((one): ItemResult => {
    if (!('userId' in one)) return one;
    const { lessonId, userId, fromAt, untilAt } = stored.get(one.externalId)!;
    const isSame = lessonId === one.lessonId && userId === one.userId;
    return isSame && isSameInstant(fromAt, one.from) && isSameInstant(untilAt, one.until)
      ? { saved: true }
      : refuse('externalId', 'Another report has this external id');
  });
  return { changed, items: results };
}
