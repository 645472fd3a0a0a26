/** Prepares lines of bank statements for their calls: a file, a line with an order that it pays, and one that is decided. */
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import { ignoreLine, matchLine, reopenLine, startMatches } from '#contract/payment/bank/lines.ts';
import { importStatement, previewStatement } from '#contract/payment/bank/statements.ts';
import type { Sql } from '#platform/testing/user.ts';
import type { Ids } from '#shared/testing/sample.ts';

export const readsStatement = (entry: Endpoint) => entry === previewStatement || entry === importStatement;

export const statementFile = (): Buffer =>
  Buffer.from(
    'Account No,Date,Val. Date,Transaction Code,Description,Reference No.,Debit,Credit\n123456789,25/11/26,25/11/26,1,Sampel,,.00,1000.00\n',
  );

export async function prepareBank(sql: Sql, entry: Endpoint, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  const line = ids['bank-line'];
  // Its line is new.
  if (readsStatement(entry)) await sql(`delete from bank_line where tenant = $1 and description = 'Sampel'`, [tenant]);
  if (entry === matchLine || entry === ignoreLine)
    await sql(`update bank_line set state = 'open', reason = null, order_id = null, amount = 100 where id = $1`, [
      line,
    ]);
  if (entry === matchLine)
    await sql(`update "order" set status = 'unpaid', total_amount = 100 where id = $1`, [ids.order]);
  if (entry === reopenLine)
    await sql(`update bank_line set state = 'ignored', reason = 'other', order_id = null where id = $1`, [line]);
  if (entry === startMatches) await addCertain(sql, tenant);
}

/** Adds the one line that has an unambiguous match. */
async function addCertain(sql: Sql, tenant: Tenant): Promise<void> {
  await sql(`delete from bank_line where tenant = $1 and state = 'open'`, [tenant]);
  await sql(
    `with statement as (insert into bank_statement (tenant, bank, account, name, from_day, to_day)
        values ($1, 'BCA', '1', 'a.csv', current_date, current_date) returning id),
      amount as (select 1000000 + (random() * 1e8)::int as amount),
      buyer as (insert into "user" (tenant, email, name, password_hash, role)
        values ($1, new_id() || '@sample.test', 'Rini Wulandari', '', 'member') returning id),
      made as (insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount,
          unique_code, status, payment_provider, payment_method)
        select $1, 'INV/' || new_id(), buyer.id, 'Rini Wulandari', '', '', amount, amount, 5, 'unpaid', 'manual', '' from buyer, amount)
    insert into bank_line (tenant, statement_id, account, booked_on, amount, description, key)
      select $1, statement.id, '1', (now() at time zone 'Asia/Jakarta')::date, amount, 'DARI RINI WULANDARI', new_id() from statement, amount`,
    [tenant],
  );
}
