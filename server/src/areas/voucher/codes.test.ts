/** Tests single-use codes: generated, used once, released, and deleted while unused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCodes, listCodes, readCodes, removeUnusedCodes } from '#contract/voucher/codes.ts';
import { vouchers } from '#contract/voucher/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { voucherRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([voucherRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const aVoucher = (fields: Record<string, unknown> = {}) => addRecord(test.sql, 'voucher', 'coding', fields);
const make = (id: string, body: { prefix?: string; count: number }) => admin.call(makeCodes, { params: { id }, body });
const listed = async (id: string, query: object = {}) =>
  (await admin.call(listCodes, { params: { id }, query: { pageSize: 100, ...query } })).body;
const all = async (id: string) => (await admin.call(readCodes, { params: { id } })).body.codes;
const total = async (id: string) => (await admin.call(vouchers.get, { params: { id } })).body.totalCodes;

/** Inserts an order that uses a code of a voucher; returns its id. */
async function use(voucherId: string, code: string) {
  const orderId = await addRecord(test.sql, 'order', 'coding', { status: 'paid' });
  await test.sql(
    `insert into voucher_redemption (tenant, order_id, voucher_id, user_id, amount, code)
       select tenant, id, $2, user_id, 1000, $3 from "order" where id = $1`,
    [orderId, voucherId, code],
  );
  return orderId;
}

describe('codes of a voucher', () => {
  it('are generated with a prefix, all different, and counted; an open form of the voucher stays valid', async () => {
    const id = await aVoucher();
    const { version } = (await admin.call(vouchers.get, { params: { id } })).body;
    expect(await make(id, { prefix: 'hemat', count: 500 })).toMatchObject({ status: 201, body: { changed: 500 } });
    const codes = (await all(id)).map(({ code }) => code);
    expect(new Set(codes).size).toBe(500);
    for (const code of codes) expect(code).toMatch(/^HEMAT[2-9A-HJ-NP-Z]{8}$/);
    expect(await total(id)).toBe(500);
    expect((await admin.call(vouchers.get, { params: { id } })).body.version).toBe(version);
  });

  it('are limited to 10,000 at a time and 100,000 per voucher', async () => {
    const id = await aVoucher();
    expect((await make(id, { count: 10_001 })).status).toBe(400);
    expect((await make(id, { count: 0 })).status).toBe(400);
    expect((await make(id, { prefix: 'HEMAT-26', count: 1 })).status).toBe(400);
    expect(await make(id, { count: 10_000 })).toMatchObject({ status: 201, body: { changed: 10_000 } });
    await test.sql('update voucher set total_codes = 99999 where id = $1', [id]);
    expect((await make(id, { count: 2 })).status).toBe(409);
    expect(await all(id)).toHaveLength(10_000);
  });

  it('are made once by a repeated call, and none is lost by concurrent ones', async () => {
    const id = await aVoucher();
    const headers = { 'idempotency-key': '01890000-0000-7000-8000-0000000c0de5' };
    const again = () => admin.call(makeCodes, { params: { id }, body: { count: 20 } }, { headers });
    await again();
    await again();
    expect(await all(id)).toHaveLength(20);
    await Promise.all([make(id, { count: 300 }), make(id, { count: 300 })]);
    expect(await all(id)).toHaveLength(620);
    expect(await total(id)).toBe(620);
  });

  it('show who used them, and are found by a part', async () => {
    const id = await aVoucher();
    await make(id, { prefix: 'CARI', count: 3 });
    const [first, second] = (await all(id)).map(({ code }) => code);
    const orderId = await use(id, first!);
    const { codes, totalItems } = await listed(id);
    expect(totalItems).toBe(3);
    expect(codes.map(({ code, use: used }) => [code, used?.orderId])).toEqual([
      [first, orderId],
      [second, undefined],
      [codes[2]!.code, undefined],
    ]);
    expect((await listed(id, { isUsed: 'true' })).codes.map(({ code }) => code)).toEqual([first]);
    expect((await listed(id, { isUsed: 'false' })).totalItems).toBe(2);
    expect((await listed(id, { search: second!.slice(4).toLowerCase() })).codes.map(({ code }) => code)).toEqual([
      second,
    ]);
  });

  it('are valid for one order, the first to use it, and again after that order released it', async () => {
    const id = await aVoucher();
    await make(id, { count: 1 });
    const { code } = (await all(id))[0]!;
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => use(id, code)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'HT409' });
    await test.sql('update voucher_redemption set released_at = now() where code = $1', [code]);
    await expect(use(id, code)).resolves.toBeTypeOf('string');
  });

  it('are deleted while unused; used ones stay', async () => {
    const id = await aVoucher();
    await make(id, { count: 5 });
    const { code } = (await all(id))[0]!;
    await use(id, code);
    await test.sql('update voucher_redemption set released_at = now() where code = $1', [code]);
    expect((await admin.call(removeUnusedCodes, { params: { id } })).body).toEqual({ changed: 4 });
    expect((await all(id)).map((one) => one.code)).toEqual([code]);
    expect(await total(id)).toBe(1);
  });

  it('are reserved: no voucher can use one as its own code', async () => {
    const id = await aVoucher();
    await make(id, { count: 1 });
    const { code } = (await all(id))[0]!;
    const draft = { name: 'Kembar', discountType: 2, discountPrice: 10, startDate: '2026-11-01T00:00:00Z' } as const;
    expect((await admin.call(vouchers.create, { body: { ...draft, code } })).status).toBe(409);
    const others = await (await test.as('admin', 'cyber')).call(vouchers.create, { body: { ...draft, code } });
    expect(others.status).toBe(201);
  });
});
