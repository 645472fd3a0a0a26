/** SQL of the start page's sales blocks: unpaid orders, paid and access, and discounts and vouchers that end soon. */
import { sql } from 'kysely';
import { hourMs } from '#contract/kernel/days.ts';
import { type getHome, endingDays, unpaidHours } from '#contract/home/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import { promotionBadge } from '#shared/pricing/promotion-badge.ts';
import { blockOf } from './block.ts';

const after = (now: Date, hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();

const unpaid = pagedList((db, { until }: { until: string }, { limit }) => {
  const matching = db.selectFrom('order').where('status', '=', 'unpaid').where('createdAt', '<=', until);
  return {
    rows: matching
      .orderBy('createdAt')
      .orderBy('id')
      .limit(limit)
      .select(['id as orderId', 'invoiceNumber', 'totalAmount', 'createdAt'])
      .select(sql<{ id: string; name: string }>`json_build_object('id', user_id, 'name', user_name)`.as('user')),
    total: cappedCount(matching),
  };
});

export const unpaidOrders = (db: Db, now: Date) => blockOf(unpaid, db, { until: after(now, -unpaidHours) });

const gapsOf = pagedList((db, { kind }: { kind: 'paid-no-access' | 'access-unpaid' }, { limit }) => {
  const matching = db
    .selectFrom('accessGap')
    .where(sql<boolean>`intended_reason is null`)
    .where('kind', '=', sql.lit(kind));
  return {
    rows: matching
      .orderBy('since', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .select(['id as gapId', 'productName', 'since'])
      .select(
        sql<{ id: string; name: string }>`(select json_build_object('id', member.id, 'name', member.name)
          from "user" member where member.id = access_gap.user_id)`.as('user'),
      ),
    total: cappedCount(matching),
  };
});

/** Gaps of a kind as of the last check; undefined before the first. */
export async function accessGaps(
  db: Db,
  kind: 'paid-no-access' | 'access-unpaid',
): Promise<Reply<typeof getHome>['paidNoAccess']> {
  const state = await db.selectFrom('accessCheck').select('checkedAt').executeTakeFirst();
  if (!state?.checkedAt) return undefined;
  const block = await blockOf(gapsOf, db, { kind });
  return { ...block, checkedAt: state.checkedAt };
}

type Period = { at: string; until: string };
const soon = (now: Date): Period => ({ at: now.toISOString(), until: after(now, endingDays * 24) });

const discountsEnding = pagedList((db, { at, until }: Period, { limit }) => {
  const matching = db
    .selectFrom('discount')
    .where('endDate', '>=', sql<string>`date_trunc('minute', ${at}::timestamptz)`)
    .where('endDate', '<=', until)
    .where(promotionBadge('discount', sql`${at}::timestamptz`), '=', 'active');
  return {
    rows: matching
      .orderBy('endDate')
      .orderBy('id')
      .limit(limit)
      .select(['id as discountId', 'name', sql<string>`end_date`.as('endDate')]),
    total: cappedCount(matching),
  };
});

export const endingDiscounts = (db: Db, now: Date) => blockOf(discountsEnding, db, soon(now));

const vouchersEnding = pagedList((db, { at, until }: Period, { limit }) => {
  const matching = db
    .selectFrom('voucher')
    .where('endDate', '>=', sql<string>`date_trunc('minute', ${at}::timestamptz)`)
    .where('endDate', '<=', until)
    .where(promotionBadge('voucher', sql`${at}::timestamptz`), '=', 'active');
  return {
    rows: matching
      .orderBy('endDate')
      .orderBy('id')
      .limit(limit)
      .select(['id as voucherId', 'name', 'code', sql<string>`end_date`.as('endDate')]),
    total: cappedCount(matching),
  };
});

export const endingVouchers = (db: Db, now: Date) => blockOf(vouchersEnding, db, soon(now));
