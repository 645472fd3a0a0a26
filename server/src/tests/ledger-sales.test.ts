/** Proves that the ledger, the statuses of orders and the sales say the same, for the demo and for random histories. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';
import { type Tenant, tenants } from '#contract/kernel/endpoint.ts';
import { getOrder, setOrderStatus } from '#contract/order/endpoints.ts';
import type { SetStatus } from '#contract/order/rules.ts';
import { readSales } from '#contract/order/sales.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import { listPayments, recordPayment, takePaymentBack } from '#contract/payment/entries.ts';
import { type LedgerEntry, ledgerSums, statusByLedger } from '#contract/payment/ledger.ts';
import { createRefund, markTransferred } from '#contract/payment/refunds.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { fillDemo } from '../demo/fill.ts';
import { testApp } from './app.ts';

type Entry = LedgerEntry & { id: string; at: Date; reverses: string | null };
interface Order {
  status: OrderStatus;
  total_amount: number;
  sold_on: string | null;
  returned_on: string | null;
  entries: Entry[];
}

const readOrders = async (test: TestApp, tenant: Tenant) =>
  (await test.sql(
    `select status, total_amount, sold_on::text, returned_on::text, (select coalesce(json_agg(p order by at, id), '[]')
      from payment p where p.tenant = o.tenant and p.order_id = o.id) as entries from "order" o where tenant = $1`,
    [tenant],
  )) as unknown as Order[];

/** Charges and refunds that nobody took back. */
function standing(entries: readonly Entry[]): Entry[] {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  return entries.filter(({ id, kind }) => kind !== 'adjustment' && kind !== 'fee' && !reversed.has(id));
}

const dayOf = ({ at }: Entry) => jakartaDay(new Date(at));

/**
 * Sale of an order by its ledger: the day on which it had its total, and its refunds since by day. Money above the total
 * goes back first, and was never sold.
 */
function saleOf(order: Order) {
  const returned: { day: string; amount: number }[] = [];
  let held = 0;
  let sold: string | null = null;
  for (const entry of standing(order.entries)) {
    const own = Math.min(-entry.amount, -entry.amount - held + order.total_amount);
    if (entry.kind === 'refund' && sold !== null && own > 0) returned.push({ day: dayOf(entry), amount: own });
    held += entry.amount;
    if (entry.kind === 'charge' && held >= order.total_amount) sold = dayOf(entry);
  }
  return { sold, returned, isReturned: sold !== null && held === 0 };
}

/** Sales by the ledger: an order that has its total is a sale of the day of its last charge; refunds have their own days. */
function salesByLedger(orders: readonly Order[], from: string, to: string) {
  let [paid, refunded] = [0, 0];
  const isIn = (day: string | null) => day !== null && from <= day && day <= to;
  for (const order of orders) {
    const { sold, returned } = saleOf(order);
    if (isIn(sold)) paid += order.total_amount;
    for (const { day, amount } of returned) if (isIn(day)) refunded += amount;
  }
  return { paid, refunded };
}

function expectOrderAgrees(order: Order): void {
  const { status, total_amount: totalAmount, entries } = order;
  const facts = { status, totalAmount };
  const { paid, refunded } = ledgerSums(facts, entries);
  expect([paid >= 0, refunded >= 0, refunded <= paid, paid - refunded <= totalAmount]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  if (totalAmount === 0) return;
  expect(statusByLedger(facts, entries)).toBe(status);
  const { sold, returned, isReturned } = saleOf(order);
  expect([sold, isReturned ? returned.at(-1)?.day : null]).toEqual([order.sold_on, order.returned_on]);
}

/** Expects that the kinds of sales of each day add up to its total; promotions overlap. */
async function expectSplit(test: TestApp, tenant: Tenant, from: string, to: string): Promise<void> {
  const db = test.database.tenant(tenant);
  const { rows } = await sql<
    Record<string, string>
  >`select day, kind, sum(paid)::text as paid, sum(refunded)::text as refunded
    from sales_of(array(select generate_series(${from}::date, ${to}::date, '1 day')::date), null)
    where kind in ('total', 'product', 'method') group by day, kind`.execute(db);
  const sums = (kind: string) =>
    rows.filter((row) => row['kind'] === kind).map(({ day, paid, refunded }) => `${day} ${paid} ${refunded}`);
  expect(sums('product').toSorted()).toEqual(sums('total').toSorted());
  expect(sums('method').toSorted()).toEqual(sums('total').toSorted());
}

/** Compares each order, and *Sales* of a year, a week and a day; returns the number of orders. */
async function expectAgreement(test: TestApp, caller: TestCaller, tenant: Tenant): Promise<number> {
  const orders = await readOrders(test, tenant);
  for (const order of orders) expectOrderAgrees(order);
  const to = jakartaDay(new Date());
  for (const from of [plusDays(to, -364), plusDays(to, -6), to]) {
    const { total } = (await caller.call(readSales, { query: { from, to } })).body;
    expect({ paid: total.paid, refunded: total.refunded }).toEqual(salesByLedger(orders, from, to));
    await expectSplit(test, tenant, from, to);
  }
  return orders.length;
}

let test: TestApp;
let admin: TestCaller;
const orders: string[] = [];
const made: string[] = [];

beforeAll(async () => {
  test = await testApp();
  await fillDemo(test.ownerUrl);
  admin = await test.as('admin');
  for (const total of [90_000, 150_001, 1]) {
    const userId = await addRecord(test.sql, 'user', 'coding', { role: 'member' });
    for (const status of ['unpaid', 'pending', 'expired'])
      orders.push(await addRecord(test.sql, 'order', 'coding', { user_id: userId, status, total_amount: total }));
  }
}, 120_000);
afterAll(() => test.close());

it.each(tenants)('agree in the demo of %s', async (tenant) => {
  expect(await expectAgreement(test, await test.as('admin', tenant), tenant)).toBeGreaterThan(100);
});

const idOf = (n: number) => orders[n % orders.length]!;
const set = (status: SetStatus) => async (n: number) => {
  await admin.call(setOrderStatus, { params: { id: idOf(n) }, body: { status } });
};
const together = (value: SetStatus) => async (n: number) => {
  const ids = orders.filter((_, index) => (n + index) % 3 > 0);
  const { body } = await admin.call(batches.orderStatus.start, {
    query: {},
    body: { ids, expected: ids.length, value, removeAccess: true },
  });
  made.push(body.batchId);
};

const actions: Record<string, (n: number) => Promise<unknown>> = {
  paid: set('paid'),
  refunded: set('refunded'),
  cancelled: set('cancelled'),
  'all paid': together('paid'),
  'all cancelled': together('cancelled'),
  'part refunded': async (n) => {
    const body = { amount: 1 + (n % 40_000), reason: 'Part', removeAccess: n % 2 === 0 };
    const { status, body: refund } = await admin.call(createRefund, { params: { id: idOf(n) }, body });
    if (status === 201 && n % 3)
      await admin.call(markTransferred, { body: { ids: [refund.refundId], reference: String(n) } });
  },
  undo: async (n) => {
    const id = made[n % made.length];
    if (id) await admin.call(undoBatch, { params: { id } });
  },
  part: (n) =>
    admin.call(recordPayment, {
      params: { id: idOf(n) },
      body: { amount: 1 + (n % 60_000), method: 'QRIS', note: 'Part', reference: n % 5 ? '' : `R${n}` },
    }),
  'take back': async (n) => {
    const { payments } = (await admin.call(listPayments, { params: { id: idOf(n) } })).body;
    const [entry] = payments;
    if (entry) await admin.call(takePaymentBack, { params: { id: idOf(n), paymentId: entry.paymentId } });
  },
};
const step = fc.tuple(fc.constantFrom('part', 'part refunded', ...Object.keys(actions)), fc.nat(1_000_000));

it('agree after every history of parts, statuses, bulk changes and their undo', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 8 }), async (steps) => {
      for (const [name, n] of steps) {
        await actions[name]!(n);
        await expectAgreement(test, admin, 'coding');
      }
      const { status } = await admin.call(getOrder, { params: { id: idOf(0) } });
      expect(status).toBe(200);
    }),
    { numRuns: 10, endOnFailure: true },
  );
}, 120_000);
