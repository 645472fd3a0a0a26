/** Tests capacity of courses under concurrency, what holds places, and waiting lists with their offers. */
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAccessGaps } from '#contract/access/endpoints.ts';
import { assignments } from '#contract/assignment/table.ts';
import { companies, readSeats } from '#contract/company/endpoints.ts';
import { getBrandSettings, updateBrandSettings } from '#contract/brand/endpoints.ts';
import * as waiting from '#contract/course/waiting-list.ts';
import { placeOrder, reportPayment } from '#contract/integration/orders.ts';
import { getOrder, setOrderStatus } from '#contract/order/endpoints.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { type Mailbox, openMailbox } from '#shared/mail/testing/mailbox.ts';
import { basketOf } from '#shared/testing/sale.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { moveWaitingLists } from '../areas/course/waiting-list/jobs.ts';
import { sendOffer } from '../areas/course/waiting-list/mail.ts';
import { testApp } from './app.ts';

let test: TestApp;
let admin: TestCaller;
let cs: TestCaller;
let shop: TestCaller;
let mailbox: Mailbox;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
  cs = await test.as('customer-service');
  shop = await test.asKey(['orders:write', 'payments:write']);
  mailbox = await openMailbox(test, [sendOffer]);
});
afterAll(async () => {
  await mailbox.close();
  await test.close();
});

let made = 0;
const member = (over: object = {}) =>
  addRecord(test.sql, 'user', 'coding', { role: 'member', external_id: `waits ${(made += 1)}`, ...over });
const course = (capacity: number | null, over: object = {}) =>
  addRecord(test.sql, 'course', 'coding', { price: 200_000, is_published: true, capacity, ...over });
const members = async (count: number) => {
  const ids: string[] = [];
  while (ids.length < count) ids.push(await member());
  return ids;
};
const { assign } = assignments.courseUsers;
const assigning = (id: string, userId: string) => admin.call(assign, { params: { id }, body: { userId } });
/** Repeats calls of a busy server, as browsers do. */
async function inTime<A extends { status: number }>(call: () => Promise<A>): Promise<A> {
  const answer = await call();
  if (answer.status !== 503) return answer;
  await setTimeout(200);
  return inTime(call);
}
const usersOf = async (id: string) =>
  (await test.sql('select user_id from course_user where course_id = $1', [id])).map((row) => String(row['user_id']));
/** Fills a course with new members. */
async function full(capacity: number, over: object = {}) {
  const id = await course(capacity, over);
  const taken = await members(capacity);
  for (const userId of taken) await assigning(id, userId);
  return { id, taken };
}
const free = (id: string, userId: string) =>
  test.sql('delete from course_user where course_id = $1 and user_id = $2', [id, userId]);
const list = async (id: string) => (await admin.call(waiting.listWaiting, { params: { id } })).body;
const states = async (id: string) => (await list(id)).entries.map(({ userId, state }) => [userId, state]);
const add = (id: string, userId: string, note = '') =>
  admin.call(waiting.addWaiting, { params: { id }, body: { userId, note } });
const offer = (id: string, userId: string, terms: object = {}) =>
  admin.call(waiting.offerPlace, { params: { id }, body: { userId, ...terms } });
const move = () => moveWaitingLists.run({ db: test.database.tenant('coding') } as never);
/** Ends the offer of a person. */
const expire = (id: string, userId: string) =>
  test.sql(
    `update course_waiting set offer_ends_at = now() - interval '1 minute' where course_id = $1 and user_id = $2`,
    [id, userId],
  );
const order = async (courseId: string, userId: string) => {
  const body = { userId, items: basketOf(courseId), payableDays: 2, totalAmount: 200_000 };
  const answer = await inTime(() => cs.call(makeOrder, { body }));
  expect([answer.status, answer.body]).toMatchObject([201, {}]);
  return answer.body.orderId;
};
const pay = (id: string) => inTime(() => cs.call(setOrderStatus, { params: { id }, body: { status: 'paid' } }));
const refund = (id: string) => cs.call(setOrderStatus, { params: { id }, body: { status: 'refunded' } });
async function hold(heldSeats: ('orders' | 'codes')[]) {
  const superadmin = await test.as('superadmin');
  await test.sql('update session set confirmed_at = now() where id = $1', [superadmin.sessionId]);
  const { body } = await superadmin.call(getBrandSettings, {});
  const { id: _, version: __, updatedAt: ___, ...settings } = body;
  expect((await superadmin.call(updateBrandSettings, { body: { ...settings, heldSeats } })).status).toBe(200);
}

describe('the capacity of a course', () => {
  it('lets exactly as many of 1,000 claims at once in as there are places', async () => {
    const seats = 37;
    const id = await course(seats);
    const people = await test.sql(
      `insert into "user" (tenant, email, name, password_hash, role)
        select 'coding', 'claims' || n || '@example.com', 'Peserta ' || n, 'none', 'member' from generate_series(1, 1000) n returning id`,
    );
    const refused: pg.DatabaseError[] = [];
    const claimants = Array.from({ length: 16 }, async () => {
      const client = new pg.Client(test.ownerUrl);
      await client.connect();
      for (let one = people.pop(); one; one = people.pop())
        await client
          .query(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [id, one['id']])
          .catch((error: pg.DatabaseError) => refused.push(error));
      await client.end();
    });
    await Promise.all(claimants);
    expect([(await usersOf(id)).length, refused.length]).toEqual([seats, 1000 - seats]);
    expect(new Set(refused.map(({ code, message }) => `${code} ${message}`))).toEqual(
      new Set([`HT409 This course is full: ${seats} of ${seats} places are taken`]),
    );
    expect(await test.sql('select total_members from course where id = $1', [id])).toEqual([{ total_members: seats }]);
  });

  it('is kept by assignments, orders and codes of companies at once, and no payment is refused', async () => {
    const seats = 12;
    const id = await course(seats);
    const companyId = (
      await cs.call(companies.create, { body: { name: 'PT Kursi', npwp: '', address: '', email: 'ap@kursi.test' } })
    ).body.companyId;
    const sold = await cs.call(makeOrder, {
      body: {
        userId: await member(),
        companyId,
        items: basketOf(id).map((item) => ({ ...item, quantity: 8 })),
        payableDays: 2,
        totalAmount: 1_600_000,
      },
    });
    await pay(sold.body.orderId);
    const {
      body: { seats: codes },
    } = await cs.call(readSeats, { params: { id: companyId }, query: { orderId: sold.body.orderId } });
    const buyers = await members(10);
    const orders: string[] = [];
    for (const userId of buyers) orders.push(await order(id, userId));
    const claimants = await members(8);
    const keys = await test.sql('select id, external_id from "user" where id = any($1)', [claimants]);
    const assigned = await members(20);
    const together = await members(3);
    const [, paid] = await Promise.all([
      Promise.all(assigned.map((userId) => inTime(() => assigning(id, userId)))),
      Promise.all(orders.map(pay)),
      Promise.all(
        codes.map(({ code }, n) =>
          inTime(() =>
            shop.call(placeOrder, {
              body: {
                externalId: `claims ${n}`,
                member: { externalId: String(keys[n]!['external_id']) },
                items: basketOf(id),
                voucherCode: code,
              },
            }),
          ),
        ),
      ),
      inTime(() => admin.call(assign, { params: { id }, body: { userIds: together } })),
    ]);
    expect(paid.map(({ status, body }) => [status, body.status])).toEqual(orders.map(() => [200, 'paid']));
    const inside = await usersOf(id);
    expect(inside).toHaveLength(seats);
    const outside = buyers.filter((userId) => !inside.includes(userId));
    expect((await states(id)).toSorted()).toEqual(outside.map((userId) => [userId, 'paid']).toSorted());
  });

  it('is never below the number of members, and counts whatever comes and goes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(5), fc.boolean()), { maxLength: 20 }), async (steps) => {
        const [id, people] = [await course(3), await members(6)];
        const inside = new Set<string>();
        for (const [n, isIn] of steps) {
          const userId = people[n]!;
          if (!isIn) {
            await free(id, userId);
            inside.delete(userId);
            continue;
          }
          const fits = inside.has(userId) || inside.size < 3;
          expect((await assigning(id, userId)).status).toBe(fits ? 200 : 409);
          if (fits) inside.add(userId);
        }
        expect(new Set(await usersOf(id))).toEqual(inside);
      }),
      { numRuns: 5 },
    );
    const { id } = await full(2);
    await expect(test.sql('update course set capacity = 1 where id = $1', [id])).rejects.toMatchObject({
      code: 'HT409',
    });
  });
});

describe('a paid order without a place', () => {
  it('stays paid, is the first on the waiting list and in Paid and access, and gets the next free place', async () => {
    const id = await course(1);
    const [early, buyer] = await members(2);
    const orderId = await order(id, buyer!);
    const other = await member();
    await assigning(id, other);
    await add(id, early!);
    expect((await pay(orderId)).body).toMatchObject({ status: 'paid', items: [{ isOpened: false }] });
    expect(await states(id)).toEqual([
      [buyer, 'paid'],
      [early, 'waiting'],
    ]);
    expect((await admin.call(listAccessGaps, { query: { pageSize: 100 } })).body.gaps).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ id: buyer }) as object, isFull: true }),
    );
    await move();
    expect(await usersOf(id)).toEqual([other]);
    await free(id, other);
    expect(await offer(id, early!)).toMatchObject({ status: 409 });
    await move();
    expect(await usersOf(id)).toEqual([buyer]);
    expect((await cs.call(getOrder, { params: { id: orderId } })).body.items).toMatchObject([{ isOpened: true }]);
    expect(await states(id)).toEqual([[early, 'waiting']]);
  });

  it('is reported by the shop without a refusal, and leaves the list when it is refunded', async () => {
    const { id, taken } = await full(1);
    await free(id, taken[0]!);
    const userId = await member();
    const [{ external_id: key } = {}] = await test.sql('select external_id from "user" where id = $1', [userId]);
    const externalId = `late ${(made += 1)}`;
    const placed = await shop.call(placeOrder, {
      body: { externalId, member: { externalId: String(key) }, items: basketOf(id) },
    });
    await assigning(id, taken[0]!);
    const notice = { reference: externalId, amount: 200_000, status: 'paid', method: 'QRIS' } as const;
    expect((await shop.call(reportPayment, { params: { externalId }, body: notice })).body).toMatchObject({
      status: 'paid',
    });
    expect(await states(id)).toEqual([[userId, 'paid']]);
    expect((await refund(placed.body.orderId)).status).toBe(200);
    expect(await states(id)).toEqual([]);
    await free(id, taken[0]!);
    await move();
    expect(await usersOf(id)).toEqual([]);
  });
});

describe('places that are held', () => {
  it('are those of open orders and of codes that nobody claimed, as the brand says', async () => {
    const id = await course(3);
    const [buyer, other] = await members(2);
    await order(id, buyer!);
    const companyId = (
      await cs.call(companies.create, { body: { name: 'PT Tahan', npwp: '', address: '', email: 'ap@tahan.test' } })
    ).body.companyId;
    const sold = await cs.call(makeOrder, {
      body: {
        userId: await member(),
        companyId,
        items: basketOf(id).map((item) => ({ ...item, quantity: 2 })),
        payableDays: 2,
        totalAmount: 400_000,
      },
    });
    await pay(sold.body.orderId);
    expect((await list(id)).places).toEqual({
      capacity: 3,
      taken: 0,
      held: { offers: 0, orders: 0, codes: 0 },
      free: 3,
    });
    await hold(['orders', 'codes']);
    try {
      expect((await list(id)).places).toEqual({
        capacity: 3,
        taken: 0,
        held: { offers: 0, orders: 1, codes: 2 },
        free: 0,
      });
      expect(await assigning(id, other!)).toMatchObject({
        status: 409,
        problem: {
          message: expect.stringContaining(
            'This course is full: 0 of 3 places are taken and 3 held for others',
          ) as string,
        },
      });
      expect((await assigning(id, buyer!)).status).toBe(200);
      const {
        body: { seats },
      } = await cs.call(readSeats, { params: { id: companyId }, query: { orderId: sold.body.orderId } });
      const [{ external_id: key } = {}] = await test.sql('select external_id from "user" where id = $1', [other]);
      const claim = await shop.call(placeOrder, {
        body: {
          externalId: 'holds',
          member: { externalId: String(key) },
          items: basketOf(id),
          voucherCode: seats[0]!.code,
        },
      });
      expect(claim.body).toMatchObject({ status: 'paid' });
      await hold(['codes']);
      expect((await list(id)).places).toEqual({
        capacity: 3,
        taken: 2,
        held: { offers: 0, orders: 0, codes: 1 },
        free: 0,
      });
    } finally {
      await hold([]);
    }
  });

  it('cannot be ordered twice when orders hold places, however many order at once', async () => {
    await hold(['orders']);
    try {
      const [id, people] = [await course(2), await members(12)];
      const answers = await Promise.all(
        people.map((userId) =>
          inTime(() =>
            cs.call(makeOrder, { body: { userId, items: basketOf(id), payableDays: 2, totalAmount: 200_000 } }),
          ),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        201,
        201,
        ...Array.from({ length: 10 }, () => 409),
      ]);
      expect((await list(id)).places).toMatchObject({ taken: 0, held: { orders: 2 }, free: 0 });
    } finally {
      await hold([]);
    }
  });
});

describe('a waiting list', () => {
  it('keeps its order, leaves out who is in the course, and gives a person who was removed their place back', async () => {
    const { id, taken } = await full(1);
    const [one, two, three] = await members(3);
    expect(
      (await admin.call(waiting.addWaiting, { params: { id }, body: { userIds: [two!, one!, taken[0]!] } })).body,
    ).toEqual({ changed: 2 });
    expect((await add(id, three!, 'Ikut angkatan lalu')).body).toEqual({ changed: 1 });
    expect((await add(id, three!)).body).toEqual({ changed: 0 });
    expect((await list(id)).entries.map(({ userId, position, note }) => [userId, position, note])).toEqual([
      [two, 1, ''],
      [one, 2, ''],
      [three, 3, 'Ikut angkatan lalu'],
    ]);
    const person = { params: { id }, body: { userId: two! } };
    expect((await admin.call(waiting.removeWaiting, person)).status).toBe(200);
    expect((await admin.call(waiting.removeWaiting, person)).status).toBe(409);
    expect(await states(id)).toEqual([
      [one, 'waiting'],
      [three, 'waiting'],
    ]);
    expect((await admin.call(waiting.restoreWaiting, person)).status).toBe(200);
    expect((await admin.call(waiting.restoreWaiting, person)).status).toBe(409);
    expect((await states(id))[0]).toEqual([two, 'waiting']);
    await free(id, taken[0]!);
    await assigning(id, two!);
    expect((await admin.call(waiting.restoreWaiting, person)).status).toBe(409);
    expect((await states(id)).map(([userId]) => userId)).toEqual([one, three]);
  });

  it('holds an offered place for that person alone, by mail, until it is taken or taken back', async () => {
    const { id, taken } = await full(1);
    const email = 'ditawari@example.com';
    const [one, two] = [await member(), await member({ email })];
    for (const userId of [one, two]) await add(id, userId);
    expect((await offer(id, one)).status).toBe(409);
    await free(id, taken[0]!);
    expect(await offer(id, two)).toMatchObject({ status: 400, problem: { errors: [{ path: 'reason' }] } });
    const before = Date.now();
    const { endsAt } = (await offer(id, two, { hours: 24, reason: 'Pindah kota bulan depan' })).body;
    expect(Math.abs(Date.parse(endsAt) - before - 24 * 3_600_000)).toBeLessThan(60_000);
    expect((await list(id)).entries).toMatchObject([
      { userId: one, state: 'waiting', passedOver: { reason: 'Pindah kota bulan depan' } },
      { userId: two, state: 'offered', offer: { by: 'mail', hours: 24 } },
    ]);
    const mails = await mailbox.mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('Tempat ini kami simpan sampai');
    expect((await offer(id, one)).status).toBe(409);
    expect((await offer(id, two)).status).toBe(409);
    expect((await assigning(id, one)).status).toBe(409);
    const person = { params: { id }, body: { userId: two } };
    expect((await admin.call(waiting.withdrawOffer, person)).status).toBe(200);
    expect((await admin.call(waiting.withdrawOffer, person)).status).toBe(409);
    await offer(id, one, { by: 'link' });
    expect((await assigning(id, one)).status).toBe(200);
    expect(await states(id)).toEqual([[two, 'waiting']]);
  });

  it('passes a place on when an offer is over, past inactive people, and says why people were skipped', async () => {
    const { id, taken } = await full(1);
    const [one, gone, next, last] = [await member(), await member({ status: 0 }), await member(), await member()];
    for (const userId of [one, gone, next, last]) await add(id, userId);
    await free(id, taken[0]!);
    await offer(id, one, { hours: 6, by: 'link' });
    await move();
    expect((await states(id))[0]).toEqual([one, 'offered']);
    await expire(id, one);
    expect((await list(id)).entries[0]).toMatchObject({ state: 'skipped', skipped: 'expired' });
    await Promise.all([move(), move()]);
    expect((await list(id)).entries).toMatchObject([
      { userId: one, state: 'skipped', skipped: 'expired' },
      { userId: gone, state: 'skipped', skipped: 'inactive' },
      { userId: next, state: 'offered', offer: { by: 'mail', hours: 6 } },
      { userId: last, state: 'waiting' },
    ]);
    expect((await assigning(id, one)).status).toBe(409);
    expect(await offer(id, one)).toMatchObject({ status: 409 });
  });

  it('keeps the offer of a person with an open order, and passes on no place that is gone', async () => {
    const { id, taken } = await full(1);
    const [one, two] = await members(2);
    for (const userId of [one!, two!]) await add(id, userId);
    await free(id, taken[0]!);
    await offer(id, one!);
    const orderId = await order(id, one!);
    await expire(id, one!);
    await move();
    expect((await list(id)).entries).toMatchObject([
      { state: 'offered', openOrder: { id: orderId } },
      { state: 'waiting' },
    ]);
    expect((await assigning(id, two!)).status).toBe(409);
    await cs.call(setOrderStatus, { params: { id: orderId }, body: { status: 'cancelled' } });
    await assigning(id, taken[0]!);
    await move();
    expect(await states(id)).toEqual([
      [one, 'skipped'],
      [two, 'waiting'],
    ]);
  });

  it('offers one place once, however many offer it at once', async () => {
    const { id, taken } = await full(1);
    const people = await members(8);
    await admin.call(waiting.addWaiting, { params: { id }, body: { userIds: people } });
    await free(id, taken[0]!);
    const answers = await Promise.all(
      people.map((userId) => inTime(() => offer(id, userId, { by: 'link', reason: 'Cepat' }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await list(id)).places).toMatchObject({ taken: 0, held: { offers: 1 }, free: 0 });
  });

  it.each([
    ['nobody', {}, 'userId'],
    ['an unknown person', { userId: '00000000-0000-4000-8000-000000000000' }, 'userId'],
    ['a note of 301 characters', { note: 'x'.repeat(301) }, 'note'],
  ])('refuses %s with 400 and changes nothing', async (_, over, path) => {
    const { id } = await full(1);
    const body = Object.keys(over).includes('note') ? { userId: await member(), ...over } : over;
    const answer = await admin.call(waiting.addWaiting, { params: { id }, body: body as never });
    expect([answer.status, answer.problem.errors?.some((error) => error.path === path)]).toEqual([400, true]);
    expect(await states(id)).toEqual([]);
  });

  it('is read by instructors, without orders, and changed by admins alone', async () => {
    const { id, taken } = await full(1);
    const [one, other] = [await member(), await member()];
    await add(id, one);
    await free(id, taken[0]!);
    await offer(id, one);
    const openOrder = { id: await order(id, one) };
    const instructor = await test.as('instructor');
    expect((await list(id)).entries).toMatchObject([{ userId: one, openOrder }]);
    const seen = await instructor.call(waiting.listWaiting, { params: { id } });
    expect(seen.body.entries).toMatchObject([{ userId: one, order: null, openOrder: null }]);
    const changes = [
      await instructor.call(waiting.addWaiting, { params: { id }, body: { userId: other } }),
      await instructor.call(waiting.removeWaiting, { params: { id }, body: { userId: one } }),
      await instructor.call(waiting.offerPlace, { params: { id }, body: { userId: one } }),
    ];
    expect(changes.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await list(id)).entries).toHaveLength(1);
  });

  it('is one of its brand, of members alone', async () => {
    const { id } = await full(1);
    const staff = (await test.as('instructor')).userId;
    expect((await add(id, staff)).status).toBe(400);
    const foreign = await test.as('admin', 'cyber');
    expect((await foreign.call(waiting.listWaiting, { params: { id } })).status).toBe(404);
    expect((await foreign.call(waiting.addWaiting, { params: { id }, body: { userId: await member() } })).status).toBe(
      404,
    );
    for (const hours of [0, 337, 1.5]) expect((await offer(id, await member(), { hours })).status).toBe(400);
  });
});
