/** Tests time spans in words on the start page. */
import { expect, test } from 'vitest';
import { since, spanOf, until } from './spans.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [-hour, '0 minutes'],
  [minute, '1 minute'],
  [hour - 1, '59 minutes'],
  [hour, '1 hour'],
  [2 * day - 1, '47 hours'],
  [2 * day, '2 days'],
  [9 * day + 23 * hour, '9 days'],
])('%d ms are %s', (ms, words) => {
  expect(spanOf(ms)).toBe(words);
});

test('a moment before now and one after it', () => {
  const now = Date.parse('2026-12-01T10:00:00Z');
  expect(since('2026-11-30T08:00:00Z', now)).toBe('26 hours');
  expect(until('2026-12-04T10:00:00Z', now)).toBe('in 3 days');
});
