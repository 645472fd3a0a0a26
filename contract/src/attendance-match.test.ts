/** Tests the matching of attendance lists to members, and their marks. */
import { describe, expect, it } from 'vitest';
import { readAttendanceList } from './attendance-import.ts';
import { matchAttendance, nameKey, defaultLimits } from './attendance-match.ts';

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

const match = (text: string, limits = defaultLimits(120)) =>
  matchAttendance(readAttendanceList(text).stays, members, limits);
const head = 'First name,Last name,Email,Duration,Time joined,Time exited\n';
const marked = (text: string) => match(text).marks.map(({ userId, status, why }) => [userId, status, why]);

describe('matchAttendance', () => {
  it('matches by e-mail, whatever the name', () => {
    expect(marked('BUDI@contoh.id')).toEqual([['1', 'PRESENT', 'In the list: Hadir']]);
    expect(marked('Ayu yang lain <ayu@contoh.id>')).toEqual([['2', 'PRESENT', 'In the list: Hadir']]);
  });

  it('matches by name, ignoring case, accents and order', () => {
    expect(marked('LESTARI, ayu')).toEqual([['2', 'PRESENT', 'In the list: Hadir']]);
    expect(nameKey('Ávila-Gómez, José')).toBe('avila gomez jose');
  });

  it('gives the minutes as the reason of a mark', () => {
    expect(marked(`${head}Budi,Santoso,,90 min,,\nAyu,Lestari,,72 min,,\nDewi,,dewi@contoh.id,29 min,,`)).toEqual([
      ['1', 'PRESENT', '90 of 120 minutes: Hadir'],
      ['2', 'LATE', '72 of 120 minutes: Terlambat'],
      ['3', 'ABSENT', '29 of 120 minutes: Alfa'],
    ]);
  });

  it('adds up the minutes of all rows of a member', () => {
    expect(marked(`${head}Budi,Santoso,budi@contoh.id,50 min,,\nBudi,Santoso,,45 min,,`)).toEqual([
      ['1', 'PRESENT', '95 of 120 minutes: Hadir'],
    ]);
  });

  it('reports ambiguous and unknown names instead of guessing', () => {
    const { marks, unknown } = match('Dewi\nFajar\nfajar');
    expect(marks).toEqual([]);
    expect(unknown).toEqual([
      { label: 'Dewi', why: '2 members are called this; mark them by hand' },
      { label: 'Fajar', why: 'No member of this course' },
    ]);
  });

  it('keeps a saved attendance', () => {
    expect(match('eka@contoh.id').marks).toEqual([
      { userId: '5', name: 'Eka Putra', status: 'SICK', why: 'Saved as Sakit before; it stays', isSaved: true },
    ]);
  });

  it('lists members who are absent, except those already saved', () => {
    expect(match('budi@contoh.id').absent.map(({ userId }) => userId)).toEqual(['2', '3', '4']);
  });
});
