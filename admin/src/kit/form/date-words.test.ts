/** Tests which date texts are understood. Today is Sunday, 22 November 2026. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDay, readMoment, writeDay, writeMoment } from './date-words.ts';

const today = '2026-11-22';

describe('a day', () => {
  test.each([
    ['23/11/2026', '2026-11-23'],
    ['3/1/2027', '2027-01-03'],
    ['23-11-2026', '2026-11-23'],
    ['23.11.26', '2026-11-23'],
    ['23112026', '2026-11-23'],
    ['2026-11-23', '2026-11-23'],
    ['29/2/2028', '2028-02-29'],
    ['23 nov', '2026-11-23'],
    ['23 November 2027', '2027-11-23'],
    ['17 Agustus 2027', '2027-08-17'],
    ['1 Mei', '2027-05-01'],
    ['23/11', '2026-11-23'],
    // Nearest to today.
    ['5/1', '2027-01-05'],
    ['5/10', '2026-10-05'],
    ['hari ini', '2026-11-22'],
    ['Besok', '2026-11-23'],
    ['  lusa ', '2026-11-24'],
    ['kemarin', '2026-11-21'],
    ['senin', '2026-11-23'],
    ['senin depan', '2026-11-23'],
    ['minggu', '2026-11-29'],
    ['minggu depan', '2026-11-29'],
    ['jumat depan', '2026-11-27'],
    ['bulan depan', '2026-12-22'],
    ['akhir bulan', '2026-11-30'],
    ['akhir tahun', '2026-12-31'],
    ['+3', '2026-11-25'],
    ['2 minggu lagi', '2026-12-06'],
    ['tomorrow', '2026-11-23'],
  ])('%s is read as %s', (typed, day) => {
    expect(readDay(typed, today)).toBe(day);
  });

  test('a weekday is the next one, and with "depan" the one of next week', () => {
    // Today is a Wednesday.
    expect(readDay('jumat', '2026-11-25')).toBe('2026-11-27');
    expect(readDay('jumat depan', '2026-11-25')).toBe('2026-12-04');
    expect(readDay('rabu', '2026-11-25')).toBe('2026-12-02');
  });

  test('a month later is the last day of a shorter month', () => {
    expect(readDay('bulan depan', '2027-01-31')).toBe('2027-02-28');
  });

  test.each([
    '',
    '31/11/2026',
    '29/2/2027',
    '23/13/2026',
    '23/11/2',
    '23/11/202',
    '0/1/2026',
    'kapan-kapan',
    '14.00',
    '7',
    '2026',
  ])('%s is not a day', (typed) => {
    expect(readDay(typed, today)).toBeUndefined();
  });

  test('every day can be read as it is written', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          expect(readDay(writeDay(day), today)).toBe(day);
        },
      ),
    );
  });
});

describe('a moment', () => {
  test.each([
    ['23/11/2026 14.00', '2026-11-23', '14:00'],
    ['23/11/2026 9:05', '2026-11-23', '09:05'],
    ['23/11/2026, 14.00 WIB', '2026-11-23', '14:00'],
    ['23.11.2026 14.00', '2026-11-23', '14:00'],
    ['besok jam 9', '2026-11-23', '09:00'],
    ['senin depan pukul 14.30', '2026-11-23', '14:30'],
    ['besok 9', '2026-11-23', '09:00'],
    ['23 nov 19', '2019-11-23', undefined],
    ['hari ini 23.59', '2026-11-22', '23:59'],
    ['14.00', '2026-11-22', '14:00'],
    ['jam 8', '2026-11-22', '08:00'],
  ])('%s is read as %s %s', (typed, day, time) => {
    expect(readMoment(typed, today)).toEqual({ day, time });
  });

  test('a text without a time has none', () => {
    expect(readMoment('besok', today)).toEqual({ day: '2026-11-23' });
    expect(readMoment('23.11.26', today)).toEqual({ day: '2026-11-23' });
  });

  test.each(['23/11/2026 24.00', '23/11/2026 14.60', '31/11/2026 14.00', 'jam', ''])('%s is not a moment', (typed) => {
    expect(readMoment(typed, today)).toBeUndefined();
  });

  test('a moment can be read as it is written', () => {
    const moment = { day: '2026-02-03', time: '07:09' };
    expect(writeMoment(moment)).toBe('03/02/2026 07.09');
    expect(readMoment(writeMoment(moment), today)).toEqual(moment);
  });
});
