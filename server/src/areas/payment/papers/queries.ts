/** SQL of papers: their orders with buyer and seller, and lists. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { listPapers, type paperFilter, paperRow } from '#contract/payment/papers.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { cappedCount, matchesAll, pageOf, queriedList, searchPatterns } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import type { Source } from './content.ts';

const buyerColumns = sql`json_build_object('name', buyer.name, 'address', buyer.address, 'npwp', buyer.npwp,
  'nik', buyer.nik, 'email', buyer.email)`;
/** The order's own; or that with tax data of the member's latest order with one; or the member. */
const buyer = sql<Source['buyer']>`coalesce(
  (select ${buyerColumns} from order_buyer buyer where buyer.order_id = "order".id),
  (select ${buyerColumns} from order_buyer buyer join "order" other on other.id = buyer.order_id
    where other.user_id = "order".user_id and buyer.npwp || buyer.nik || buyer.address <> ''
    order by other.created_at desc, other.id desc limit 1),
  json_build_object('name', user_name, 'address', '', 'npwp', '', 'nik', '', 'email', user_email))`;
const items = sql<
  Source['items']
>`(select coalesce(json_agg(json_build_object('productName', product_name, 'price', price, 'quantity', quantity,
    'discountAmount', item.discount_amount, 'discountName', discount_name) order by line), '[]')
  from order_item item where item.order_id = "order".id)`;
/** Sum that went back, less what was found not to have gone; without what had come in above the total. */
const refunded = sql<number>`(select greatest(least(coalesce(-sum(amount) filter (where kind = 'refund' or kind = 'adjustment' and amount > 0), 0),
    total_amount - sum(amount)), 0)::int
  from payment where payment.order_id = "order".id and kind <> 'fee')`;

/** Order with all that a paper says of it. `isLocked`: until the transaction ends. */
export async function findSource(db: Db, orderId: string, isLocked = false): Promise<Source> {
  if (isLocked) await sql`select from "order" where id = ${orderId} for no key update`.execute(db);
  const { sellerName, sellerAddress, sellerNpwp, bankAccount, signatory, vat, vatRate, ...order } = await db
    .selectFrom('order')
    .innerJoin('brandSetting', (join) => join.onTrue())
    .select(['order.id as orderId', 'invoiceNumber', 'createdAt', 'status', 'paymentMethod', 'paidAt', 'expiredAt'])
    .select([
      'subtotal',
      'discountAmount',
      'voucherCode',
      'voucherAmount',
      'uniqueCode',
      'totalAmount',
      'purchaseOrder',
    ])
    .select(['sellerName', 'sellerAddress', 'sellerNpwp', 'bankAccount', 'signatory', 'vat', 'vatRate'])
    .select([buyer.as('buyer'), items.as('items'), refunded.as('refunded')])
    .where('order.id', '=', orderId)
    .executeTakeFirstOrThrow(() => notFound('order'));
  const seller = { name: sellerName, address: sellerAddress, npwp: sellerNpwp, bankAccount, signatory };
  return { ...order, seller, terms: { rule: vat, rate: vatRate } };
}

const columns = columnsOf('paper', paperRow, {
  paperId: 'id',
  invoiceNumber: sql<string>`paper.content ->> 'invoiceNumber'`,
  buyerName: sql<string>`paper.content -> 'buyer' ->> 'name'`,
});

type Mail = { email: string; askedAt: string; sentAt: string | null };
const mails = sql<
  Mail[]
>`(select coalesce(json_agg(json_build_object('email', email, 'askedAt', asked_at, 'sentAt', sent_at)
  order by mail.id), '[]') from paper_mail mail where mail.paper_id = paper.id)`;

/** Papers of an order, oldest first. */
export const findPapers = (db: Db, orderId: string) =>
  db
    .selectFrom('paper')
    .select(columns)
    .select(mails.as('mails'))
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute();

/** First moment of the month of a day, some months later, without a time zone. */
export const firstOf = (month: string, months = 0) =>
  sql`date_trunc('month', ${month}::date::timestamp) + ${sql.lit(`${months} months`)}::interval`;
const isIssuedIn = (month: string) => sql<boolean>`issued_at >= (${firstOf(month)}) at time zone 'Asia/Jakarta'
  and issued_at < (${firstOf(month, 1)}) at time zone 'Asia/Jakarta'`;
/** Condition on "order": it was paid in the month of a day. */
export const isSoldIn = (month: string) =>
  sql<boolean>`sold_on >= (${firstOf(month)})::date and sold_on < (${firstOf(month, 1)})::date`;

type Filter = Omit<z.output<typeof paperFilter>, 'search'> & { patterns: readonly string[] | undefined };

export const matchingPapers = (db: Db, { patterns, month, kind }: Filter) => {
  let papers = db.selectFrom('paper');
  if (patterns) papers = papers.where(matchesAll('search', patterns));
  if (kind) papers = papers.where('kind', '=', kind);
  if (month) papers = papers.where(isIssuedIn(month));
  return papers;
};

export const paperColumns = columns;
const sorts = ordersOf('paper', listPapers, {});

export const listedPapers = queriedList(listPapers, (db, filters, window, sort) => {
  const matching = matchingPapers(db, filters);
  const page = pageOf(matching, db.selectFrom('paper'), sorts[sort], window);
  return { rows: page.select(columns), total: cappedCount(matching) };
});

export const sumsOfPapers = (db: Db, { search, ...filter }: z.output<typeof paperFilter>) =>
  matchingPapers(db, { ...filter, patterns: searchPatterns(search) })
    .select('kind')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`sum(total)::float8`.as('total'),
      sql<number>`sum(vat)::float8`.as('vat'),
    ])
    .groupBy('kind')
    .orderBy(sql`array_position('{invoice,receipt,credit-note}'::text[], kind)`)
    .execute();
