/** Order of subscriptions by end: active ones, soonest first; then the others, latest first. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { pageOf } from '#platform/list.ts';
import { hasStatus, today } from '#shared/subscription-status.ts';
import type { Tables } from '#tables';

export type Window = Parameters<typeof pageOf>[3];
type Subscriptions = SelectQueryBuilder<Tables, 'subscription', object>;
type Count = RawBuilder<number>;

const isActive = sql<boolean>`(${hasStatus.active})`;
const isCancelled = sql<boolean>`(${hasStatus.cancelled} and subscription.end_date >= ${today})`;
const isOver = sql<boolean>`subscription.end_date < ${today}`;

const counted = (rows: Subscriptions, max: Count) =>
  sql`select count(*)::int as n from (${rows.select(sql.lit(1).as('one')).limit(max)}) counted`;

const falling = (rows: Subscriptions) => rows.orderBy('endDate', 'desc').orderBy('id', 'desc');

/**
 * One page. Which ones are active changes daily, so no index has the whole order. Reads three parts, each from an index
 * on the last day and only for pages that contain its rows: active, cancelled before their last day, and ended.
 */
export function endingSoon(matching: Subscriptions, table: Subscriptions, { limit, offset }: Window): Subscriptions {
  const active = matching.where(isActive);
  const cancelled = matching.where(isCancelled);
  const over = matching.where(isOver);
  const begin = sql<number>`${offset}::int`;
  const end = sql<number>`(${begin} + ${limit}::int)`;
  const first = sql<number>`(select n from first)`;
  const second = sql<number>`(${first} + (select n from second))`;
  /** Rows of a part that are on the page, where `before` rows precede the part. */
  const within = (part: Subscriptions, before: Count) =>
    part
      .limit(sql<number>`greatest(${end} - greatest(${before}, ${begin}), 0)`)
      .offset(sql<number>`greatest(${begin} - ${before}, 0)`)
      .select('id');
  const rising = active
    .where(sql<boolean>`${first} > ${begin}`)
    .orderBy('endDate')
    .orderBy('id');
  return table
    .where(
      sql<boolean>`id in (
        with first as materialized (${counted(active, end)}),
          second as materialized (${counted(cancelled, sql`greatest(${end} - ${first}, 0)`)})
        (${within(rising, sql`0`)})
        union all (${within(falling(cancelled).where(sql<boolean>`${second} > ${begin}`), first)})
        union all (${within(falling(over).where(sql<boolean>`${second} < ${end}`), second)})
        limit ${limit})`,
    )
    .orderBy(
      sql`not ${isActive}, case when ${isActive} then end_date end, end_date desc, case when ${isActive} then id end, id desc`,
    );
}
