/** Proves who a list of a class means, and as what they are marked. */
import { describe, expect, it } from 'vitest';
import { readAttendanceList } from './attendance-import.ts';
import { matchAttendance, nameKey, usualLimits } from './attendance-match.ts';

const member = (userId: string, name: string, email: string) => ({
  userId,
  name,
  email,
  status: null,
  isUpdated: false,
});
const budi = member('1', 'Budi Santoso', 'budi@contoh.id');
const ayu = member('2', 'Ayu Léstari', 'Ayu@contoh.id');
const dewi = member('3', 'Dewi', 'dewi@contoh.id');
const otherDewi = member('4', 'dewi', 'dewi.lain@contoh.id');
const saved = { ...member('5', 'Eka Putra', 'eka@contoh.id'), status: 'SICK' as const, isUpdated: true };
const members = [budi, ayu, dewi, otherDewi, saved];

const match = (text: string, limits = usualLimits(120)) =>
  matchAttendance(readAttendanceList(text).stays, members, limits);
const head = 'First name,Last name,Email,Duration,Time joined,Time exited\n';
const marked = (text: string) => match(text).marks.map(({ userId, status, why }) => [userId, status, why]);

describe('the members of a list', () => {
  it('are found by e-mail whatever they are called there', () => {
    expect(marked('BUDI@contoh.id')).toEqual([['1', 'PRESENT', 'In the list: Hadir']]);
    expect(marked('Ayu yang lain <ayu@contoh.id>')).toEqual([['2', 'PRESENT', 'In the list: Hadir']]);
  });

  it('are found by name without case, accents and order', () => {
    expect(marked('LESTARI, ayu')).toEqual([['2', 'PRESENT', 'In the list: Hadir']]);
    expect(nameKey('Ávila-Gómez, José')).toBe('avila gomez jose');
  });

  it('are told in words by their minutes', () => {
    expect(marked(`${head}Budi,Santoso,,90 min,,\nAyu,Lestari,,72 min,,\nDewi,,dewi@contoh.id,29 min,,`)).toEqual([
      ['1', 'PRESENT', '90 of 120 minutes: Hadir'],
      ['2', 'LATE', '72 of 120 minutes: Terlambat'],
      ['3', 'ABSENT', '29 of 120 minutes: Alfa'],
    ]);
  });

  it('have the minutes of all their rows, by e-mail or by name', () => {
    expect(marked(`${head}Budi,Santoso,budi@contoh.id,50 min,,\nBudi,Santoso,,45 min,,`)).toEqual([
      ['1', 'PRESENT', '95 of 120 minutes: Hadir'],
    ]);
  });

  it('are not guessed where two are called the same, and not invented', () => {
    const { marks, unknown } = match('Dewi\nFajar\nfajar');
    expect(marks).toEqual([]);
    expect(unknown).toEqual([
      { label: 'Dewi', why: '2 members are called this; mark them by hand' },
      { label: 'Fajar', why: 'No member of this course' },
    ]);
  });

  it('stay as they were saved', () => {
    expect(match('eka@contoh.id').marks).toEqual([
      { userId: '5', name: 'Eka Putra', status: 'SICK', why: 'Saved as Sakit before; it stays', isSaved: true },
    ]);
  });

  it('who are not in it are named, but for those who are saved', () => {
    expect(match('budi@contoh.id').absent.map(({ userId }) => userId)).toEqual(['2', '3', '4']);
  });
});
