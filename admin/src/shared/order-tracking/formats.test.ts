/** Tests the formats of dates and ids in order tracking. */
import { expect, test } from 'vitest';
import { formatDateTime, shortenMiddle } from './formats.ts';

test.each([
  ['2026-01-02T03:04:05.999Z', '02 Jan 2026, 10.04.05'],
  ['2026-08-16T17:00:00Z', '17 Agu 2026, 00.00.00'],
])('%s is shown in Jakarta, 24-hour, in Indonesian', (moment, shown) => {
  expect(formatDateTime(new Date(moment))).toBe(shown);
});

test.each([
  ['uUoC7mLz4kQpW2xYb9Za', 20, 'uUoC7mLz4kQpW2xYb9Za'],
  ['0192ab3c-7d4e-7f00-8a1b-2c3d4e5f9f3e', 13, '0192ab3c…9f3e'],
  ['uUoC7mLz4kQpW2xYb9Za', 13, 'uUoC7mLz…b9Za'],
  ['', 13, ''],
])('%j with at most %i characters is %j', (id, max, expected) => {
  expect(shortenMiddle(id, max)).toBe(expected);
});
