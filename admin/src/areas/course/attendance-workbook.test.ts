/** Tests the exported attendance of a course by reading its file. */
import { expect, it } from 'vitest';
import { readSheet } from '#contract/kernel/testing/workbook.ts';
import { attendanceWorkbook } from './attendance-workbook.ts';
import { percentOf } from './progress-words.ts';

const session = {
  lessonId: '1',
  name: 'Kelas, satu',
  sectionName: 'A',
  startAt: '2026-11-23T12:00:00.000Z',
  isHeld: true,
};

it('has a row for each member with rate and risk, and stores names as text, not as formulas', async () => {
  const members = [
    { userId: '1', name: 'Budi', email: 'budi@contoh.id', statuses: ['PRESENT' as const, null], rate: 0.5 },
    { userId: '2', name: '=1+1', email: 'b@contoh.id', statuses: ['LATE' as const, null], rate: 1 },
    { userId: '3', name: 'Citra', email: 'c@contoh.id', statuses: [null, null], rate: null },
  ];
  const sessions = [session, { ...session, startAt: null, isHeld: false }];
  const file = await attendanceWorkbook('Bootcamp', { sessions, members }, () => {});
  expect(file.name).toBe('Attendance of Bootcamp.xlsx');
  expect(readSheet(await file.arrayBuffer(), 'Attendance').rows).toEqual([
    ['Name', 'E-mail', 'Rate (%)', 'Below 75%', 'Kelas, satu (23 Nov 2026)', 'Kelas, satu'],
    ['Budi', 'budi@contoh.id', 50, 'Low attendance', 'Hadir', ''],
    ['=1+1', 'b@contoh.id', 100, '', 'Terlambat', ''],
    ['Citra', 'c@contoh.id', '', '', '', ''],
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
])('a rate of %s is %s', (rate, text) => expect(percentOf(rate)).toBe(text));
