/** Chase order (docs/decisions/0055): its rule, its candidates, and how the documents are taken in. */
import { sql } from 'kysely';
import { chaseRuleDraft, type listChase as entry } from '#contract/chase.ts';
import { type ChaseRule, inChaseOrder } from '#contract/chase-order.ts';
import type { Reply } from '#contract/kernel.ts';
import { lockForUpdate, updateRecord } from '#platform/change.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { offsetOf } from '#platform/list.ts';
import { type Reported, findValues, followDocuments } from './documents.ts';
import type { Narrowing } from './queries.ts';

const ruleFields = Object.keys(chaseRuleDraft.shape) as (keyof ChaseRule)[];

export const findRule = (db: Db) =>
  db.selectFrom('chaseRule').select(ruleFields).select(['id', 'version', 'updatedAt']).executeTakeFirstOrThrow();

export async function updateRule(db: Db, rule: ChaseRule, ifMatch: number | null) {
  const { id } = await findRule(db);
  await lockForUpdate(db, 'chaseRule', id, ifMatch);
  await updateRecord(db, 'chaseRule', id, rule);
  return findRule(db);
}

/** Upper limit of ranked orders: the newest ones of the rule's window. */
export const mostCandidates = 5_000;

const day = 86_400_000;
const before = (now: number, ms: number) => new Date(now - ms).toISOString();
const later = (one: string, other: string | undefined) =>
  other !== undefined && Date.parse(other) > Date.parse(one) ? other : one;

interface Candidate {
  id: string;
  orderedAt: string;
  courseId: string | null;
  contactedAt: string | null;
  claimedBy: string | null;
}

/** Newest candidates of a period, whoever has them. */
const candidates = (since: string, email: string | undefined, phone: string | undefined) => sql<Candidate>`
  select candidate.id, candidate.ordered_at, candidate.course_id, contacted_at, claimed_by from (
    select id, ordered_at, course_id from chase_document where ordered_at >= ${since}
      ${email === undefined ? sql`` : sql`and user_email = ${email}`} ${phone === undefined ? sql`` : sql`and service_phone = ${phone}`}
    order by ordered_at desc, id limit ${mostCandidates}) candidate
  left join (select id, claimed_by, contacted_at from desk_order where ordered_at >= ${since}) worked on worked.id = candidate.id`;

/** Number of orders in the caller's chase order. */
export async function countChase(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select id from chase_document where ordered_at >= now() - (select window_days from chase_rule) * interval '1 day'
      order by ordered_at desc, id limit ${mostCandidates}) candidate
    left join (select id, claimed_by from desk_order
      where ordered_at >= now() - (select window_days from chase_rule) * interval '1 day' and claimed_by is not null) worked
      on worked.id = candidate.id
    where claimed_by is null or claimed_by = ${userId}`.execute(db);
  return rows[0]?.n ?? 0;
}

interface Question extends Narrowing {
  userId: string;
  page: number;
  pageSize: number;
}

/** Page of the open orders that are nobody's or the caller's, by the rule. */
export async function listChase(db: Db, { userId, page, pageSize, ...narrowing }: Question): Promise<Reply<typeof entry>> {
  const now = Date.now();
  const { id: _, version: __, updatedAt: ___, ...rule } = await findRule(db);
  const windowStart = before(now, rule.windowDays * day);
  const since = later(windowStart, narrowing.since);
  const [{ rows }, readFrom] = await Promise.all([
    candidates(since, narrowing.email, narrowing.phone).execute(db),
    findReadFrom(db, windowStart, now),
  ]);
  const own = rows.filter(({ claimedBy }) => claimedBy === null || claimedBy === userId);
  const values = await findValues(db, [...new Set(own.flatMap(({ courseId }) => courseId ?? []))]);
  const facts = own.map(({ id, orderedAt, courseId, contactedAt }) => {
    const { value = null, discountEndsAt = null } = (courseId && values.get(courseId)) || {};
    return { id, orderedAt, contactedAt, value, discountEndsAt };
  });
  const first = offsetOf({ page, pageSize });
  return {
    totalItems: own.length,
    ...(rows.length === mostCandidates && { isTotalCapped: true }),
    page,
    pageSize,
    orders: inChaseOrder(rule, facts, now)
      .slice(first, first + pageSize)
      .map(({ id: documentId, ...order }) => ({ documentId, ...order })),
    rule,
    readFrom,
  };
}

const quietMs = 5 * 60_000;
/** Changes of older documents are noticed when they are shown. */
const overlapMs = 2 * day;

/** Moment from which the documents should be read again; null if that was just done. */
async function findReadFrom(db: Db, windowStart: string, now: number): Promise<string | null> {
  const reading = await db.selectFrom('chaseReading').select(['readFrom', 'readAt']).executeTakeFirst();
  if (!reading || Date.parse(reading.readFrom) > Date.parse(windowStart) + quietMs) return windowStart;
  if (Date.parse(reading.readAt) > now - quietMs) return null;
  return later(windowStart, before(Date.parse(reading.readAt), overlapMs));
}

/** Takes documents in; `readFrom`: every document from this moment on has been sent. */
export async function takeIn(db: Db, documents: readonly Reported[], readFrom: string | null): Promise<void> {
  await followDocuments(db, documents);
  if (readFrom === null) return;
  await sql`insert into chase_reading as reading (read_from, read_at) values (${readFrom}::timestamptz, now())
    on conflict (tenant) do update set read_at = now(),
      read_from = case when reading.read_at >= excluded.read_from then least(reading.read_from, excluded.read_from) else excluded.read_from end`.execute(
    db,
  );
  await sql`delete from chase_document where ordered_at < now() - interval '91 days'`.execute(db);
}
