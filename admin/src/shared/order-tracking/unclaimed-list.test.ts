/** Tests that claimed orders are neither listed nor counted. */
import { expect, test } from 'vitest';
import type { TimeSortedList } from './dated-list.ts';
import { excludeClaimed } from './unclaimed-list.ts';

interface Row {
  id: string;
  moment: number;
}
const rows: Row[] = [50, 40, 30, 20, 10].map((moment) => ({ id: `at ${moment}`, moment }));
const list: TimeSortedList<Row> = {
  oldest: 0,
  sparsity: 1,
  momentOf: ({ moment }) => moment,
  read: async (_after, max) => ({ rows: rows.slice(0, max), last: rows[max] }),
  count: async (newerThan = -1) => {
    const newer = rows.filter(({ moment }) => moment > newerThan).length;
    return { rows: newer, documents: newer };
  },
};
const claimed = [
  { documentId: 'at 40', orderedAt: new Date(40).toISOString() },
  { documentId: 'at 10', orderedAt: new Date(10).toISOString() },
];

test('skips claimed rows, and continues after them', async () => {
  expect(await excludeClaimed(list, claimed).read(undefined, 3)).toEqual({ rows: [rows[0], rows[2]], last: rows[3] });
});

test('counts exclude them, from any moment on', async () => {
  const unclaimed = excludeClaimed(list, claimed);
  expect(await unclaimed.count()).toEqual({ rows: 3, documents: 5 });
  expect(await unclaimed.count(20)).toEqual({ rows: 2, documents: 3 });
});

test('a count is never negative', async () => {
  const gone = Array.from({ length: 9 }, (_, n) => ({ documentId: `gone ${n}`, orderedAt: null }));
  expect(await excludeClaimed(list, gone).count()).toMatchObject({ rows: 0 });
});
