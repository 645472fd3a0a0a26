/** Prepares records for calls of payouts: a bank line of its amount, an account, and a month with an entry. */
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import { exportJournal, importPayouts, previewPayouts, setArrival } from '#contract/payment/payouts.ts';
import type { Sql } from '#platform/testing/user.ts';
import type { Ids } from '#shared/testing/sample.ts';
import { writeCsv } from '#shared/spreadsheet/csv.ts';

export const readsPayouts = (entry: Endpoint): boolean => entry === previewPayouts || entry === importPayouts;

let count = 0;
/** File with one payout of a transaction that is not there yet. */
export const payoutFile = (): Buffer =>
  Buffer.from(
    writeCsv([
      ['Payout ID', 'Payout date', 'Order ID', 'Amount', 'Fee'],
      ['PO-1', '2026-01-02', `TOKO-${count}`, '100000', '700'],
    ]),
  );

export async function preparePayouts(sql: Sql, entry: Endpoint, tenant: Tenant, ids: Partial<Ids>): Promise<void> {
  if (readsPayouts(entry)) count += 1;
  if (entry === setArrival) {
    await sql('update payout set net = 5000, bank_line_id = null, arrived_on = null where id = $1', [ids.payout]);
    await sql(
      `update bank_line set amount = 5000, state = 'open', reason = null, order_id = null, payment_id = null where id = $1`,
      [ids['bank-line']],
    );
  }
  if (entry === exportJournal)
    await sql(
      `with made as (insert into payout (tenant, provider, reference, paid_out_on)
          values ($1, 'midtrans', new_id(), '2026-01-02') returning id)
        insert into payout_line (tenant, payout_id, provider, key, kind, reference, at, gross, fee)
          select $1, id, 'midtrans', id, 'payment', '', '2026-01-02', 1000, 7 from made`,
      [tenant],
    );
}
