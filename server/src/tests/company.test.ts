/** Tests orders of companies: exact sums, seats as codes that follow the payment, who claimed them, and mails. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getBatch, undoBatch } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { companies, listSeats, readSeats, remindCompany, sendCodes } from '#contract/company/endpoints.ts';
import { placeOrder } from '#contract/integration/orders.ts';
import { getOrder, listOrders, setOrderStatus } from '#contract/order/endpoints.ts';
import { makeOrder, quoteOrder } from '#contract/order/new-order.ts';
import { readSales } from '#contract/order/sales.ts';
import { listPayments } from '#contract/payment/entries.ts';
import { createRefund, listOrderRefunds, markTransferred } from '#contract/payment/refunds.ts';
import { getInvoice, getOrderPapers } from '#contract/payment/papers.ts';
import { vouchers } from '#contract/voucher/endpoints.ts';
import { makeCodes, removeUnusedCodes } from '#contract/voucher/codes.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { type Mailbox, openMailbox } from '#shared/mail/testing/mailbox.ts';
import { readPdf } from '#shared/paper/testing/read-pdf.ts';
import { basketOf } from '#shared/testing/sale.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { refreshGaps } from '#shared/access-gaps.ts';
import { sendCompanyMail } from '../areas/company/jobs.ts';
import { testApp } from './app.ts';
import { runOnce } from './batch-work.ts';

let test: TestApp;
let cs: TestCaller;
let admin: TestCaller;
let shop: TestCaller;
let mailbox: Mailbox;
beforeAll(async () => {
  test = await testApp();
  cs = await test.as('customer-service');
  admin = await test.as('admin');
  shop = await test.asKey(['orders:write']);
  mailbox = await openMailbox(test, [sendCompanyMail]);
});
afterAll(async () => {
  await mailbox.close();
  await test.close();
});

let made = 0;
const member = (over: object = {}) =>
  addRecord(test.sql, 'user', 'coding', { role: 'member', external_id: `staff ${(made += 1)}`, ...over });
const course = (over: object = {}) =>
  addRecord(test.sql, 'course', 'coding', { price: 200_000, is_published: true, ...over });
const draft = { name: 'PT Maju Bersama', npwp: '012345678423000', address: 'Jalan Sudirman 1', email: 'ap@maju.test' };
const company = async (over: object = {}) =>
  (await cs.call(companies.create, { body: { ...draft, ...over } })).body.companyId;
const read = async (id: string) => (await cs.call(companies.get, { params: { id } })).body;

interface Bought {
  quantity?: number;
  courseId?: string;
  companyId?: string;
  price?: number;
}
/** Order of a company for seats of a course. */
async function order({ quantity = 3, price = 200_000, ...of }: Bought = {}) {
  const [companyId, courseId] = [of.companyId ?? (await company()), of.courseId ?? (await course({ price }))];
  const items = basketOf(courseId).map((item) => ({ ...item, quantity }));
  const body = { userId: await member(), companyId, items, purchaseOrder: 'PO/2026/17', payableDays: 14 };
  const answer = await cs.call(makeOrder, { body: { ...body, totalAmount: price * quantity } });
  expect([answer.status, answer.body]).toMatchObject([201, {}]);
  return { id: answer.body.orderId, companyId, courseId, userId: body.userId };
}
type Order = Awaited<ReturnType<typeof order>>;
const set = (id: string, status: 'paid' | 'refunded' | 'cancelled', removeAccess = true) =>
  cs.call(setOrderStatus, { params: { id }, body: { status, removeAccess } });
async function paid(of: Bought = {}) {
  const bought = await order(of);
  expect((await set(bought.id, 'paid')).status).toBe(200);
  return bought;
}
const seats = async ({ id, companyId }: Order) =>
  (await cs.call(readSeats, { params: { id: companyId }, query: { orderId: id } })).body.seats;
const codes = async (of: Order) => (await seats(of)).map(({ code }) => code);

/** Claims a seat as a new member, through the call of the shop. */
async function claim({ courseId }: Order, code: string, userId?: string) {
  const person = userId ?? (await member());
  const [row] = await test.sql('select external_id from "user" where id = $1', [person]);
  const externalId = `claim ${(made += 1)}`;
  const answer = await shop.call(placeOrder, {
    body: {
      externalId,
      member: { externalId: String(row!['external_id']) },
      items: basketOf(courseId),
      voucherCode: code,
    },
  });
  return { ...answer, userId: person };
}
const hasCourse = async (userId: string, { courseId }: Order) =>
  (await test.sql('select 1 from course_user where user_id = $1 and course_id = $2', [userId, courseId])).length > 0;
const gaps = async (userIds: string[]) => {
  const db = test.app.deps.database.tenant('coding');
  await refreshGaps(db, { userIds, hasTracking: false });
  return test.sql('select kind from access_gap where user_id = any($1::uuid[])', [userIds]);
};

describe('an order for a company', () => {
  it('costs the price after discounts times its seats, and its papers name company, purchase order and quantity', async () => {
    const [companyId, courseId] = [await company(), await course({ name: 'Dasar Go', price: 99_999 })];
    const discount = await addRecord(test.sql, 'discount', 'coding', { discount_type: 2, value: 15, is_active: true });
    await test.sql('insert into discount_course (tenant, discount_id, course_id) values ($1, $2, $3)', [
      'coding',
      discount,
      courseId,
    ]);
    const userId = await member();
    const items = basketOf(courseId).map((item) => ({ ...item, quantity: 7 }));
    const { body: quote } = await cs.call(quoteOrder, { body: { userId, companyId, items } });
    // One costs 84.999: 15% off 99.999, rounded down.
    expect(quote).toMatchObject({ subtotal: 699_993, discountAmount: 105_000, totalAmount: 594_993 });
    expect(quote.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(594_993);
    const body = { userId, companyId, items, purchaseOrder: 'PO/2026/17', payableDays: 14, totalAmount: 594_993 };
    const { status, body: bought } = await cs.call(makeOrder, { body });
    expect(status).toBe(201);
    const params = { id: bought.orderId };
    const { body: stored } = await cs.call(getOrder, { params });
    expect(stored).toMatchObject({
      subtotal: 699_993,
      discountAmount: 105_000,
      totalAmount: 594_993 + stored.uniqueCode!,
      items: [{ quantity: 7, price: 699_993, discountAmount: 105_000, access: 'none' }],
      company: { companyId, name: 'PT Maju Bersama', purchaseOrder: 'PO/2026/17' },
    });
    const papers = (await cs.call(getOrderPapers, { params })).body;
    expect(papers.buyer).toMatchObject({ ...draft, name: 'PT Maju Bersama' });
    const invoice = await test.app.inject({
      url: `/api${getInvoice.url.replace(':id', bought.orderId)}`,
      headers: { authorization: `Bearer ${cs.token}` },
    });
    const text = JSON.stringify(await readPdf(invoice.rawPayload));
    for (const part of ['PT Maju Bersama', '01.234.567.8-423.000', 'Nomor PO PO/2026/17', 'Dasar Go (7 × Rp'])
      expect(text).toContain(part);
  });

  it('opens nothing to its member, and is no difference of payment and access', async () => {
    const bought = await paid();
    expect(await hasCourse(bought.userId, bought)).toBe(false);
    expect(await gaps([bought.userId])).toEqual([]);
    expect((await cs.call(listOrders, { query: { companyId: bought.companyId } })).body.data).toMatchObject([
      { orderId: bought.id, items: [{ quantity: 3 }] },
    ]);
  });

  it.each([
    ['several seats without a company', { companyId: null }, 400, 'items'],
    ['a voucher', { voucherCode: 'HEMAT50' }, 400, 'voucherCode'],
    ['201 seats', { quantity: 201 }, 400, 'items.0.quantity'],
    ['codes that ended', { seatsEnd: '2020-01-01T00:00:00Z' }, 400, 'seatsEnd'],
    ['a file from elsewhere', { purchaseOrderFile: 'https://files.test/po.pdf' }, 400, 'purchaseOrderFile'],
    ['an unknown company', { companyId: '0198c1f0-0000-7000-8000-000000000000' }, 400, 'companyId'],
  ])(
    'is refused with %s',
    async (_, { quantity = 2, ...over }: Record<string, unknown> & { quantity?: number }, status, path) => {
      const items = basketOf(await course()).map((item) => ({ ...item, quantity }));
      const body = { userId: await member(), companyId: await company(), items, payableDays: 2, totalAmount: 400_000 };
      expect(await cs.call(makeOrder, { body: { ...body, ...over } })).toMatchObject({
        status,
        problem: { errors: [{ path }] },
      });
    },
  );

  it('is refused when the course has fewer places than seats', async () => {
    const courseId = await course({ type: 1, capacity: 2, start_date: '2027-01-01', end_date: '2027-02-01' });
    const items = basketOf(courseId).map((item) => ({ ...item, quantity: 3 }));
    const body = { userId: await member(), companyId: await company(), items, payableDays: 2, totalAmount: 600_000 };
    expect((await cs.call(makeOrder, { body })).status).toBe(409);
  });
});

describe('seats', () => {
  it('are codes once the order is paid, each claimed by one member, who gets the course for nothing', async () => {
    const bought = await order();
    expect(await seats(bought)).toEqual([]);
    const [hidden] = await test.sql(
      'select voucher_code.code from voucher_code join voucher on voucher.id = voucher_id where order_id = $1',
      [bought.id],
    );
    expect((await claim(bought, String(hidden!['code']))).status).toBe(409);
    await set(bought.id, 'paid');
    const [one, two] = await codes(bought);
    const { status, body, userId } = await claim(bought, one!);
    expect([status, body]).toMatchObject([201, { totalAmount: 0, status: 'paid' }]);
    expect(await hasCourse(userId, bought)).toBe(true);
    expect(await gaps([userId])).toEqual([]);
    expect((await claim(bought, one!)).status).toBe(409);
    // One seat of an item for each member.
    expect((await claim(bought, two!, userId)).status).toBe(409);
    const states = (await seats(bought)).map(({ code, state, claim: by }) => [code === one, state, by?.user.id]);
    expect(states.toSorted()).toEqual([
      [false, 'unused', undefined],
      [false, 'unused', undefined],
      [true, 'claimed', userId],
    ]);
    expect((await cs.call(getOrder, { params: { id: body.orderId } })).body.seatOf).toMatchObject({
      orderId: bought.id,
    });
    expect(await read(bought.companyId)).toMatchObject({ totalOrders: 1, unpaidOrders: 0, seats: 3, unusedSeats: 2 });
    const found = await cs.call(listSeats, { params: { id: bought.companyId }, query: { isClaimed: 'true' } });
    expect(found.body).toMatchObject({ totalItems: 1, unused: 2, claimed: 1, seats: [{ code: one }] });
  });

  it('are all claimed by as many calls at once, and one code by one of ten', async () => {
    const bought = await paid({ quantity: 10 });
    const all = await codes(bought);
    const people = await Promise.all(all.map(() => member()));
    const answers = await Promise.all(all.map((code, n) => claim(bought, code, people[n])));
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 201));
    const [code] = await codes(await paid({ courseId: bought.courseId }));
    const others = await Promise.all(all.map(() => member()));
    const tries = await Promise.all(others.map((person) => claim(bought, code!, person)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, ...others.slice(1).map(() => 409)]);
  });

  it('are not claimed beside something that is to be paid', async () => {
    const bought = await paid();
    const [code] = await codes(bought);
    const items = basketOf(bought.courseId, await course());
    const userId = await member();
    const body = { userId, items, voucherCode: code!, payableDays: 2, totalAmount: 200_000 };
    expect(await cs.call(makeOrder, { body })).toMatchObject({ status: 409, problem: { errors: [{ path: 'items' }] } });
  });

  it.each(['refunded', 'cancelled'] as const)(
    'close when the order is %s, and claimed ones lose their access',
    async (status) => {
      const bought = await paid();
      const [one, two] = await codes(bought);
      const { userId, body } = await claim(bought, one!);
      await set(bought.id, status);
      expect(await hasCourse(userId, bought)).toBe(false);
      expect((await cs.call(getOrder, { params: { id: body.orderId } })).body.status).toBe('cancelled');
      expect((await claim(bought, two!)).status).toBe(409);
      expect((await seats(bought)).map(({ state }) => state)).toEqual(['closed', 'closed', 'closed']);
      expect(await gaps([userId])).toEqual([]);
    },
  );

  it('that are claimed stay open when the refund keeps the access', async () => {
    const bought = await paid();
    const [one, two] = await codes(bought);
    const { userId } = await claim(bought, one!);
    await set(bought.id, 'refunded', false);
    expect(await hasCourse(userId, bought)).toBe(true);
    expect((await claim(bought, two!)).status).toBe(409);
    expect((await seats(bought)).map(({ state }) => state).toSorted()).toEqual(['claimed', 'closed', 'closed']);
  });

  it('that are claimed while the order is refunded are claimed before it, and lose their access, or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const bought = await paid();
      const [code] = await codes(bought);
      const [{ userId }] = await Promise.all([claim(bought, code!), set(bought.id, 'refunded')]);
      expect(await hasCourse(userId, bought)).toBe(false);
    }
  });

  it('are neither made, deleted nor changed as codes of a voucher, and are no promotion', async () => {
    const bought = await order();
    const [row] = await test.sql('select id from voucher where order_id = $1', [bought.id]);
    const params = { id: String(row!['id']) };
    const { body: voucher } = await admin.call(vouchers.get, { params });
    const { removalConflict: _, version: _version, ...fields } = voucher;
    expect((await admin.call(makeCodes, { params, body: { count: 1 } })).status).toBe(409);
    expect((await admin.call(removeUnusedCodes, { params })).status).toBe(409);
    expect((await admin.call(vouchers.remove, { params })).status).toBe(409);
    expect((await admin.call(vouchers.setStatus, { params, body: { status: 1 } })).status).toBe(409);
    const body = { ...fields, quota: 100 } as never;
    expect(await admin.call(vouchers.update, { params, body })).toMatchObject({
      status: 409,
      problem: { errors: [{ path: 'quota' }] },
    });
    const { body: list } = await admin.call(vouchers.list, { query: { search: 'Maju Bersama' } });
    expect(list.vouchers).toEqual([]);
  });
});

describe('claims of an order whose refund is undone', () => {
  const refunded = async (ids: string[]) => {
    const body = { ids, expected: ids.length, value: 'refunded' as const };
    const { batchId } = (await cs.call(batches.orderStatus.start, { query: {}, body })).body;
    await runOnce(test, batchId);
    return async () => {
      await cs.call(undoBatch, { params: { id: batchId } });
      await runOnce(test, batchId);
      return (await cs.call(getBatch, { params: { id: batchId } })).body;
    };
  };
  const claims = async (bought: Order, count: number) => {
    const all = await codes(bought);
    const made = [];
    for (const code of all.slice(0, count)) made.push(await claim(bought, code));
    return made.map(({ userId, body }) => ({ userId, orderId: body.orderId }));
  };
  const statusOf = async (id: string) => (await cs.call(getOrder, { params: { id } })).body.status;
  const opened = async (of: readonly { userId: string }[], bought: Order) =>
    Promise.all(of.map(({ userId }) => hasCourse(userId, bought)));

  it('are paid again with their access and codes, without those that were cancelled before', async () => {
    const bought = await paid({ quantity: 5 });
    const made = await claims(bought, 4);
    expect((await set(made[0]!.orderId, 'cancelled')).status).toBe(200);
    const undo = await refunded([bought.id]);
    expect(await opened(made, bought)).toEqual([false, false, false, false]);
    expect(await undo()).toMatchObject({ undone: 1 });
    expect(await Promise.all(made.map(({ orderId }) => statusOf(orderId)))).toEqual(['cancelled', 'paid', 'paid', 'paid']); // prettier-ignore
    expect(await opened(made, bought)).toEqual([false, true, true, true]);
    const states = (await seats(bought)).map(({ state }) => state).toSorted();
    expect(states).toEqual(['claimed', 'claimed', 'claimed', 'unused', 'unused']);
    // Of the same member, the claim is held again: it is theirs alone.
    const first = (await seats(bought)).find(({ state }) => state === 'claimed');
    expect((await claim(bought, first!.code)).status).toBe(409);
    expect(await gaps(made.map(({ userId }) => userId))).toEqual([]);
    const undone = await refunded([bought.id]);
    expect(await opened(made, bought)).toEqual([false, false, false, false]);
    await undone();
    expect(await opened(made, bought)).toEqual([false, true, true, true]);
  });

  it('keep the access that another paid order of their member gives, and that order keeps it after the undo', async () => {
    const bought = await paid({ quantity: 2 });
    const userId = await member();
    const body = { userId, items: basketOf(bought.courseId), payableDays: 2, totalAmount: 200_000 };
    const own = (await cs.call(makeOrder, { body })).body.orderId;
    const [one, two] = [{ userId }, (await claims(bought, 1))[0]!];
    const free = (await seats(bought)).find(({ state }) => state === 'unused');
    expect((await claim(bought, free!.code, userId)).status).toBe(201);
    expect((await set(own, 'paid')).status).toBe(200);
    const undo = await refunded([bought.id]);
    expect(await opened([one, two], bought)).toEqual([true, false]);
    await undo();
    await set(own, 'refunded');
    expect(await opened([one, two], bought)).toEqual([true, true]);
  });

  it('stay cancelled, and the order refunded, when the course has no places for all of them', async () => {
    const courseId = await course({ type: 1, capacity: 3, start_date: '2027-01-01', end_date: '2027-02-01' });
    const bought = await paid({ quantity: 3, courseId });
    const made = await claims(bought, 3);
    const undo = await refunded([bought.id]);
    await test.sql('insert into course_user (tenant, course_id, user_id) values ($1, $2, $3)', ['coding', courseId, await member()]); // prettier-ignore
    expect(await undo()).toMatchObject({ undone: 0 });
    expect(await statusOf(bought.id)).toBe('refunded');
    expect(await opened(made, bought)).toEqual([false, false, false]);
  });

  it('are as many statements for many as for few', async () => {
    const count = async (quantity: number) => {
      const bought = await paid({ quantity });
      const made = await claims(bought, quantity);
      let statements = 0;
      const counter = {
        transformQuery: <Node>({ node }: { node: Node }) => {
          statements += 1;
          return node;
        },
        transformResult: async <Result>({ result }: { result: Result }) => result,
      };
      const { applyStatus } = await import('#shared/order/status.ts');
      const run = (status: 'refunded' | 'paid', isUndo: boolean) =>
        test.database
          .tenant('coding')
          .withPlugin(counter)
          .transaction()
          .execute((tx) => applyStatus(tx, bought.id, status, { isUndo }));
      await run('refunded', false);
      expect(await opened(made, bought)).not.toContain(true);
      await run('paid', true);
      expect(await opened(made, bought)).not.toContain(false);
      return statements;
    };
    expect(await count(7)).toBe(await count(2));
  });
});

describe('seats of an order of which a part is refunded', () => {
  /** Refunds the price of some seats, by a transfer that was made. */
  const refund = async ({ id, courseId }: Order, count: number, removeAccess: boolean) => {
    const params = { id };
    const { body: terms } = await cs.call(listOrderRefunds, { params });
    const { paid: sum, quantity } = terms.items[0]!.seats!;
    const items = [{ productId: courseId, amount: Math.ceil((sum * count) / quantity) }];
    const { body } = await cs.call(createRefund, {
      params,
      body: { reason: 'Fewer people come', removeAccess, items },
    });
    const done = { ids: [body.refundId], reference: `BCA ${(made += 1)}` };
    expect((await admin.call(markTransferred, { body: done })).status).toBe(200);
    return terms.items[0]!.seats!;
  };
  const states = async (of: Order) => (await seats(of)).map(({ state }) => state).toSorted();

  it('close as many as it pays back, unclaimed ones first, and the others still work', async () => {
    const bought = await paid();
    const [one, ...others] = await codes(bought);
    const { userId } = await claim(bought, one!);
    expect(await refund(bought, 1, true)).toMatchObject({ quantity: 3, unclaimed: 2, claimed: 1 });
    expect(await states(bought)).toEqual(['claimed', 'closed', 'unused']);
    expect(await hasCourse(userId, bought)).toBe(true);
    expect(await read(bought.companyId)).toMatchObject({ seats: 2, unusedSeats: 1 });
    const tries = await Promise.all(others.map((code) => claim(bought, code)));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('close claimed ones only if the access is removed, the latest first', async () => {
    for (const removeAccess of [false, true]) {
      const bought = await paid();
      const [one, two] = await codes(bought);
      const early = await claim(bought, one!);
      const late = await claim(bought, two!);
      await refund(bought, 2, removeAccess);
      expect(await states(bought)).toEqual(
        removeAccess ? ['claimed', 'closed', 'closed'] : ['claimed', 'claimed', 'closed'],
      );
      expect(await hasCourse(early.userId, bought)).toBe(true);
      expect(await hasCourse(late.userId, bought)).toBe(!removeAccess);
      expect((await claim(bought, two!)).status).toBe(409);
    }
  });

  it('stay open for an amount that pays no whole seat back, until the next amounts do', async () => {
    const bought = await paid();
    await refund(bought, 0.5, true);
    expect(await states(bought)).toEqual(['unused', 'unused', 'unused']);
    await refund(bought, 0.5, true);
    expect(await states(bought)).toEqual(['closed', 'unused', 'unused']);
  });

  it('lose their claims with the rest of the order', async () => {
    const bought = await paid();
    const [one] = await codes(bought);
    const { userId } = await claim(bought, one!);
    await refund(bought, 3, true);
    expect(await states(bought)).toEqual(['closed', 'closed', 'closed']);
    expect(await hasCourse(userId, bought)).toBe(false);
  });
});

it('counts a sale once: as the company pays it, not as its seats are claimed', async () => {
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  const total = async () => (await admin.call(readSales, { query: { from: day, to: day, by: 'product' } })).body.total;
  const before = await total();
  const bought = await paid();
  const [code] = await codes(bought);
  await claim(bought, code!);
  const { paid: sum } = (await cs.call(listPayments, { params: { id: bought.id } })).body;
  const after = await total();
  expect(after).toMatchObject({
    orders: before.orders + 1,
    gross: before.gross + 600_000,
    discounts: before.discounts,
    paid: before.paid + sum,
  });
});

describe('a company', () => {
  it('is listed by unused seats and unpaid orders, found by name, and kept while it has orders', async () => {
    const bought = await paid({ companyId: await company({ name: 'PT Saring Satu' }) });
    await order({ companyId: await company({ name: 'PT Saring Dua' }) });
    await company({ name: 'PT Saring Tiga' });
    const names = async (query: object) =>
      (await cs.call(companies.list, { query: { search: 'saring', sort: 'name', ...query } })).body.companies.map(
        ({ name }) => name.slice(10),
      );
    expect(await names({})).toEqual(['Dua', 'Satu', 'Tiga']);
    expect(await names({ hasUnusedSeats: 'true' })).toEqual(['Satu']);
    expect(await names({ hasUnusedSeats: 'false' })).toEqual(['Dua', 'Tiga']);
    expect(await names({ hasUnpaidOrders: 'true' })).toEqual(['Dua']);
    const params = { id: bought.companyId };
    expect(await cs.call(companies.remove, { params })).toMatchObject({
      status: 409,
      problem: { message: 'It has 1 order, which stay with it' },
    });
    const staff = { ...draft, contactId: cs.userId };
    expect(await cs.call(companies.create, { body: staff })).toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'contactId' }] },
    });
  });

  it('gets its codes by mail, and one reminder a day of those that are unused', async () => {
    const contactId = await member({ name: 'Dewi Lestari', email: 'dewi@maju.test' });
    const companyId = await company({ contactId });
    const params = { id: companyId };
    expect((await cs.call(sendCodes, { params, body: {} })).status).toBe(409);
    const bought = await paid({ companyId });
    const [one, ...others] = await codes(bought);
    await claim(bought, one!);
    expect(await cs.call(sendCodes, { params, body: { orderId: bought.id } })).toMatchObject({
      status: 202,
      body: { email: 'dewi@maju.test' },
    });
    const reminders = await Promise.all([1, 2, 3].map(() => cs.call(remindCompany, { params, body: {} })));
    expect(reminders.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    const mails = await mailbox.mailsTo('dewi@maju.test');
    expect(mails).toHaveLength(2);
    for (const { text } of mails) {
      for (const code of others) expect(text).toContain(code);
      expect(text).not.toContain(one);
    }
    expect(await read(companyId)).toMatchObject({
      codesSentAt: expect.any(String) as string,
      remindedAt: expect.any(String) as string,
    });
  });
});
