/** SQL of companies, their seats, and mails to their contacts. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Seat, type SeatState, companies, type listSeats, type readSeats } from '#contract/company/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, matchesAll, pageOf, pagedList, queriedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { personPatterns } from '#shared/person-search.ts';

const contact = sql<
  z.output<typeof companies.row>['contact']
>`(select json_build_object('id', person.id, 'name', person.name,
  'email', person.email, 'phoneNumber', person.phone_number) from "user" person where person.id = company.contact_id)`;
const bought = sql`"order" bought where bought.company_id = company.id`;
const vouchers = sql`"order" bought join voucher on voucher.order_id = bought.id
  where bought.company_id = company.id and bought.status = 'paid'`;
const isOpen = sql`voucher.is_active and coalesce(voucher.end_date > now(), true)`;
const unpaid = sql`bought.status in ('unpaid', 'pending')`;

const columns = columnsOf('company', companies.row, {
  companyId: 'id',
  contact,
  totalOrders: sql<number>`(select count(*)::int from ${bought})`,
  unpaidOrders: sql<number>`(select count(*)::int from ${bought} and ${unpaid})`,
  seats: sql<number>`(select coalesce(sum(case when is_active then quota else used_count end), 0)::int from ${vouchers})`,
  unusedSeats: sql<number>`(select coalesce(sum(quota - used_count), 0)::int from ${vouchers} and ${isOpen})`,
});

const sorts = ordersOf('company', companies.list, { createdAt: [], name: byName('company') });

/** Companies by a table of orders or vouchers, which few have, rather than by company. */
const unpaidBuyers = sql<string>`(select company_id from "order" bought where company_id is not null and ${unpaid})`;
const withUnusedSeats = sql<string>`(select company_id from voucher join "order" bought on bought.id = voucher.order_id
  where company_id is not null and voucher.order_id is not null and used_count < quota and ${isOpen})`;
const isIn = (ids: typeof unpaidBuyers, isAmong: boolean) =>
  isAmong ? sql<boolean>`company.id in ${ids}` : sql<boolean>`company.id not in ${ids}`;

export const findCompanies = queriedList(
  companies.list,
  (db, { patterns, hasUnusedSeats, hasUnpaidOrders }, window, sort) => {
    let matching = db.selectFrom('company');
    if (patterns) matching = matching.where(matchesAll('search', patterns));
    if (hasUnusedSeats !== undefined) matching = matching.where(isIn(withUnusedSeats, hasUnusedSeats));
    if (hasUnpaidOrders !== undefined) matching = matching.where(isIn(unpaidBuyers, hasUnpaidOrders));
    const page = pageOf(matching, db.selectFrom('company'), sorts[sort], window);
    return { rows: page.select(columns), total: cappedCount(matching) };
  },
);

const lastMail = (kind: 'codes' | 'reminder') =>
  sql<string | null>`(select max(asked_at) from company_mail mail where mail.company_id = company.id
    and mail.kind = ${sql.lit(kind)})`;

export const findCompany = (db: Db, id: string) =>
  db
    .selectFrom('company')
    .select(columns)
    .select([
      'version',
      lastMail('codes').as('codesSentAt'),
      lastMail('reminder').as('remindedAt'),
      sql<string | null>`(select min(voucher.end_date) from ${vouchers} and used_count < quota and ${isOpen})`.as(
        'seatsEnd',
      ),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('company'));

interface Seats {
  companyId: string;
  orderId?: string | undefined;
  patterns?: readonly string[] | undefined;
  isClaimed?: boolean | undefined;
}

/** Seats of orders that are or were paid, with the use that counts, or did when the order's payment was taken back. */
function seatsOf(db: Db, { companyId, orderId, patterns, isClaimed }: Seats) {
  const claim = sql`voucher_redemption.order_id is not null`;
  let seats = db
    .selectFrom('order as bought')
    .innerJoin('voucher', 'voucher.orderId', 'bought.id')
    .innerJoin('orderItem as item', (join) =>
      join.onRef('item.orderId', '=', 'voucher.orderId').onRef('item.line', '=', 'voucher.orderLine'),
    )
    .innerJoin('voucherCode as one', 'one.voucherId', 'voucher.id')
    .leftJoin('voucherRedemption', (join) =>
      join.onRef('voucherRedemption.code', '=', 'one.code').on('voucherRedemption.releasedAt', 'is', null),
    )
    .leftJoin('order as claim', 'claim.id', 'voucherRedemption.orderId')
    .where('bought.companyId', '=', companyId)
    .where('bought.soldOn', 'is not', null);
  if (orderId) seats = seats.where('bought.id', '=', orderId);
  if (isClaimed !== undefined) seats = seats.where(sql<boolean>`(${claim}) = ${isClaimed}`);
  if (patterns) seats = seats.where(matchesAll(sql`lower(one.code) || ' ' || coalesce(claim.search, '')`, patterns));
  return seats;
}

const state = sql<SeatState>`case when voucher_redemption.order_id is not null then 'claimed'
  when not voucher.is_active or one.closed_at is not null then 'closed' when voucher.end_date <= now() then 'ended' else 'unused' end`;
const claimed = sql<Seat['claim']>`case when voucher_redemption.order_id is not null then json_build_object(
  'user', json_build_object('id', claim.user_id, 'name', claim.user_name, 'email', claim.user_email),
  'orderId', claim.id, 'claimedAt', voucher_redemption.redeemed_at) end`;

const inOrder = (seats: ReturnType<typeof seatsOf>) =>
  seats
    .orderBy('bought.createdAt', 'desc')
    .orderBy('bought.id', 'desc')
    .orderBy('voucher.orderLine')
    .orderBy('one.code')
    .select([
      'one.code',
      'item.productName',
      'bought.id as orderId',
      'bought.invoiceNumber',
      'voucher.endDate as endsAt',
      state.as('state'),
      claimed.as('claim'),
    ]);

const seatsPage = pagedList<Seats, Seat>((db, filter, { limit, offset }) => {
  const seats = seatsOf(db, filter);
  return { rows: inOrder(seats).limit(limit).offset(offset), total: cappedCount(seats) };
});

/** Page of a company's seats, and how many are unused and claimed in all. */
export async function findSeats(
  db: Db,
  companyId: string,
  { search, orderId, isClaimed, ...page }: z.output<NonNullable<typeof listSeats.query>>,
) {
  await findCompany(db, companyId);
  const { head, rows } = await seatsPage(db, { companyId, orderId, isClaimed, patterns: personPatterns(search) }, page);
  const counts = await seatsOf(db, { companyId, orderId })
    .select([
      sql<number>`count(*) filter (where ${state} = 'unused')::int`.as('unused'),
      sql<number>`count(voucher_redemption.order_id)::int`.as('claimed'),
    ])
    .executeTakeFirstOrThrow();
  return { ...head, seats: rows, ...counts };
}

/** All seats of a company, or of one of its orders. */
export async function readAllSeats(
  db: Db,
  companyId: string,
  { orderId }: z.output<NonNullable<typeof readSeats.query>>,
) {
  return inOrder(seatsOf(db, { companyId, orderId })).execute();
}

/** Whether a reminder was sent to a company today, in Asia/Jakarta. */
export const wasRemindedToday = async (db: Db, companyId: string): Promise<boolean> =>
  (await db
    .selectFrom('companyMail')
    .select('id')
    .where('companyId', '=', companyId)
    .where('kind', '=', 'reminder')
    .where('day', '=', sql<string>`(now() at time zone 'Asia/Jakarta')::date`)
    .executeTakeFirst()) !== undefined;

export const hasOrder = async (db: Db, companyId: string, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom('order')
    .select('id')
    .where('id', '=', orderId)
    .where('companyId', '=', companyId)
    .executeTakeFirst()) !== undefined;
