/** Tests that all rows are read, also while they change, and that reading ends for any response. */
import { expect, test } from 'vitest';
import { readAll } from './read-all.ts';

const rowsOf = (ids: string) => [...ids].map((id) => ({ id }));

const idOf = ({ id }: { id: string }) => id;
const keyed = (ids: string) => rowsOf(ids).map((row) => [row.id, row]);

/** Server that returns these pages in sequence, then repeats the last one; `total` by the number of requests. */
function server(pages: readonly string[], total: (reads: number) => number) {
  const requested: number[] = [];
  const read = async (page: number) => {
    requested.push(page);
    return {
      rows: rowsOf(pages[Math.min(requested.length, pages.length) - 1] ?? ''),
      totalItems: total(requested.length),
    };
  };
  return { requested, read };
}

test('reads every page once', async () => {
  const { requested, read } = server(['ab', 'cd', 'e'], () => 5);
  expect(await readAll(idOf, read)).toEqual(keyed('abcde'));
  expect(requested).toEqual([1, 2, 3]);
});

test('reads again if rows were added meanwhile', async () => {
  const { requested, read } = server(['ab', 'bc', '', 'xa', 'bc'], (reads) => (reads === 1 ? 3 : 4));
  expect((await readAll(idOf, read)).map(([key]) => key).toSorted()).toEqual(['a', 'b', 'c', 'x']);
  expect(requested).toEqual([1, 2, 3, 1, 2]);
});

test('stops after a few attempts if the pages never end or the total is too high', async () => {
  const { requested, read } = server(['ab'], () => 100);
  expect(await readAll(idOf, read)).toEqual(keyed('ab'));
  expect(requested).toEqual([1, 2, 1, 2, 1, 2]);
});
