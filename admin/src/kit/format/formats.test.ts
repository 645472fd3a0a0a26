/** Tests formats of money, numbers and times, in Jakarta's time zone regardless of the browser's. */
import { expect, test } from 'vitest';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import {
  displayPhone,
  formatDay,
  formatNear,
  formatMinute,
  formatMoment,
  formatShortMinute,
  formatTotal,
  fromWallClock,
  toWallClock,
} from './formats.ts';

test('money is formatted as rupiah without decimals', () => {
  expect(formatMoney(1_250_000)).toBe('Rp1.250.000');
  expect(formatMoney(0)).toBe('Rp0');
});

test('a capped total ends with a plus sign', () => {
  expect(formatTotal(1234)).toBe('1.234');
  expect(formatTotal(10_000, true)).toBe('10.000+');
});

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

test('dates use the time zone of Jakarta: late evening in UTC is the next day', () => {
  expect(formatDay('2026-11-05T18:30:00.000Z')).toBe('6 Nov 2026');
  expect(formatMoment('2026-11-05T18:30:09.000Z')).toBe('6 Nov 2026, 01.30.09 WIB');
  expect(formatMinute('2026-11-05T18:30:09.000Z')).toBe('6 Nov 2026, 01.30 WIB');
  expect(formatShortMinute('2026-11-05T18:30:09.000Z')).toBe('6 Nov 2026, 01.30');
});

test('a near moment is its time on the day itself, and its day on others', () => {
  expect(formatNear('2026-11-05T18:30:00.000Z', '2026-11-06T16:59:00.000Z')).toBe('01.30');
  expect(formatNear('2026-11-05T18:30:00.000Z', '2026-11-06T17:00:00.000Z')).toBe('6 Nov');
});

test('a Jakarta wall clock time converts to an instant and back', () => {
  expect(toWallClock('2026-11-05T18:30:00.000Z')).toBe('2026-11-06T01:30');
  expect(toWallClock('')).toBe('');
  expect(fromWallClock('2026-11-06T01:30')).toBe('2026-11-05T18:30:00.000Z');
});

test('a year that is being typed keeps four digits, which a date-time input requires', () => {
  expect(toWallClock(fromWallClock('0002-11-05T14:03'))).toBe('0002-11-05T14:03');
  expect(toWallClock(fromWallClock('0202-01-01T00:00'))).toBe('0202-01-01T00:00');
});
