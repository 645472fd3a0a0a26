/** Rows that were changed keep their places among the rows that are read. */
import { expect, test } from 'vitest';
import { mergePinnedRows } from '#kit/list/pinned-rows.ts';
import { type PinnedOrder, addPinnedRow } from './pinned-rows.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';

const row = (id: string) => ({ id }) as TrackingOrder;
const staying = (id: string, at: number, below?: string): PinnedOrder => ({
  row: { ...row(id), stays: true },
  at,
  below,
});
const idsOf = (read: string, ...kept: PinnedOrder[]) =>
  mergePinnedRows([...read].map(row), kept, ({ id }) => id)
    .map(({ id, stays }) => (stays ? `(${id})` : id))
    .join('');

test('a row that left the result stays below the row that was above it', () => {
  expect(idsOf('acd', staying('b', 1, 'a'))).toBe('a(b)cd');
});

test('rows changed from the bottom up and from the top down keep their order', () => {
  expect(idsOf('d', staying('c', 2, 'b'), staying('b', 1, 'a'), staying('a', 0))).toBe('(a)(b)(c)d');
  expect(idsOf('d', staying('a', 0), staying('b', 1, 'a'), staying('c', 2, 'b'))).toBe('(a)(b)(c)d');
});

test('a row that is still in the result is neither duplicated nor marked', () => {
  expect(idsOf('abc', staying('b', 1, 'a'))).toBe('abc');
});

test('a row whose upper neighbour was removed stays at its position', () => {
  expect(idsOf('cd', staying('b', 1, 'a'))).toBe('c(b)d');
  expect(idsOf('', staying('b', 1, 'a'))).toBe('(b)');
});

test('a changed row stays once, and of more than a hundred the one that was changed first is given up', () => {
  const all = Array.from({ length: 101 }, (_, n) => staying(`r${n}`, n)).reduce(addPinnedRow, []);
  expect([all.length, all[0]?.row.id, all.at(-1)?.row.id]).toEqual([100, 'r1', 'r100']);
  expect(addPinnedRow(all, staying('r50', 0))).toBe(all);
});
