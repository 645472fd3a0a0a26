/** Proves that a spreadsheet opens the attendance of a course as it is, and runs nothing of it. */
import { expect, it } from 'vitest';
import { attendanceCsv } from './attendance-csv.ts';
import { percentOf } from './percent.ts';

const session = {
  lessonId: '1',
  name: 'Kelas, satu',
  sectionName: 'A',
  startAt: '2026-11-23T12:00:00.000Z',
  isHeld: true,
};

it('is a row for each member, with rate and risk, and no formulas', () => {
  const members = [
    { userId: '1', name: 'Budi', email: 'budi@contoh.id', statuses: ['PRESENT' as const, null], rate: 0.5 },
    { userId: '2', name: '=1+1', email: 'b@contoh.id', statuses: ['LATE' as const, null], rate: 1 },
  ];
  const csv = attendanceCsv({ sessions: [session, { ...session, startAt: null, isHeld: false }], members });
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFName,E-mail,Rate,Risk,"Kelas, satu (23 Nov 2026)","Kelas, satu"',
    'Budi,budi@contoh.id,50%,At risk,Hadir,',
    `"'=1+1",b@contoh.id,100%,,Terlambat,`,
  ]);
});

it.each<[number | null, string]>([
  [null, ''],
  [0, '0%'],
  [0.29, '29%'],
  [0.746, '74%'],
  [0.75, '75%'],
  [2 / 3, '66%'],
  [0.9999, '99%'],
  [1, '100%'],
])('a rate of %s is %s', (rate, said) => expect(percentOf(rate)).toBe(said));
