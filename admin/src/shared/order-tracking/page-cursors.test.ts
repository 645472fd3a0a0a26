/** Tests from which known page end a page is read. */
import { expect, test } from 'vitest';
import { PageCursors, PageCursorCache } from './page-cursors.ts';

const last = (id: string) => ({ id });

test('a page is read from the nearest page whose end is known', () => {
  const ends = new PageCursors();
  expect(ends.nearestStart(3)).toEqual({ page: 1, after: undefined });
  ends.remember(1, last('a'));
  ends.remember(4, last('d'));
  expect(ends.nearestStart(3)).toEqual({ page: 2, after: last('a') });
  expect(ends.nearestStart(4)).toEqual({ page: 2, after: last('a') });
  expect(ends.nearestStart(9)).toEqual({ page: 5, after: last('d') });
  expect(ends.nearestStart(1)).toEqual({ page: 1, after: undefined });
});

test('when a page ends elsewhere, later pages are read again', () => {
  const ends = new PageCursors();
  ends.remember(1, last('a'));
  ends.remember(2, last('b'));
  ends.remember(1, last('a'));
  expect(ends.nearestStart(3).page).toBe(3);
  ends.remember(1, last('new'));
  expect(ends.nearestStart(3)).toEqual({ page: 2, after: last('new') });
});

test('remembers the last lists, and forgets older ones', () => {
  const lists = new PageCursorCache();
  lists.of('first').remember(1, last('a'));
  for (let other = 0; other < 19; other += 1) lists.of(`list ${other}`);
  expect(lists.of('first').nearestStart(2).page).toBe(2);
  for (let other = 0; other < 20; other += 1) lists.of(`list ${other}`);
  expect(lists.of('first').nearestStart(2).page).toBe(1);
});
