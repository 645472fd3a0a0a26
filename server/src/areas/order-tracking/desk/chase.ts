/** Chase order (docs/decisions/0050): its rule, its candidates, and how the documents are taken in. */
import { sql } from 'kysely';
import { chaseRuleDraft, type listChase as entry } from '#contract/order-tracking/chase.ts';
import { type ChaseRule, inChaseOrder } from '#contract/order-tracking/chase-order.ts';
import { dayMs, hourMs, minuteMs } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { offsetOf } from '#platform/list.ts';
import { type NamedDocument, findCoursePrices, updateFromDocuments, unknownValue } from './documents.ts';
import type { QueueFilter } from './queries.ts';

const ruleFields = Object.keys(chaseRuleDraft.shape) as (keyof ChaseRule)[];

/** Rule of the chase order, of which each brand has one. */
export const findRule = (db: Db) =>
  db.selectFrom('chaseRule').select(ruleFields).select(['id', 'version', 'updatedAt']).executeTakeFirstOrThrow();

/** Replaces the rule; 412 if `ifMatch` is not its version. */
export async function updateRule(db: Db, rule: ChaseRule, ifMatch: number | null) {
  const { id } = await findRule(db);
  await lockForUpdate(db, 'chaseRule', id, ifMatch);
  await updateRecord(db, 'chaseRule', id, rule);
  return findRule(db);
}

/** Upper limit of ranked orders: the newest ones of the rule's window. */
export const maxCandidates = 5_000;

const before = (now: number, ms: number) => new Date(now - ms).toISOString();
const later = (one: string, other: string | undefined) =>
  other !== undefined && Date.parse(other) > Date.parse(one) ? other : one;

/** Start of the rule's window, from a whole hour: replies change only when the order does. */
const windowStartOf = ({ windowDays }: Pick<ChaseRule, 'windowDays'>, now: number) =>
  before(now - (now % hourMs), windowDays * dayMs);

/** Times are seconds since 1970: texts of moments take most of the query's time. */
interface Candidate {
  id: string;
  orderedAt: number;
  courseId: string | null;
  contactedAt: number | null;
}

/** The caller's of the newest candidates of a period. */
const candidates = (since: string, { userId, email, phone }: Question) => sql<Candidate>`
  select candidate.id, extract(epoch from candidate.ordered_at)::int as ordered_at, candidate.course_id,
    extract(epoch from contacted_at)::int as contacted_at
  from (select id, ordered_at, course_id from chase_document where ordered_at >= ${since}
      ${email === undefined ? sql`` : sql`and user_email = ${email}`} ${phone === undefined ? sql`` : sql`and service_phone = ${phone}`}
    order by ordered_at desc, id limit ${maxCandidates}) candidate
  left join (select id, claimed_by, contacted_at from desk_order where ordered_at >= ${since}) worked on worked.id = candidate.id
  where claimed_by is null or claimed_by = ${userId}`;

/** Number of orders in the caller's chase order. */
export async function countChase(db: Db, userId: string): Promise<number> {
  const since = windowStartOf(await findRule(db), Date.now());
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
      select id from chase_document where ordered_at >= ${since}
      order by ordered_at desc, id limit ${maxCandidates}) candidate
    left join (select id, claimed_by from desk_order where ordered_at >= ${since} and claimed_by is not null) worked
      on worked.id = candidate.id
    where claimed_by is null or claimed_by = ${userId}`.execute(db);
  return rows[0]?.n ?? 0;
}

interface Question extends QueueFilter {
  userId: string;
  page: number;
  pageSize: number;
}

const instantOf = (moment: number) => new Date(moment).toISOString();
const instantOrNull = (moment: number | null) => (moment === null ? null : instantOf(moment));

/** Page of the open orders that are unclaimed or the caller's, by the rule. */
export async function listChase(db: Db, question: Question): Promise<Reply<typeof entry>> {
  const now = Date.now();
  const { page, pageSize } = question;
  const { id: _, version: __, updatedAt: ___, ...rule } = await findRule(db);
  const windowStart = windowStartOf(rule, now);
  const { rows } = await candidates(later(windowStart, question.since), question).execute(db);
  const values = await findCoursePrices(db, [...new Set(rows.flatMap(({ courseId }) => courseId ?? []))]);
  const facts = rows.map(({ id, orderedAt, courseId, contactedAt }) => ({
    id,
    orderedAt: orderedAt * 1000,
    contactedAt: contactedAt === null ? null : contactedAt * 1000,
    ...((courseId && values.get(courseId)) || unknownValue),
  }));
  const first = offsetOf(question);
  return {
    totalItems: rows.length,
    ...(rows.length === maxCandidates && { isTotalCapped: true }),
    page,
    pageSize,
    orders: inChaseOrder(rule, facts, now)
      .slice(first, first + pageSize)
      .map(({ id: documentId, orderedAt, contactedAt, discountEndsAt, ...order }) => ({
        documentId,
        ...order,
        orderedAt: instantOf(orderedAt),
        contactedAt: instantOrNull(contactedAt),
        discountEndsAt: instantOrNull(discountEndsAt),
      })),
    rule,
    readFrom: await findReadFrom(db, windowStart, now),
  };
}

const quietMs = 5 * minuteMs;
/** Changes of older documents are noticed when they are shown. */
const overlapMs = 2 * dayMs;

/** Moment from which the documents should be read again; null if that was just done. */
async function findReadFrom(db: Db, windowStart: string, now: number): Promise<string | null> {
  const reading = await db.selectFrom('chaseReading').select(['readFrom', 'readAt']).executeTakeFirst();
  if (!reading || Date.parse(reading.readFrom) > Date.parse(windowStart) + quietMs) return windowStart;
  if (Date.parse(reading.readAt) > now - quietMs) return null;
  return later(windowStart, before(Date.parse(reading.readAt), overlapMs));
}

/**
 * Takes documents in; `readFrom`: every document from this moment on has been named; then documents older
 * than 91 days are forgotten too.
 */
export async function takeIn(db: Db, documents: readonly NamedDocument[], readFrom: string | null): Promise<void> {
  await updateFromDocuments(db, documents);
  if (readFrom === null) return;
  await sql`insert into chase_reading as reading (read_from, read_at) values (${readFrom}::timestamptz, now())
    on conflict (tenant) do update set read_at = now(),
      read_from = case when reading.read_at >= excluded.read_from then least(reading.read_from, excluded.read_from) else excluded.read_from end`.execute(
    db,
  );
  await sql`delete from chase_document where ordered_at < now() - interval '91 days'`.execute(db);
}
