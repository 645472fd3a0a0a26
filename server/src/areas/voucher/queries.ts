/** SQL of vouchers. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { vouchers, type listRedemptions } from '#contract/voucher/endpoints.ts';
import { voucherChoices } from '#contract/voucher/choice.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { type Page, cappedCount, pagedList, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { countItems } from '#shared/assignment/link.ts';
import { personPatterns } from '#shared/person-search.ts';
import { discountStatus } from '#shared/pricing/pricing.ts';
import { campaignOf, hasStatus } from '#shared/pricing/promotion-badge.ts';

const { voucherCourses, voucherPaths, voucherPlans, voucherProducts } = assignments;

const totalAssigned = sql<number>`${sql.join(voucherChoices.map(countItems), sql` + `)}`;

const columns = columnsOf('voucher', vouchers.row, {
  voucherId: 'id',
  discountPrice: 'value',
  status: discountStatus('voucher'),
  totalAssigned,
  campaign: campaignOf('voucher'),
});

const sorts = ordersOf('voucher', vouchers.list, { createdAt: [], name: byName('voucher') });

type VoucherQuery = ValidatedInput<typeof vouchers.list>['query'];

/** Vouchers that match a filter. */
export function matchingVouchers(
  db: Db,
  filter: Pick<VoucherQuery, 'status' | 'isPublished'> & { patterns: readonly string[] | undefined },
) {
  // Seats of orders are no promotions: their orders show them.
  let matching = db.selectFrom('voucher').where('orderId', 'is', null);
  if (filter.patterns) matching = matching.where(matchesAll('search', filter.patterns));
  if (filter.status !== undefined) matching = matching.where(hasStatus('voucher', filter.status));
  if (filter.isPublished !== undefined) matching = matching.where('isPublished', '=', filter.isPublished);
  return matching;
}

export const findVouchers = queriedList(vouchers.list, (db, filter, window, sort) => {
  const matching = matchingVouchers(db, filter);
  const page = pageOf(matching, db.selectFrom('voucher'), sorts[sort], window);
  return { rows: page.select(columns), total: cappedCount(matching) };
});

export const findVoucher = (db: Db, id: string) =>
  db
    .selectFrom('voucher')
    .select(columns)
    .select([
      'version',
      'totalCodes',
      'orderId',
      countItems(voucherCourses).as('totalCourses'),
      countItems(voucherPaths).as('totalPaths'),
      countItems(voucherPlans).as('totalPlans'),
      countItems(voucherProducts).as('totalProducts'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('voucher'));

/** Whether any order used the voucher, including orders that have released their use. */
export const wasUsed = async (db: Db, voucherId: string): Promise<boolean> =>
  (await db.selectFrom('voucherRedemption').select('orderId').where('voucherId', '=', voucherId).limit(1).execute())
    .length > 0;

type Redemption = Reply<typeof listRedemptions>['redemptions'][number];

const redemptionsPage = pagedList<
  { voucherId: string; patterns: readonly string[] | undefined },
  Omit<Redemption, 'user'> & { userId: string; userName: string }
>((db, { voucherId, patterns }, { limit, offset }) => {
  const all = db
    .selectFrom('voucherRedemption as redemption')
    .innerJoin('order', 'order.id', 'redemption.orderId')
    .where('redemption.voucherId', '=', voucherId);
  const matching = patterns ? all.where(matchesAll('order.search', patterns)) : all;
  const rows = matching
    .orderBy('redemption.redeemedAt', 'desc')
    .orderBy('redemption.orderId')
    .limit(limit)
    .offset(offset)
    .select([
      'redemption.orderId',
      'order.invoiceNumber',
      'redemption.userId',
      'order.userName',
      'redemption.amount',
      'order.status',
      'redemption.redeemedAt',
      'redemption.releasedAt',
    ]);
  return { rows, total: cappedCount(matching) };
});

/** Page of a voucher's redemptions, latest first. */
export async function findRedemptions(db: Db, voucherId: string, { search, ...page }: Page & { search: string }) {
  const filters = { voucherId, patterns: personPatterns(search) };
  const { head, rows } = await redemptionsPage(db, filters, page);
  return {
    ...head,
    redemptions: rows.map(({ userId, userName, ...row }) => ({ ...row, user: { id: userId, name: userName } })),
  };
}
