/** Helpers for tests of payouts: files from rows, their preview and import, and orders with payments at a gateway. */
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { importPayouts, previewPayouts } from '#contract/payment/payouts.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { fileImport } from '#shared/testing/file-import.ts';
import { addRecord } from '#shared/testing/sample.ts';

export const header = ['Payout ID', 'Payout date', 'Transaction ID', 'Order ID', 'Type', 'Transaction time', 'Amount', 'Fee', 'Net amount']; // prettier-ignore

interface Line {
  payout?: string;
  day?: string;
  transaction?: string;
  reference: string;
  type?: string;
  gross: number;
  fee?: number;
}

/** Row of a file of Midtrans. */
export const row = ({ payout = 'PO-1', day = '2026-11-12', transaction = '', reference, type = 'Payment', gross, fee = 0 }: Line) => [payout, day, transaction || `T ${reference}`, reference, type, '2026-11-10 09:30:00', `${gross}.00`, String(fee), String(gross - fee)]; // prettier-ignore

export const { preview, start: importFile } = fileImport(previewPayouts, importPayouts, { provider: 'midtrans' });

/** Paid order whose payment is at a gateway; returns its ids. */
export async function addPaid(
  test: TestApp,
  { amount, paid = amount, tenant = 'coding' }: { amount: number; paid?: number; tenant?: Tenant },
) {
  const userId = await addRecord(test.sql, 'user', tenant, { role: 'member' });
  const orderId = await addRecord(test.sql, 'order', tenant, {
    user_id: userId,
    status: 'paid',
    subtotal: amount,
    discount_amount: 0,
    voucher_amount: 0,
    unique_code: null,
    total_amount: amount,
    paid_at: '2026-11-10T02:30:00Z',
    payment_provider: 'midtrans',
    payment_method: 'QRIS',
  });
  const reference = `${tenant}-${orderId}-1`;
  const [entry] = await test.sql(
    `insert into payment (tenant, order_id, kind, provider, method, amount, at, reference)
      values ($1, $2, 'charge', 'midtrans', 'QRIS', $3, '2026-11-10T02:30:00Z', $4) returning id`,
    [tenant, orderId, paid, reference],
  );
  return { orderId, userId, reference, paymentId: String(entry!['id']) };
}

export const refund = (test: TestApp, { orderId }: { orderId: string }, amount: number) =>
  test.sql(
    `insert into payment (tenant, order_id, kind, provider, method, amount, at)
      values ('coding', $1, 'refund', 'midtrans', 'QRIS', $2, '2026-11-11T02:30:00Z')`,
    [orderId, -amount],
  );
