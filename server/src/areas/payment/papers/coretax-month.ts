/** Orders that were paid in a month, for Coretax: invoices that are ready, and what the others lack. */
import { type RawBuilder, sql } from 'kysely';
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';
import { coretaxPart } from '#contract/payment/papers.ts';
import { type VatRule, hasVat } from '#contract/payment/vat.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, cappedTotal, countToCap, pagedList } from '#platform/list.ts';
import type { PaperContent } from './content.ts';
import type { Invoice } from './coretax.ts';
import { isSoldIn } from './queries.ts';

/** Last day of the month before this one, in Asia/Jakarta. */
export const lastMonth = () => plusDays(`${jakartaDay(new Date()).slice(0, 8)}01`, -1);

const refusals: Partial<Record<VatRule, string>> = {
  none: 'This brand is not a PKP: it issues no faktur pajak, and has no file for Coretax. If it is one, a superadmin sets PPN under Settings.',
  exempt:
    'This brand’s prices have no PPN (exempt). Coretax asks for the code of the exemption in each faktur: enter them there.',
};

/** Tax number of the brand, and the reason why it has no file for Coretax; null: it has. */
export async function findSeller(db: Db) {
  const { vat, sellerNpwp } = await db
    .selectFrom('brandSetting')
    .select(['vat', 'sellerNpwp'])
    .executeTakeFirstOrThrow();
  return { sellerNpwp, refusal: hasVat(vat) ? null : (refusals[vat] ?? null) };
}

// Literals instead of parameters: generic plans use partial indexes only for these.
const soldIn = (db: Db, month: string) =>
  db.selectFrom('order').where(isSoldIn(month)).where('totalAmount', '>', sql.lit(0));

/** Orders paid in a month that cost something, each with its invoice if it has one. */
export const paidIn = (db: Db, month: string) =>
  soldIn(db, month).leftJoin('paper', (join) =>
    join.onRef('paper.orderId', '=', 'order.id').on('paper.kind', '=', sql.lit('invoice')),
  );

/** Orders of a month that are still paid, and lack their invoice. */
export const lackingIn = (db: Db, month: string) =>
  // Only a column of the join makes it an anti-join, which reads the index alone.
  paidIn(db, month).where('paper.orderId', 'is', null).where('order.status', '=', sql.lit('paid'));

const buyerText = (name: string) => sql`coalesce(content -> 'buyer' ->> ${sql.lit(name)}, '')`;

/** Conditions on an invoice, by the reason that is given where one is not met; the index `paper_ready` has the same. */
const conditions = Object.entries<RawBuilder<boolean>>({
  'Its invoice has no PPN: it was issued under another setting': sql`content ->> 'vat' is not null`,
  'The buyer has neither NPWP nor NIK': sql`${buyerText('npwp')} || ${buyerText('nik')} <> ''`,
  'The buyer has no address': sql`${buyerText('address')} <> ''`,
  'The buyer has no name': sql`${buyerText('name')} <> ''`,
});

const isReady = sql<boolean>`kind = 'invoice' and ${sql.join(
  conditions.map(([, isMet]) => isMet),
  sql` and `,
)}`;

const reasons = sql<string[]>`case
  when "order".status <> 'paid' then array['It is no longer paid: if it was imported before, correct it in Coretax']
  when paper.id is null then array['It has no invoice']
  else array_remove(array[${sql.join(
    conditions.map(([reason, isMet]) => sql`case when not ${isMet} then ${sql.lit(reason)} end`),
  )}], null) end`;

/** Orders of a month whose invoice cannot be imported, with all reasons, in the order of the payments. */
export const listProblems = pagedList((db, month: string, { limit, offset }) => {
  const problems = soldIn(db, month)
    .leftJoin(
      (query) => query.selectFrom('paper').select('orderId').where(isReady).as('ready'),
      (join) => join.onRef('ready.orderId', '=', 'order.id'),
    )
    .where((check) => check.or([check('status', '<>', sql.lit('paid')), check('ready.orderId', 'is', null)]));
  const rows = problems
    .leftJoin('paper', (join) => join.onRef('paper.orderId', '=', 'order.id').on('paper.kind', '=', sql.lit('invoice')))
    .select(['order.id as orderId', 'invoiceNumber', 'totalAmount as total'])
    .select([sql<string>`coalesce(content -> 'buyer' ->> 'name', user_name)`.as('buyerName'), reasons.as('reasons')])
    .orderBy('soldOn')
    .orderBy('order.id')
    .limit(limit)
    .offset(offset);
  return { rows, total: cappedCount(problems) };
});

const readyIn = (db: Db, month: string) =>
  soldIn(db, month)
    .innerJoin('paper', 'paper.orderId', 'order.id')
    .where('order.status', '=', sql.lit('paid'))
    .where(isReady);

/** Invoices of a part of a month's file, in the order of the payments. */
export const findInvoices = (db: Db, month: string, part: number): Promise<Invoice[]> =>
  readyIn(db, month)
    .select(['paper.id', 'number', sql<string>`sold_on::text`.as('day'), sql<PaperContent>`content`.as('content')])
    .orderBy('soldOn')
    .orderBy('order.id')
    .limit(coretaxPart)
    .offset((part - 1) * coretaxPart)
    .execute();

/** Numbers of invoices that are ready and of paid orders that lack theirs, each up to the cap. */
export async function countMonth(db: Db, month: string, hasFile: boolean) {
  const [ready, lacking] = await Promise.all([
    hasFile ? countToCap(db, readyIn(db, month)) : cappedTotal(0),
    countToCap(db, lackingIn(db, month)),
  ]);
  return {
    ready: ready.total,
    ...(ready.isTotalCapped && { isReadyCapped: true }),
    lacking: lacking.total,
    ...(lacking.isTotalCapped && { isLackingCapped: true }),
  };
}
