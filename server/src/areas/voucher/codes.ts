/** Single-use codes of a voucher: generated, listed, and deleted while unused. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { type codesDraft, type listCodes, maxCodesInAll, type readCodes } from '#contract/voucher/codes.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { type Page, cappedCount, pagedList, matchesAll, searchPatterns } from '#platform/list.ts';
import { drawCode } from '#shared/voucher-codes.ts';
import { findVoucher } from './queries.ts';

/** Inserts codes, skipping those that any voucher has; returns the number inserted. */
async function insertCodes(db: Db, voucherId: string, codes: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`insert into voucher_code (voucher_id, code)
    select ${voucherId}, drawn.code from unnest(${codes}::text[]) drawn (code)
    where not exists (select 1 from voucher where voucher.code = drawn.code)
    on conflict (tenant, code) do nothing`.execute(db);
  return Number(numAffectedRows);
}

const addToTotal = (db: Db, id: string, by: number) =>
  sql`update voucher set total_codes = total_codes + ${by}::int where id = ${id}`.execute(db);

/** Generates `count` codes; 409 beyond the limit of a voucher. */
export async function makeCodes(db: Db, id: string, { prefix, count }: z.output<typeof codesDraft>) {
  await lockForUpdate(db, 'voucher', id, null);
  const { totalCodes, orderId } = await findVoucher(db, id);
  if (orderId !== null) throw conflict('These are the seats of an order: their number is what was bought');
  if (totalCodes + count > maxCodesInAll)
    throw conflict(`A voucher has at most ${maxCodesInAll.toLocaleString('id-ID')} codes`, 'count');
  for (let left = count; left > 0;)
    left -= await insertCodes(
      db,
      id,
      Array.from({ length: left }, () => drawCode(prefix)),
    );
  await addToTotal(db, id, count);
  return { changed: count };
}

/** Deletes the codes that no order has ever used; returns their number. */
export async function removeUnused(db: Db, id: string) {
  await lockForUpdate(db, 'voucher', id, null);
  if ((await findVoucher(db, id)).orderId !== null) throw conflict('These are the seats of an order');
  const { numAffectedRows = 0n } = await sql`delete from voucher_code c where voucher_id = ${id}
    and not exists (select 1 from voucher_redemption r where r.code = c.code)`.execute(db);
  const changed = Number(numAffectedRows);
  if (changed > 0) await addToTotal(db, id, -changed);
  return { changed };
}

type Row = Reply<typeof listCodes>['codes'][number];

const codesPage = pagedList<
  { voucherId: string; patterns: readonly string[] | undefined; isUsed: boolean | undefined },
  { code: string; use: Row['use'] }
>((db, { voucherId, patterns, isUsed }, { limit, offset }) => {
  const all = db
    .selectFrom('voucherCode as one')
    .leftJoin('voucherRedemption as redemption', (join) =>
      join.onRef('redemption.code', '=', 'one.code').on('redemption.releasedAt', 'is', null),
    )
    .leftJoin('order', 'order.id', 'redemption.orderId')
    .where('one.voucherId', '=', voucherId);
  let matching = patterns ? all.where(matchesAll(sql`lower(one.code)`, patterns)) : all;
  if (isUsed !== undefined) matching = matching.where(sql<boolean>`(redemption.order_id is not null) = ${isUsed}`);
  const use = sql<
    Row['use']
  >`case when redemption.order_id is not null then json_build_object('orderId', redemption.order_id,
    'invoiceNumber', "order".invoice_number, 'user', json_build_object('id', redemption.user_id, 'name', "order".user_name),
    'redeemedAt', redemption.redeemed_at) end`;
  const rows = matching
    .orderBy('one.code')
    .limit(limit)
    .offset(offset)
    .select(['one.code', use.as('use')]);
  return { rows, total: cappedCount(matching) };
});

/** Page of a voucher's codes; 404 if the voucher does not exist. */
export async function findCodes(
  db: Db,
  voucherId: string,
  { search, isUsed, ...page }: Page & { search: string; isUsed?: boolean | undefined },
): Promise<Reply<typeof listCodes>> {
  await findVoucher(db, voucherId);
  const filters = { voucherId, patterns: searchPatterns(search), isUsed };
  const { head, rows } = await codesPage(db, filters, page);
  return { ...head, codes: rows.map(({ code, use }) => ({ code, use })) };
}

/** All codes of a voucher, each with the invoice number of the order that uses it. */
export async function readAllCodes(db: Db, voucherId: string): Promise<Reply<typeof readCodes>> {
  await findVoucher(db, voucherId);
  const { rows } = await sql<{ code: string; invoiceNumber: string | null }>`
    select one.code, o.invoice_number as "invoiceNumber" from voucher_code one
      left join voucher_redemption r on r.code = one.code and r.released_at is null
      left join "order" o on o.id = r.order_id
    where one.voucher_id = ${voucherId} order by one.code`.execute(db);
  return { codes: rows };
}

/** 409 if the code is a single-use code of a voucher: a code must identify one voucher. */
export async function refuseTakenCode(db: Db, code: string): Promise<void> {
  const taken = await db.selectFrom('voucherCode').select('code').where('code', '=', code).executeTakeFirst();
  if (taken) throw conflict('Another voucher has this code', 'code');
}
