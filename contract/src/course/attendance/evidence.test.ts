/** Tests that reports of programs are matched like an attendance list. */
import { expect, test } from 'vitest';
import { stayOf } from './evidence.ts';
import { defaultLimits, matchAttendance } from './match.ts';

const evidence = (name: string, from: string, until: string) => ({
  userId: name,
  name,
  email: `${name}@sample.test`,
  from: `2026-11-26T${from}:00.000Z`,
  until: `2026-11-26T${until}:00.000Z`,
  source: 'Zoom',
});
const members = ['Adi', 'Budi', 'Citra'].map((name) => ({
  userId: name,
  name,
  email: `${name}@Sample.test`,
  status: null,
  isUpdated: false,
}));

test('minutes of several stays are added once each, and people of no course are named', () => {
  const stays = [
    evidence('Adi', '12:00', '12:50'),
    evidence('Adi', '12:40', '13:30'),
    evidence('Budi', '12:00', '12:30'),
    evidence('Dewi', '12:00', '14:00'),
  ].map(stayOf);
  const { marks, absent, unknown } = matchAttendance(stays, members, defaultLimits(120));
  expect(marks.map(({ name, status, why }) => [name, status, why])).toEqual([
    ['Adi', 'PRESENT', '90 of 120 minutes: Hadir'],
    ['Budi', 'LATE', '30 of 120 minutes: Terlambat'],
  ]);
  expect(absent).toMatchObject([{ name: 'Citra' }]);
  expect(unknown).toMatchObject([{ label: 'Dewi', why: 'No member of this course' }]);
});
