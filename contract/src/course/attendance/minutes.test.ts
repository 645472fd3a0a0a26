/** Tests durations, and the union of stays of one person. */
import { expect, it } from 'vitest';
import { minutesOf, minutesOfStays, spanOf } from './minutes.ts';

it.each([
  ['72', 72],
  ['1 hr 12 min', 72],
  ['1h 12m', 72],
  ['2 hours', 120],
  ['1 jam 5 menit', 65],
  ['30 sec', 0.5],
  ['1:12:30', 72.5],
  ['72:30', 72.5],
  ['1:30', null],
  ['1,5 jam', 90],
  ['1 Std. 50 Min. 30 Sek.', 110.5],
  ['1時間 50分', 110],
  ['1 godz. 45 min 3 sek.', 105.05],
  ['1 xyz 45 min', null],
  ['', null],
  ['lama', null],
])('reads the duration "%s" as %s minutes', (text, minutes) => {
  expect(minutesOf(text)).toBe(minutes);
});

it.each([
  ['11/24/2026 07:00:00 PM', '11/24/2026 07:50:30 PM', { day: '11 24 2026', from: 1140, to: 1190.5 }],
  ['11:50 PM', '12:20 AM', { day: '', from: 1430, to: 1460, endDay: '' }],
  ['19.00', '20.05', { day: '', from: 1140, to: 1205 }],
  ['--', '20.05', null],
  ['24/11/26, 7:00:00\u202fPM', '24/11/26, 7:50:00\u202fp.m.', { day: '24 11 26', from: 1140, to: 1190 }],
  ['24.11.2026 19:00', '24.11.2026 19:50', { day: '24 11 2026', from: 1140, to: 1190 }],
  ['2026-11-24T12:00:00.000Z', '2026-11-24T12:50:00.000Z', { day: '2026 11 24t', from: 720, to: 770 }],
  ['19:00 WIB', '20:05 WIB', { day: '', from: 1140, to: 1205 }],
  ['7:00 PM 11/24/2026', '7:50 PM 11/24/2026', { day: '11 24 2026', from: 1140, to: 1190 }],
  ['24/11/2026 23:00', '25/11/2026 00:30', { day: '24 11 2026', from: 1380, to: 1470, endDay: '25 11 2026' }],
  ['11/24/2026 下午7:00', '11/24/2026 下午7:50', null],
  ['25:00', '26:00', null],
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
    'cannot tell without times',
    [
      [50, '', ''],
      [45, '', ''],
    ],
    [50, 95],
  ],
  [
    'cannot tell durations in spans that overlap',
    [
      [30, '19.00', '20.00'],
      [40, '19.00', '20.00'],
    ],
    [40, 60],
  ],
] as const)('%s', (_title, stays, minutes) => {
  const range = typeof minutes === 'number' ? [minutes, minutes] : minutes;
  expect(minutesOfStays(stays.map(([one, join, leave]) => ({ minutes: one, span: spanOf(join, leave) })))).toEqual(
    range,
  );
});
