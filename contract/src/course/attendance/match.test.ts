/** Tests the matching of attendance lists to members, and their marks. */
import { describe, expect, it } from 'vitest';
import { readAttendanceList } from './import.ts';
import { matchAttendance, nameKey, defaultLimits } from './match.ts';

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
  matchAttendance(readAttendanceList(text, members).stays, members, limits);
const head = 'First name,Last name,Email,Duration,Time joined,Time exited\n';
const marked = (text: string) => match(text).marks.map(({ userId, status, why }) => [userId, status, why]);

describe('matchAttendance', () => {
  it('matches by e-mail, whatever the name', () => {
    const idn = [member('9', 'Ivan', 'ivan@xn--e1afmkfd.xn--p1ai')];
    expect(matchAttendance(readAttendanceList('ivan@Пример.рф').stays, idn, defaultLimits(120)).marks).toHaveLength(1);
    expect(marked('BUDI@contoh.id')).toEqual([['1', 'PRESENT', 'In the list: Hadir']]);
    expect(marked('Ayu yang lain <ayu@contoh.id>')).toEqual([['2', 'PRESENT', 'In the list: Hadir']]);
  });

  it('matches by name, ignoring case, accents and order', () => {
    expect(marked('LESTARI, ayu')).toEqual([['2', 'PRESENT', 'In the list: Hadir']]);
    expect(marked('Santoso, Budi\nLéstari, Ayu').map(([, status]) => status)).toEqual(['PRESENT', 'PRESENT']);
    expect(nameKey('Ávila-Gómez, José')).toBe('avila gomez jose');
  });

  it.each(['Izin: Budi Santoso, Ayu Lestari', 'Budi Santoso (izin) Ayu Lestari (sakit)'])(
    'leaves members open who are named in "%s", and does not count them as absent',
    (text) => {
      const { marks, open, absent } = match(text);
      expect(marks.filter(({ status }) => status === 'PRESENT' || status === 'ABSENT')).toEqual([]);
      const handled = [...marks, ...open].map(({ userId }) => userId);
      expect(handled.toSorted()).toEqual(['1', '2']);
      expect(absent.map(({ userId }) => userId)).toEqual(['3', '4']);
    },
  );

  it('gives the minutes as the reason of a mark', () => {
    expect(marked(`${head}Budi,Santoso,,90 min,,\nAyu,Lestari,,72 min,,\nDewi,,dewi@contoh.id,29 min,,`)).toEqual([
      ['1', 'PRESENT', '90 of 120 minutes: Hadir'],
      ['2', 'LATE', '72 of 120 minutes: Terlambat'],
      ['3', 'ABSENT', '29 of 120 minutes: Alfa'],
    ]);
  });

  it.each([
    ['2. Budi Santoso (izin)', 'EXCUSED', '"izin" in the list: Izin'],
    ['Budi Santoso [SAKIT]', 'SICK', '"SAKIT" in the list: Sakit'],
    ['Budi Santoso - tidak hadir', 'ABSENT', '"tidak hadir" in the list: Alfa'],
    ['Budi Santoso: telat', 'LATE', '"telat" in the list: Terlambat'],
    ['Budi Santoso\tAlfa', 'ABSENT', '"Alfa" in the list: Alfa'],
    ['budi@contoh.id, excused', 'EXCUSED', '"excused" in the list: Izin'],
    ['Absent: budi@contoh.id', 'ABSENT', '"Absent" in the list: Alfa'],
    ['Budi S. <budi@contoh.id> (late)', 'LATE', '"late" in the list: Terlambat'],
    ['Budi Santoso (hadir)', 'PRESENT', '"hadir" in the list: Hadir'],
    ['budi (Budi Santoso)', 'PRESENT', 'In the list: Hadir'],
    ['Budi,Santoso,budi@contoh.id', 'PRESENT', 'In the list: Hadir'],
  ])('reads the mark of "%s"', (text, status, why) => {
    expect(match(text)).toMatchObject({ marks: [{ userId: '1', status, why }], open: [], unknown: [] });
  });

  it.each([
    'Budi Santoso (tidak bisa datang)',
    'Budi Santoso (absen)',
    'Budi Santoso (izin, sakit)',
    'Budi Santoso (HP)',
    'Budi Santoso ❌',
    'budi@contoh.id tidak bisa datang',
    'Budi Santoso,No,budi@contoh.id',
    'No,budi@contoh.id',
    'budi@contoh.id; ayu@contoh.id; belum hadir',
    'Budi Santoso\nbudi@contoh.id (izin)',
    `${head}Budi,Santoso,budi@contoh.id,--,,`,
    `${head}Budi,Santoso,budi@contoh.id,,,`,
  ])('leaves a member open whose mark is not clear: %j', (text) => {
    const { marks, open, absent } = match(text);
    expect(marks).toEqual([]);
    expect(open[0]).toMatchObject({ userId: '1', why: expect.stringMatching(/; mark them by hand$/) });
    expect(absent.map(({ userId }) => userId)).not.toContain('1');
  });

  it('never marks a member as present whose line has a mark that is not set apart', () => {
    for (const text of [
      'Budi Santoso izin',
      'tidak hadir Budi Santoso',
      'Budi Santoso\tNo',
      'Budi Santoso;No\nDewi;Yes',
    ])
      expect(match(text).marks).toEqual([]);
  });

  const others = [member('6', 'Citra Contoh', 'citra@contoh.id'), member('7', 'Alfa Wijaya', 'alfa@contoh.id')];
  const statuses = (text: string) => {
    const all = [budi, ayu, ...others];
    const { marks, open } = matchAttendance(readAttendanceList(text, all).stays, all, defaultLimits(120));
    return Object.fromEntries([
      ...marks.map(({ userId, status }) => [userId, status]),
      ...open.map(({ userId }) => [userId, 'open']),
    ]);
  };

  it.each([
    ['columns without a known heading', 'Nama Teman;24 Nov\nBudi Santoso;v\nAyu Lestari;-', { 1: 'open', 2: 'open' }],
    ['a blank cell beside a cross', 'Nama Teman,Kelas\nBudi Santoso,x\nAyu Lestari,', { 1: 'open', 2: 'open' }],
    ['a blank cell beside a word', 'Budi Santoso,datang\nAyu Lestari,', { 1: 'open', 2: 'open' }],
    ['a tick and a dash between tabs', 'Budi Santoso\tv\nAyu Lestari\t-', { 1: 'open', 2: 'open' }],
    ['a word and a line cut short', 'Budi Santoso\tDuduk\nAyu Lestari', { 1: 'open', 2: 'open' }],
    ['a word beside one name only', 'Budi Santoso, datang\nAyu Lestari', { 1: 'open', 2: 'open' }],
    ['a colon behind a name', 'Budi Santoso: v\nAyu Lestari:', { 1: 'open', 2: 'open' }],
    ['a tick and a line cut short', 'Budi Santoso\tv\nAyu Lestari', { 1: 'open', 2: 'open' }],
    ['numbers that do not count the lines', '1,Budi Santoso\n0,Ayu Lestari', { 1: 'open', 2: 'open' }],
    ['numbers behind names', 'Budi Santoso,1\nAyu Lestari,0', { 1: 'open', 2: 'open' }],
    [
      'marks in a column',
      'Budi Santoso;izin\nAyu Lestari;alfa\nCitra Contoh;',
      { 1: 'EXCUSED', 2: 'ABSENT', 6: 'open' },
    ],
    [
      'marks beside e-mails',
      'budi@contoh.id,v\nayu@contoh.id,-\ncitra@contoh.id,',
      { 1: 'open', 2: 'open', 6: 'open' },
    ],
    ['digits beside e-mails', '1,budi@contoh.id\n0,ayu@contoh.id', { 1: 'open', 2: 'open' }],
    ['boxes of a task list', '- [x] Budi Santoso\n- [ ] Ayu Lestari', { 1: 'open', 2: 'open' }],
    ['empty brackets', 'Budi Santoso ()\nAyu Lestari [ ]', { 1: 'open', 2: 'open' }],
    ['boxes', '☑ Budi Santoso\n☐ Ayu Lestari', { 1: 'PRESENT', 2: 'open' }],
    ['colored boxes', '✅ Budi Santoso\n⬜ Ayu Lestari\n🚫 Citra Contoh', { 1: 'PRESENT', 2: 'open', 6: 'open' }],
    ['a tick beside one name only', '1. Budi Santoso ✔️\n2. Ayu Lestari', { 1: 'PRESENT', 2: 'open' }],
    ['a mark beside one name only', 'Budi Santoso (hadir)\nAyu Lestari', { 1: 'PRESENT', 2: 'open' }],
    ['signs behind names', 'Budi Santoso ⛔\nAyu Lestari ?\nCitra Contoh ×', { 1: 'open', 2: 'open', 6: 'open' }],
    ['struck names', '~Budi Santoso~\nA̶y̶u̶ Lestari', { 1: 'open', 2: 'open' }],
    ['dashes behind names', 'Budi Santoso -\nAyu Lestari =\nCitra Contoh–', { 1: 'open', 2: 'open', 6: 'open' }],
    ['signs beside several e-mails', 'budi@contoh.id, ayu@contoh.id, ⛔', { 1: 'open', 2: 'open' }],
    ['words below a heading', 'Hadir:\nBudi Santoso\tok\nAyu Lestari\t', { 1: 'open', 2: 'open' }],
    ['a tick in a table', 'Nama,Email\nBudi Santoso ✅,\nAyu Lestari,', { 1: 'PRESENT', 2: 'open' }],
    ['one line', 'Budi Santoso;-', { 1: 'open' }],
    ['a word between dashes', 'Budi Santoso - v\nAyu Lestari - gak datang', { 1: 'open', 2: 'open' }],
  ])('takes no member as present by what is not understood: %s', (_, text, expected) => {
    expect(statuses(text)).toEqual(expected);
  });

  it.each([
    ['bullets', '• Budi Santoso\n▪ Ayu Lestari\n- Citra Contoh\n#4 Alfa Wijaya'],
    ['commas at the end', 'Budi Santoso,\nAyu Lestari,\nCitra Contoh,\nAlfa Wijaya,'],
    ['line numbers in a column', 'No\tTeman\n1\tBudi Santoso\n2\tAyu Lestari\n3\tCitra Contoh\n4\tAlfa Wijaya'],
    ['names with and without e-mails', 'Budi\tbudi@contoh.id\nAyu Lestari\nCitra Contoh\t\nAlfa Wijaya'],
    ['the number of those present', 'Hadir (4):\nBudi Santoso\nAyu Lestari\nCitra Contoh\nAlfa Wijaya'],
    ['parts of names', 'Santoso, Budi\nLestari, Ayu\nContoh, Citra\nAlfa Wijaya'],
    ['WhatsApp bold and a title', 'Daftar hadir kelas\n*Budi Santoso*\n*Ayu Lestari*\n*Citra Contoh*\nAlfa Wijaya'],
    ['names and e-mails', 'Budi <budi@contoh.id>\nayu@contoh.id\nCitra Contoh\nAlfa Wijaya'],
    ['semicolons', 'Budi Santoso; Ayu Lestari; Citra Contoh; Alfa Wijaya'],
  ])('takes members in a list as present: %s', (_, text) => {
    expect(statuses(text)).toEqual({ 1: 'PRESENT', 2: 'PRESENT', 6: 'PRESENT', 7: 'PRESENT' });
  });

  it('reads the marks below the title of a roll', () => {
    expect(statuses('Absen kelas\n1. Budi Santoso\n2. Ayu Lestari (izin)')).toEqual({ 1: 'PRESENT', 2: 'EXCUSED' });
  });

  it('reads a roll with a date in its title where its lines have marks', () => {
    expect(statuses('Absen 24/11\n1. Budi Santoso ✅\n2. Ayu Lestari - sakit\n3. Citra Contoh (telat)')).toEqual({
      1: 'PRESENT',
      2: 'SICK',
      6: 'LATE',
    });
    expect(() => match('Absen 24/11\n1. Budi Santoso\n2. Ayu Lestari (izin)')).toThrow(RangeError);
    expect(() => match('Absen 24/11:\n1. Budi Santoso (sakit)')).toThrow(RangeError);
  });

  it('counts the minutes of two devices at the same time once', () => {
    const row = (name: string) => `${name},budi@contoh.id,11/24/2026 07:00:00 PM,11/24/2026 07:50:00 PM,50,No,No\n`;
    const zoom = 'Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,In waiting room\n';
    expect(marked(`${zoom}${row('Budi Santoso')}${row('Budi Santoso (HP)')}`)).toEqual([
      ['1', 'LATE', '50 of 120 minutes: Terlambat'],
    ]);
  });

  it('adds up the minutes of separate rows of a member', () => {
    expect(marked(`${head}Budi,Santoso,budi@contoh.id,50 min,19.00,19.50\nBudi,Santoso,,45 min,20.00,20.45`)).toEqual([
      ['1', 'PRESENT', '95 of 120 minutes: Hadir'],
    ]);
  });

  it('leaves a member open whose rows may be of two devices at the same time', () => {
    const { marks, open } = match(`${head}Budi,Santoso,budi@contoh.id,50 min,,\nBudi,Santoso,,45 min,,`);
    expect(marks).toEqual([]);
    expect(open).toMatchObject([
      { userId: '1', why: '50 to 95 of 120 minutes, on devices that may overlap; mark them by hand' },
    ]);
  });

  it.each([
    ['izin', 0, 'EXCUSED', '"izin", 0 of 120 minutes: Izin'],
    ['Hadir', 110, 'PRESENT', '110 of 120 minutes: Hadir'],
    ['izin', 110, undefined, '"izin" beside 110 of 120 minutes; mark them by hand'],
    ['alfa', 110, undefined, '"alfa" beside 110 of 120 minutes; mark them by hand'],
    ['kamera mati', 110, undefined, '"kamera mati" beside 110 of 120 minutes; mark them by hand'],
  ])('weighs the note "%s" beside %i minutes', (note, minutes, status, why) => {
    const text = `Nama,Durasi (menit),Keterangan\nBudi Santoso,${minutes},${note}`;
    expect([...match(text).marks, ...match(text).open]).toMatchObject([
      { userId: '1', ...(status && { status }), why },
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

  it('lists members whom the list does not mention, except those already saved', () => {
    expect(match('budi@contoh.id').absent.map(({ userId }) => userId)).toEqual(['2', '3', '4']);
    expect(match('Dewi').absent.map(({ userId }) => userId)).toEqual(['1', '2']);
  });
});
