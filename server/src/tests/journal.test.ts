/** Proves that the journal of the demo's months balances, and says what Sales, the ledger and the payouts say. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';
import { type Tenant, tenants } from '#contract/kernel/endpoint.ts';
import { readSales, readSalesFees } from '#contract/order/sales.ts';
import { type JournalRow, exportJournal } from '#contract/payment/payouts.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { fillDemo } from '../demo/fill.ts';
import { testApp } from './app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
  await fillDemo(test.ownerUrl);
});
afterAll(() => test.close());

const sum = (rows: readonly JournalRow[], of: (row: JournalRow) => number) =>
  rows.reduce((all, row) => all + of(row), 0);
const balance = ({ debit, credit }: JournalRow) => debit - credit;

/** Months of the demo: its last three. */
function months(): { from: string; to: string }[] {
  let first = `${jakartaDay(new Date()).slice(0, 8)}01`;
  return Array.from({ length: 3 }, () => {
    const to = plusDays(plusDays(first, 32).slice(0, 8) + '01', -1);
    const month = { from: first, to };
    first = `${plusDays(first, -1).slice(0, 8)}01`;
    return month;
  });
}

const ledgerOf = async (tenant: Tenant, { from, to }: { from: string; to: string }) =>
  (
    await test.sql(
      `select coalesce(sum(amount) filter (where provider = 'midtrans'), 0)::int as midtrans,
        coalesce(sum(amount) filter (where provider = 'manual'), 0)::int as manual
      from payment where tenant = $1 and (at at time zone 'Asia/Jakarta')::date between $2 and $3`,
      [tenant, from, to],
    )
  )[0]!;

it.each(tenants)('agrees for %s', async (tenant) => {
  const admin = await test.as('admin', tenant);
  for (const month of months()) {
    const { rows } = (await admin.call(exportJournal, { body: { month: month.to } })).body;
    for (const [, of] of Map.groupBy(rows, ({ day, text }) => `${day} ${text}`)) expect(sum(of, balance)).toBe(0);
    const { total } = (await admin.call(readSales, { query: month })).body;
    const of = (text: string, account?: string) =>
      rows.filter((row) => row.text === text && (account === undefined || row.account === account));
    expect(sum(of('Sales', 'Customers'), balance)).toBe(total.paid);
    expect(sum(of('Sales', 'Discounts'), balance) + sum(of('Sales', 'Vouchers'), balance)).toBe(total.discounts);
    expect(-sum([...of('Sales', 'Sales'), ...of('Sales', 'PPN')], balance)).toBe(total.gross);
    expect(sum([...of('Refunds', 'Refunds'), ...of('Refunds', 'PPN')], balance)).toBe(total.refunded);
    const fees = (await admin.call(readSalesFees, { query: month })).body;
    expect(sum(of('Fees'), ({ debit }) => debit)).toBe(fees.total);
    const ledger = await ledgerOf(tenant, month);
    const isPayout = ({ text }: JournalRow) => text.startsWith('Payout');
    const receivable = rows.filter((row) => row.account === 'Receivable at Midtrans' && !isPayout(row));
    expect(sum(receivable, balance)).toBe(ledger['midtrans']);
    expect(
      sum(
        rows.filter(({ account, text }) => account === 'Bank' && !text.startsWith('Arrival')),
        balance,
      ),
    ).toBe(ledger['manual']);
  }
});
