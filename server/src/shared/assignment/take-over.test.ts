/** Tests that a take-over ends even if a rule names an owner that holds nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import type { Conflict } from './link.ts';
import { serveTakeOver } from './take-over.ts';
import { addRecord } from '../testing/sample.ts';

const row = assignments.discountCourses;
let conflicts: Conflict[] = [];
let test: TestApp;
beforeAll(async () => {
  test = await testAppOf(
    [(app) => serveTakeOver(app, row, { conflicts: async () => conflicts }, 'discount-taking')],
    {},
    { write: () => undefined },
  );
});
afterAll(() => test.close());

it('returns 500 and changes nothing if the rule names an owner without the item', async () => {
  const admin = await test.as('admin');
  const [id, holder, item] = [
    await addRecord(test.sql, 'discount', 'coding', { name: 'Baru' }),
    await addRecord(test.sql, 'discount', 'coding', { name: 'Lama' }),
    await addRecord(test.sql, 'course', 'coding', { name: 'Kelas' }),
  ];
  const heldBy = { id: holder, name: 'Lama', startDate: null, endDate: null };
  conflicts = [{ itemId: item, message: 'It is held', heldBy }];
  const { status } = await admin.call(row.takeOver!, { params: { id }, body: { course_ids: [item] } });
  expect(status).toBe(500);
  expect(await test.sql('select from discount_course')).toEqual([]);
});
