/** Tests that the columns of attendance lists are remembered per brand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getListColumns, saveListColumns } from '#contract/course/attendance/list-columns.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { lessonRoutes } from './routes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testAppOf([lessonRoutes]);
});
afterAll(() => test.close());

it('columns of lists are remembered per brand, and those without a heading are not', async () => {
  const instructor = await test.as('instructor');
  const save = (columns: { key: string; field: 'name' | 'mark' | 'none' }[]) =>
    instructor.call(saveListColumns, { body: { columns } });
  const saved = await save([
    { key: 'wer', field: 'name' },
    { key: 'rolle', field: 'none' },
    { key: '#3', field: 'mark' },
  ]);
  expect(saved).toMatchObject({ status: 200, body: { changed: 2 } });
  await save([{ key: 'rolle', field: 'mark' }]);
  const { columns } = (await instructor.call(getListColumns, {})).body;
  expect(columns.toSorted((one, other) => (one.key < other.key ? -1 : 1))).toEqual([
    { key: 'rolle', field: 'mark' },
    { key: 'wer', field: 'name' },
  ]);
  const others = await test.as('instructor', 'cyber');
  expect((await others.call(getListColumns, {})).body.columns).toEqual([]);
});
