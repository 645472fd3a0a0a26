/** Tests what waits at the desk, for the start page of its users. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listChase, takeInOrders } from '#contract/order-tracking/chase.ts';
import { getCounts } from '#contract/home/counts.ts';
import { getToday } from '#contract/home/endpoints.ts';
import { countDesk } from '#contract/order-tracking/desk.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { maxCandidates } from '../areas/order-tracking/desk/chase.ts';
import { storeDocument } from '../areas/order-tracking/desk/testing/stored-document.ts';
import { testApp } from './app.ts';

let test: TestApp;
let service: TestCaller;
let other: TestCaller;
beforeAll(async () => {
  test = await testApp();
  [service, other] = [await test.as('customer-service'), await test.as('admin')];
});
afterAll(() => test.close());

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString();

/** Stores open documents by their age in hours, and takes them into the chase order. */
async function orders(ages: Readonly<Record<string, number>>, contents: object) {
  for (const [id, hours] of Object.entries(ages))
    await storeDocument(test.sql, id, { status: 'unpaid', orderedAt: ago(hours), ...contents });
  await service.call(takeInOrders, { body: { ids: Object.keys(ages), readFrom: null } });
}
const claim = (id: string, userId: string, followUpAt: string | null, email = '') =>
  test.sql(
    `insert into desk_order (tenant, id, status, ordered_at, user_email, claimed_by, claimed_at, follow_up_at)
      values ('coding', $1, 'unpaid', now() - interval '5 days', $2, $3, now(), $4)`,
    [id, email, userId, followUpAt],
  );
/** Items of a kind in the queue of a user. */
const waiting = async (kind: 'follow-up' | 'chase', who: TestCaller) =>
  (await who.call(getToday, { query: { kind } })).body.items;
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

it('is the own due follow-ups by time, and the first five of the chase order, with the names of members', async () => {
  await addRecord(test.sql, 'user', 'coding', { name: 'Siti Wulandari', email: 'Siti@kampus.test' });
  const course = await addRecord(test.sql, 'course', 'coding', { name: 'Kelas SQL', price: 300_000 });
  const ages = { D1: 80, D2: 75, D3: 50, D4: 26, D5: 5, D6: 3, D7: 1 };
  await orders(ages, { userEmail: 'siti@kampus.test', courseId: course });
  await claim('MINE-LATER', service.userId, ago(-48), 'baru@kampus.test');
  await claim('MINE-DUE', service.userId, ago(2), 'siti@kampus.test');
  await claim('MINE-OLD', service.userId, ago(30), 'baru@kampus.test');
  await claim('D2', other.userId, ago(3), 'siti@kampus.test');
  const due = await waiting('follow-up', service);
  expect(due.map(({ id, name }) => [id, name])).toEqual([
    ['MINE-OLD', 'baru@kampus.test'],
    ['MINE-DUE', 'Siti Wulandari'],
  ]);
  const chase = await waiting('chase', service);
  const first = (await service.call(listChase, { query: { pageSize: 5 } })).body.orders;
  expect(idsOf(chase).toSorted()).toEqual(first.map(({ documentId }) => documentId).toSorted());
  expect(idsOf(chase).slice(0, 2)).toEqual(['D1', 'D3']);
  expect(chase[0]).toMatchObject({ name: 'Siti Wulandari', about: 'Kelas SQL', amount: 300_000 });
  expect(idsOf(await waiting('follow-up', other))).toEqual(['D2']);
  const tabs = (await service.call(countDesk, {})).body;
  const { figures, kinds } = (await service.call(getToday, { query: {} })).body;
  expect(figures).toMatchObject([
    { name: 'overdue', total: tabs.overdue },
    { name: 'mine', total: tabs.mine },
    { name: 'chase', total: tabs.chase },
    { name: 'paid-today', total: 0, amount: 0 },
  ]);
  expect(kinds).toEqual([
    { kind: 'follow-up', total: 2 },
    { kind: 'chase', total: 5 },
  ]);
  const { counts } = (await service.call(getCounts, {})).body;
  expect(counts).toContainEqual({ group: 'Today', what: 'waiting', total: 7 });
});

it('counts the chase order up to its limit', async () => {
  await test.sql(
    `insert into chase_document (tenant, id, ordered_at) select 'coding', 'MANY-' || n, now() - interval '1 day' from generate_series(1, $1) n`,
    [maxCandidates],
  );
  const { figures } = (await service.call(getToday, { query: {} })).body;
  expect(figures).toContainEqual({ name: 'chase', total: maxCandidates, isTotalCapped: true });
});

it('is nothing for roles without order tracking', async () => {
  expect(await waiting('chase', await test.as('instructor'))).toEqual([]);
});
