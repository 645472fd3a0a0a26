/** Tests the formats of dates in order tracking. */
import { expect, test } from 'vitest';
import { formatDateTime, formatSoon } from './formats.ts';

test.each([
  ['2026-01-02T03:04:05.999Z', '02 Jan 2026, 10.04.05'],
  ['2026-08-16T17:00:00Z', '17 Agu 2026, 00.00.00'],
])('%s is shown in Jakarta, 24-hour, in Indonesian', (moment, shown) => {
  expect(formatDateTime(new Date(moment))).toBe(shown);
});

test('formatSoon omits the year, in Jakarta', () => {
  expect(formatSoon('2026-01-02T03:04:05Z')).toBe('2 Jan, 10.04');
});
