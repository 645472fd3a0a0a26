/** Tests listing and redeeming event vouchers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findEventNames,
  getSubscriberProfile,
  listEventVouchers,
  listUserEventVouchers,
  redeemEventVoucher,
} from '#contract/subscription/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { subscriptionRoutes } from './routes.ts';
import { addPlan, subscribe } from './testing/subscriptions.ts';

let test: TestApp;
let admin: TestCaller;
let planId: string;
beforeAll(async () => {
  test = await testAppOf([subscriptionRoutes]);
  admin = await test.as('admin');
  planId = await addPlan(test.sql);
});
afterAll(() => test.close());

let made = 0;
/** Inserts an event voucher; `until`: days from now. */
async function issued(id: string, eventName: string, { quota = 1, used = 0, until = 5 } = {}) {
  made += 1;
  const [row] = await test.sql(
    `insert into event_voucher (tenant, subscription_id, event_name, code, quota, used, redeemed_at, expired_at)
      values ('coding', $1, $2, $3, $4, $5::int, case when $5::int > 0 then now() end, now() + $6 * interval '1 day') returning id`,
    [id, eventName, `KODE${made}`, quota, used, until],
  );
  return String(row?.['id']);
}

const redeem = (id: string, eventName: string, caller = admin) =>
  caller.call(redeemEventVoucher, { params: { id }, body: { eventName } });
const vouchersOf = async (id: string) => (await admin.call(listEventVouchers, { params: { id } })).body.eventVouchers;
/** Uses and number of a subscription's vouchers. */
const counted = async (id: string) =>
  (
    await test.sql(
      'select coalesce(sum(used), 0)::int as used, count(*)::int as n from event_voucher where subscription_id = $1',
      [id],
    )
  )[0];

describe('event vouchers', () => {
  it('are listed newest first with their status, for a subscription and for a user', async () => {
    const { id, userId } = await subscribe(test.sql, planId);
    const older = await subscribe(test.sql, planId, { userId, from: -60, to: -30 });
    await issued(older.id, 'Bedah CV', { until: -31 });
    await issued(id, 'Temu Alumni', { quota: 2, used: 1 });
    await issued(id, 'Hackathon', { used: 1, until: -1 });
    expect(await vouchersOf(id)).toMatchObject([
      { eventName: 'Hackathon', status: 'redeemed', quota: 1, usedCount: 1, redeemedAt: expect.any(String) },
      { eventName: 'Temu Alumni', status: 'available', quota: 2, usedCount: 1 },
    ]);
    const cs = await test.as('customer-service');
    const { body } = await cs.call(listUserEventVouchers, { params: { id: userId } });
    expect(body).toMatchObject({
      totalItems: 3,
      page: 1,
      pageSize: 10,
      eventVouchers: [
        { eventName: 'Hackathon', subscriptionId: id },
        { eventName: 'Temu Alumni' },
        { eventName: 'Bedah CV', status: 'expired', redeemedAt: null, subscriptionId: older.id },
      ],
    });
    const found = await admin.call(listEventVouchers, { params: { id }, query: { search: 'hack' } });
    expect(found.body.totalItems).toBe(1);
  });

  it('return 404 for an unknown record and for another tenant’s', async () => {
    const { id, userId } = await subscribe(test.sql, planId);
    const other = await test.as('admin', 'cyber');
    expect((await other.call(listEventVouchers, { params: { id } })).status).toBe(404);
    expect((await other.call(listUserEventVouchers, { params: { id: userId } })).status).toBe(404);
    expect((await redeem(id, 'Hackathon', other)).status).toBe(404);
    expect(await counted(id)).toEqual({ used: 0, n: 0 });
  });
});

describe('redeeming', () => {
  it('uses the event’s voucher, ignoring case and spaces in its name, until it is used up', async () => {
    const { id } = await subscribe(test.sql, planId);
    await issued(id, 'Temu Alumni', { quota: 2 });
    expect(await redeem(id, '  temu   ALUMNI ')).toMatchObject({
      status: 200,
      body: { eventName: 'Temu Alumni', usedCount: 1, status: 'available', redeemedAt: expect.any(String) },
    });
    expect(await redeem(id, 'Temu Alumni')).toMatchObject({ status: 200, body: { usedCount: 2, status: 'redeemed' } });
    expect(await redeem(id, 'Temu Alumni')).toMatchObject({ status: 409, body: { message: /no quota/ } });
    expect(await counted(id)).toEqual({ used: 2, n: 1 });
  });

  it('treats names that differ in spaces as one event, and finds a voucher whose own name has them', async () => {
    const { id } = await subscribe(test.sql, planId);
    expect((await redeem(id, 'Bedah   CV')).body.eventName).toBe('Bedah CV');
    expect((await redeem(id, 'Bedah CV')).status).toBe(409);
    await issued(id, 'Temu  Alumni');
    expect((await redeem(id, 'Temu  Alumni')).body).toMatchObject({ eventName: 'Temu  Alumni', usedCount: 1 });
    expect(await counted(id)).toEqual({ used: 2, n: 2 });
  });

  it('issues a voucher for an event without one, valid to the end of the last day, until the quota is reached', async () => {
    const { id } = await subscribe(test.sql, planId, { quota: 2 });
    const { status, body } = await redeem(id, 'Webinar Karier Data');
    expect(status).toBe(200);
    expect(body).toMatchObject({ eventName: 'Webinar Karier Data', quota: 1, usedCount: 1, status: 'redeemed' });
    expect(body.code).toMatch(/^EV[A-Z2-9]{10}$/);
    const [last] = await test.sql(
      `select (end_date + time '23:59:59.999') at time zone 'Asia/Jakarta' as at from subscription where id = $1`,
      [id],
    );
    expect(new Date(body.expiredAt)).toEqual(last?.['at']);
    expect((await redeem(id, 'Hackathon')).status).toBe(200);
    expect(await redeem(id, 'Temu Alumni')).toMatchObject({ status: 409, body: { message: /All 2 event vouchers/ } });
    expect(await counted(id)).toEqual({ used: 2, n: 2 });
    const { body: profile } = await admin.call(getSubscriberProfile, { params: { id } });
    expect(profile).toMatchObject({ eventVouchersUsed: 2, eventVouchersFree: 0 });
  });

  it.each([
    ['has ended', { from: -40, to: -1 }, /has ended/],
    ['was cancelled', { isCancelled: true }, /was cancelled/],
    ['has not begun', { from: 1, to: 30 }, /not begun/],
    ['comes without vouchers', { quota: 0 }, /without event vouchers/],
  ])('is refused when the subscription %s', async (_, options, message) => {
    const { id } = await subscribe(test.sql, planId, options);
    expect(await redeem(id, 'Hackathon')).toMatchObject({ status: 409, body: { message } });
    expect(await counted(id)).toEqual({ used: 0, n: 0 });
  });

  it('is refused when the voucher has expired', async () => {
    const { id } = await subscribe(test.sql, planId);
    await issued(id, 'Hackathon', { until: -1 });
    expect(await redeem(id, 'Hackathon')).toMatchObject({ status: 409, body: { message: /has expired/ } });
    expect(await counted(id)).toEqual({ used: 0, n: 1 });
  });

  it('never exceeds the quota under concurrency', async () => {
    const { id } = await subscribe(test.sql, planId, { quota: 5 });
    await issued(id, 'Temu Alumni', { quota: 2 });
    const of = async (names: string[]) => {
      const answers = await Promise.all(names.map((name) => redeem(id, name)));
      expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await of(Array.from({ length: 8 }, () => 'Temu Alumni'))).toBe(2);
    expect(await of(Array.from({ length: 8 }, () => 'Bedah CV'))).toBe(1);
    expect(await of(Array.from({ length: 8 }, (_, n) => `Acara ${n}`))).toBe(2);
    expect(await counted(id)).toEqual({ used: 5, n: 4 });
  });

  it('repeated with the same key returns the first reply', async () => {
    const { id } = await subscribe(test.sql, planId);
    await issued(id, 'Temu Alumni', { quota: 2 });
    const input = { params: { id }, body: { eventName: 'Temu Alumni' } };
    const headers = { 'idempotency-key': 'tebus-1' };
    const first = await admin.call(redeemEventVoucher, input, { headers });
    expect(await admin.call(redeemEventVoucher, input, { headers })).toMatchObject({ body: first.body });
    expect(await counted(id)).toEqual({ used: 1, n: 1 });
  });

  it('refuses a blank or too long name, and roles other than admins', async () => {
    const { id } = await subscribe(test.sql, planId);
    for (const eventName of ['', '   ', 'a'.repeat(151)]) expect((await redeem(id, eventName)).status).toBe(400);
    for (const role of ['customer-service', 'instructor', 'member'] as const)
      expect((await redeem(id, 'Hackathon', await test.as(role))).status).toBe(403);
    expect(await counted(id)).toEqual({ used: 0, n: 0 });
  });

  it('are suggested by name once per event of the tenant, the searched name first', async () => {
    const [one, two] = [await subscribe(test.sql, planId), await subscribe(test.sql, planId)];
    for (const name of ['Kopdar Bali', 'Kopdar', 'Akhir Kopdar']) await issued(one.id, name);
    await issued(two.id, 'KOPDAR');
    const search = async (text: string, caller = admin) =>
      (await caller.call(findEventNames, { query: { search: text } })).body.eventNames;
    expect(await search(' kopdar ')).toEqual(['Kopdar', 'Akhir Kopdar', 'Kopdar Bali']);
    expect(await search('kopdar  b')).toEqual(['Kopdar Bali']);
    expect(await search('%')).toEqual([]);
    expect(await search('kopdar', await test.as('admin', 'cyber'))).toEqual([]);
    for (let at = 0; at < 25; at += 1) await issued(one.id, `Kopdar ${at}`);
    expect(await search('kopdar')).toHaveLength(20);
  });

  it('are not issued for a new event if the caller takes it for a known one', async () => {
    const [one, two] = [await subscribe(test.sql, planId), await subscribe(test.sql, planId)];
    const redeemAs = (eventName: string, isKnownEvent: boolean) =>
      admin.call(redeemEventVoucher, { params: { id: one.id }, body: { eventName, isKnownEvent } });
    expect(await redeemAs('Bedah  Portofolio', true)).toMatchObject({
      status: 409,
      body: { message: '"Bedah Portofolio" is a new event' },
    });
    expect(await counted(one.id)).toEqual({ used: 0, n: 0 });
    await issued(two.id, 'Bedah Portofolio');
    expect((await redeemAs('bedah  portofolio', true)).status).toBe(200);
    expect((await redeemAs('Bedah Portofolia', false)).status).toBe(200);
    expect(await counted(one.id)).toEqual({ used: 2, n: 2 });
  });
});
