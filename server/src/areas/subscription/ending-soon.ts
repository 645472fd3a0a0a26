/** The order of subscriptions by their end: the active ones, soonest first; then the others, the latest first. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { pageOf } from '#platform/list.ts';
import { hasStatus } from '#shared/subscription-status.ts';
import type { Tables } from '#tables';

export type Window = Parameters<typeof pageOf>[3];
type Subscriptions = SelectQueryBuilder<Tables, 'subscription', object>;

const isActive = sql<boolean>`(${hasStatus.active})`;

/**
 * One page. What is active changes from day to day, so that no index has the whole order: each part is read from the
 * index by the last day, the second only by pages that the first does not fill.
 */
export function endingSoon(matching: Subscriptions, table: Subscriptions, { limit, offset }: Window): Subscriptions {
  const active = matching.where(isActive);
  const others = matching.where(sql<boolean>`not ${isActive}`);
  const end = sql<number>`${offset}::int + ${limit}::int`;
  const passed = sql<number>`(select n from passed)`;
  const first = active.orderBy('endDate').orderBy('id').limit(limit).offset(offset).select('id');
  const rest = others
    .where(sql<boolean>`${passed} < ${end}`)
    .orderBy('endDate', 'desc')
    .orderBy('id', 'desc')
    .limit(sql<number>`${end} - greatest(${passed}, ${offset}::int)`)
    .offset(sql<number>`greatest(${offset}::int - ${passed}, 0)`)
    .select('id');
  return table
    .where(
      sql<boolean>`id in (
        with passed as materialized (
          select count(*)::int as n from (${active.select(sql.lit(1).as('one')).limit(end)}) counted)
        (${first}) union all (${rest}) limit ${limit})`,
    )
    .orderBy(
      sql`not ${isActive}, case when ${isActive} then end_date end, end_date desc, case when ${isActive} then id end, id desc`,
    );
}
