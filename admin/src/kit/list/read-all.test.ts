/** Proves that all rows are read, also while they change, and that reading ends whatever the server answers. */
import { expect, test } from 'vitest';
import { readAll } from './read-all.ts';

const rowsOf = (ids: string) => [...ids].map((id) => ({ id }));

const idOf = ({ id }: { id: string }) => id;
const keyed = (ids: string) => rowsOf(ids).map((row) => [row.id, row]);

/** Answers these pages one after another, then the last of them again and again; `total` by how often it was asked. */
function server(pages: readonly string[], total: (reads: number) => number) {
  const asked: number[] = [];
  const read = async (page: number) => {
    asked.push(page);
    return { rows: rowsOf(pages[Math.min(asked.length, pages.length) - 1] ?? ''), totalItems: total(asked.length) };
  };
  return { asked, read };
}

test('every page is read once', async () => {
  const { asked, read } = server(['ab', 'cd', 'e'], () => 5);
  expect(await readAll(idOf, read)).toEqual(keyed('abcde'));
  expect(asked).toEqual([1, 2, 3]);
});

test('rows that came meanwhile are read as well, in another turn', async () => {
  const { asked, read } = server(['ab', 'bc', '', 'xa', 'bc'], (reads) => (reads === 1 ? 3 : 4));
  expect((await readAll(idOf, read)).map(([key]) => key).toSorted()).toEqual(['a', 'b', 'c', 'x']);
  expect(asked).toEqual([1, 2, 3, 1, 2]);
});

test('a server whose pages never end, or promise more than they tell, is asked a few times only', async () => {
  const { asked, read } = server(['ab'], () => 100);
  expect(await readAll(idOf, read)).toEqual(keyed('ab'));
  expect(asked).toEqual([1, 2, 1, 2, 1, 2]);
});
