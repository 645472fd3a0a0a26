/** Waiting work of sales: unpaid orders, paid and access, and discounts and vouchers that end soon. */
import { sql } from 'kysely';
import { giveAccess, removeAccess } from '#contract/access/endpoints.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { endingDays, unpaidHours } from '#contract/home/endpoints.ts';
import { hourMs } from '#contract/kernel/days.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { vouchers } from '#contract/voucher/endpoints.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import { promotionBadge } from '#shared/pricing/promotion-badge.ts';
import { type WaitingSource, listSource } from '#shared/waiting.ts';

const after = (now: Date, hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();

const unpaid = pagedList((db, { until }: { until: string }, { limit }) => {
  const matching = db
    .selectFrom('order')
    .where(sql<boolean>`status = 'unpaid'`)
    .where('createdAt', '<=', until);
  return {
    rows: matching
      .orderBy('totalAmount', 'desc')
      .orderBy('createdAt')
      .orderBy('id')
      .limit(limit)
      .select(['id', 'userName as name', 'invoiceNumber as about', 'totalAmount as amount', 'createdAt as at']),
    total: cappedCount(matching),
  };
});

const unpaidOrders = listSource({
  kind: 'unpaid-order',
  opens: listOrders,
  list: unpaid,
  filters: ({ now }) => ({ until: after(now, -unpaidHours) }),
  itemOf: (row) => ({ ...row, record: { kind: 'order', id: row.id } }),
});

type Gap = 'paid-no-access' | 'access-unpaid';

const gapsOf = pagedList((db, { kind }: { kind: Gap }, { limit }) => {
  const matching = db
    .selectFrom('accessGap')
    .where(sql<boolean>`intended_reason is null`)
    .where('kind', '=', sql.lit(kind));
  return {
    rows: matching
      .orderBy('amount', 'desc')
      .orderBy('since')
      .orderBy('id')
      .limit(limit)
      .select(['id', 'productName as about', 'amount', 'since as at', 'orderId', 'userId'])
      .select(sql<string>`(select member.name from "user" member where member.id = access_gap.user_id)`.as('name')),
    total: cappedCount(matching),
  };
});

/** Gaps of a kind as of the last check. */
const accessGaps = (kind: Gap, opens: WaitingSource['opens']) =>
  listSource({
    kind,
    opens,
    list: gapsOf,
    filters: () => ({ kind }),
    itemOf: ({ orderId, userId, ...row }) => ({
      ...row,
      record: kind === 'paid-no-access' && orderId ? { kind: 'order', id: orderId } : { kind: 'user', id: userId },
    }),
  });

interface Period {
  at: string;
  until: string;
}

/** Active promotions that end within a period, earliest end first. */
const endingOf = (table: 'discount' | 'voucher') =>
  pagedList((db, { at, until }: Period, { limit }) => {
    const matching = db
      .selectFrom(table)
      .where('endDate', '>=', sql<string>`date_trunc('minute', ${at}::timestamptz)`)
      .where('endDate', '<=', until)
      .where(promotionBadge(table, sql`${at}::timestamptz`), '=', 'active');
    return {
      rows: matching
        .orderBy('endDate')
        .orderBy('id')
        .limit(limit)
        .select([`${table}.id`, `${table}.name`, sql<string>`end_date`.as('at')])
        .select(sql<string>`${sql.raw(table === 'voucher' ? 'code' : "''")}`.as('about')),
      total: cappedCount(matching),
    };
  });

const promotionsEnding = (kind: 'discount' | 'voucher', opens: WaitingSource['opens']) =>
  listSource({
    kind: 'promotion-ends',
    opens,
    list: endingOf(kind),
    filters: ({ now }) => ({ at: now.toISOString(), until: after(now, endingDays * 24) }),
    itemOf: (row) => ({ ...row, record: { kind, id: row.id } }),
  });

export const sellingSources: readonly WaitingSource[] = [
  accessGaps('paid-no-access', giveAccess),
  unpaidOrders,
  promotionsEnding('discount', discounts.list),
  promotionsEnding('voucher', vouchers.list),
  accessGaps('access-unpaid', removeAccess),
];
