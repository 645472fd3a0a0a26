import { expect, test } from 'vitest';
import { displayPhone, formatDateTime } from './formats.ts';

test.each([
  ['0812-3456-789', '08123456789'],
  ['+62 812 3456 789', '(+62)8123456789'],
  ['628123', '(+62)8123'],
  ['(021) 555', '021555'],
  ['8123', '8123'],
  ['', ''],
  ['n/a', ''],
])('the phone %j is shown as %j', (phone, shown) => {
  expect(displayPhone(phone)).toBe(shown);
});

test.each([
  ['2026-01-02T03:04:05.999Z', '02 Jan 2026, 10.04.05'],
  ['2026-08-16T17:00:00Z', '17 Agu 2026, 00.00.00'],
])('%s is shown in Jakarta, 24-hour, in Indonesian', (moment, shown) => {
  expect(formatDateTime(new Date(moment))).toBe(shown);
});
