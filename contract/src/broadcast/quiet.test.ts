/** Tests quiet hours in Jakarta, also over midnight. */
import { expect, it } from 'vitest';
import { quietEnd } from './quiet.ts';

const jakarta = (time: string) => new Date(`2026-11-${time}:00+07:00`);

it.each([
  ['27T19:59', 20, 8, null],
  ['27T20:00', 20, 8, '28T08:00'],
  ['27T23:30', 20, 8, '28T08:00'],
  ['28T00:10', 20, 8, '28T08:00'],
  ['28T07:59', 20, 8, '28T08:00'],
  ['28T08:00', 20, 8, null],
  ['28T13:00', 12, 14, '28T14:00'],
  ['28T14:00', 12, 14, null],
  ['28T03:00', 0, 0, null],
])('at %s with %i to %i o’clock it is quiet until %s', (at, quietFrom, quietUntil, end) => {
  expect(quietEnd(jakarta(at), { quietFrom, quietUntil })).toEqual(end && jakarta(end));
});
