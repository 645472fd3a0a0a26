/** Tests the journal of a month: balance by day and text, PPN, and its accounts beside the ledger and payouts. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exportJournal } from '#contract/payment/payouts.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { payoutRoutes } from './routes.ts';
import { addPaid, header, importFile, refund, row } from './testing/payout-file.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([payoutRoutes]);
  admin = await test.as('admin');
});
beforeEach(async () => {
  for (const table of ['payout', 'payment', '"order"']) await test.sql(`delete from ${table}`);
});
afterAll(() => test.close());

const journal = async (month = '2026-11-15') => admin.call(exportJournal, { body: { month } });

it('has sales, payments, refunds, fees and payouts by day, each with equal debits and credits', async () => {
  const [one, two] = [await addPaid(test, { amount: 224_000 }), await addPaid(test, { amount: 112_000 })];
  await test.sql(`update "order" set subtotal = 250000, discount_amount = 26123, unique_code = 123 where id = $1`, [
    one.orderId,
  ]);
  await test.sql(`update brand_setting set vat = 'otherValue', vat_rate = 12 where tenant = 'coding'`);
  await refund(test, two, 112_000);
  await importFile(test, [
    header,
    row({ ...one, gross: 224_000, fee: 4440 }),
    row({ ...two, gross: 112_000, fee: 784 }),
    row({ ...two, type: 'Refund', gross: 112_000 }),
    row({ reference: 'TOKO-1', gross: 50_000, fee: 350 }),
  ]);
  const { rows } = (await journal()).body;
  expect(rows.map(({ day, text, account, debit, credit }) => [day, text, account, debit, credit])).toEqual([
    ['2026-11-10', 'Sales', 'Customers', 336_000, 0],
    ['2026-11-10', 'Sales', 'Discounts', 26_123, 0],
    ['2026-11-10', 'Sales', 'PPN', 0, 33_297],
    ['2026-11-10', 'Sales', 'Sales', 0, 328_703],
    ['2026-11-10', 'Sales', 'Unique codes', 0, 123],
    ['2026-11-10', 'Payments', 'Receivable at Midtrans', 336_000, 0],
    ['2026-11-10', 'Payments', 'Customers', 0, 336_000],
    ['2026-11-11', 'Refunds', 'PPN', 11_099, 0],
    ['2026-11-11', 'Refunds', 'Refunds', 100_901, 0],
    ['2026-11-11', 'Refunds', 'Receivable at Midtrans', 0, 112_000],
    ['2026-11-12', 'Fees', 'Fees of Midtrans', 5224, 0],
    ['2026-11-12', 'Fees', 'Receivable at Midtrans', 0, 5224],
    ['2026-11-12', 'Payout PO-1', 'Payouts on their way', 268_426, 0],
    ['2026-11-12', 'Payout PO-1', 'Other programs at Midtrans', 0, 49_650],
    ['2026-11-12', 'Payout PO-1', 'Receivable at Midtrans', 0, 218_776],
  ]);
  const total = (side: 'debit' | 'credit') => rows.reduce((sum, line) => sum + line[side], 0);
  expect(total('debit')).toBe(total('credit'));
});

it('is 409 for a month without entries, and listed under exports', async () => {
  expect((await journal('2020-01-01')).status).toBe(409);
  await addPaid(test, { amount: 100_000 });
  const { rows } = (await journal()).body;
  const [kept] = await test.sql(`select kind, total, rows, filter from data_export order by created_at desc limit 1`);
  expect(kept).toEqual({ kind: 'journal', total: rows.length, rows: rows.length, filter: { month: '2026-11-15' } });
});
