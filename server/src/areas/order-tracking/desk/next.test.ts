/** Tests the first orders of a user's queues, for their start page. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeInOrders } from '#contract/order-tracking/chase.ts';
import { countDesk } from '#contract/order-tracking/desk.ts';
import { listNext } from '#contract/order-tracking/next.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { orderDeskRoutes } from './routes.ts';
import { storeDocument } from './testing/stored-document.ts';

let test: TestApp;
let service: TestCaller;
let other: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderDeskRoutes]);
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
const next = async (who = service) => (await who.call(listNext, {})).body;

it('is empty without orders, and refused to instructors', async () => {
  expect(await next()).toEqual({ counts: { mine: 0, overdue: 0, chase: 0 }, mine: [], chase: [] });
  expect((await (await test.as('instructor')).call(listNext, {})).status).toBe(403);
});

it('lists the own follow-ups by time and the chase order, with the names of members, and counts as the tabs do', async () => {
  await addRecord(test.sql, 'user', 'coding', { name: 'Siti Wulandari', email: 'Siti@kampus.test' });
  const course = await addRecord(test.sql, 'course', 'coding', { name: 'Kelas SQL', price: 300_000 });
  await orders({ D1: 80, D2: 75, D3: 50, D4: 26, D5: 1 }, { userEmail: 'siti@kampus.test', courseId: course });
  await claim('MINE-LATER', service.userId, ago(-48), 'baru@kampus.test');
  await claim('MINE-DUE', service.userId, ago(2), 'siti@kampus.test');
  await claim('D2', other.userId, ago(3), 'siti@kampus.test');
  const { counts, mine, chase } = await next();
  const tabs = (await service.call(countDesk, {})).body;
  expect(counts).toEqual({ mine: tabs.mine, overdue: tabs.overdue, chase: tabs.chase });
  expect(counts).toEqual({ mine: 2, overdue: 2, chase: 4 });
  expect(mine.map(({ documentId, name }) => [documentId, name])).toEqual([
    ['MINE-DUE', 'Siti Wulandari'],
    ['MINE-LATER', 'baru@kampus.test'],
  ]);
  expect(chase.map(({ documentId }) => documentId)).toEqual(['D1', 'D3', 'D4', 'D5']);
  expect(chase[0]).toMatchObject({ name: 'Siti Wulandari', courseName: 'Kelas SQL', value: 300_000 });
  expect((await next(other)).mine.map(({ documentId }) => documentId)).toEqual(['D2']);
});
