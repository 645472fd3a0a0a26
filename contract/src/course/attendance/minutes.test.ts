/** Tests durations, and the union of stays of one person. */
import { expect, it } from 'vitest';
import { minutesOf, spanOf, totalMinutes } from './minutes.ts';

it.each([
  ['72', 72],
  ['1 hr 12 min', 72],
  ['1h 12m', 72],
  ['2 hours', 120],
  ['1 jam 5 menit', 65],
  ['30 sec', 0.5],
  ['1:12:30', 72.5],
  ['72:30', 72.5],
  ['', null],
  ['lama', null],
])('reads the duration "%s" as %s minutes', (text, minutes) => {
  expect(minutesOf(text)).toBe(minutes);
});

it.each([
  ['11/24/2026 07:00:00 PM', '11/24/2026 07:50:30 PM', { day: '11/24/2026 ', from: 1140, to: 1190.5 }],
  ['11:50 PM', '12:20 AM', { day: '', from: 1430, to: 1460 }],
  ['19.00', '20.05', { day: '', from: 1140, to: 1205 }],
  ['--', '20.05', null],
])('reads "%s" to "%s" as a span', (join, leave, span) => {
  expect(spanOf(join, leave)).toEqual(span);
});

it.each([
  [
    'counts two devices at the same time once',
    [
      [50, '19.00', '19.50'],
      [50, '19.00', '19.50'],
    ],
    50,
  ],
  [
    'counts overlapping stays once',
    [
      [30, '19.00', '19.30'],
      [30, '19.20', '19.50'],
    ],
    50,
  ],
  [
    'adds up separate stays',
    [
      [35, '19.00', '19.35'],
      [37, '19.40', '20.17'],
    ],
    72,
  ],
  [
    'keeps a duration that is shorter than its span',
    [
      [40, '19.00', '20.00'],
      [10, '20.00', '20.10'],
    ],
    50,
  ],
  [
    'adds up durations without times',
    [
      [50, '', ''],
      [45, '', ''],
    ],
    95,
  ],
] as const)('%s', (_title, stays, minutes) => {
  expect(totalMinutes(stays.map(([one, join, leave]) => ({ minutes: one, span: spanOf(join, leave) })))).toBe(minutes);
});
