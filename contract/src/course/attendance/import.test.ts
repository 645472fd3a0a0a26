/** Tests the parser for attendance lists of Meet and Zoom, and for pasted lists. */
import { describe, expect, it } from 'vitest';
import { maxLines } from './cells.ts';
import { readAttendanceList } from './import.ts';
import { UnreadTable } from './table.ts';

const meet = `\uFEFFFirst name,Last name,Email,Duration,Time joined,Time exited
Budi,Santoso,budi@contoh.id,1 hr 52 min,6:58 PM,9:02 PM
Ayu,Lestari,Ayu@Contoh.id,35 min,7:02 PM,7:37 PM
Ayu,Lestari,ayu@contoh.id,37 min,7:41 PM,8:18 PM
Tamu,-,,4 min,8:00 PM,8:04 PM
`;

const zoom = `Meeting ID,Topic,Start Time,End Time,User Email,Duration (Minutes),Participants
812 3456 7890,"Kelas Laravel, sesi 3",11/23/2026 07:00:00 PM,11/23/2026 09:00:00 PM,pengajar@contoh.id,120,3

Name (Original Name),User Email,Join Time,Leave Time,Duration (Minutes),Guest,Recording Consent,In Waiting Room
budi (Budi Santoso),budi@contoh.id,11/23/2026 06:58:01 PM,11/23/2026 08:59:44 PM,122,No,,No
"Lestari, Ayu",,11/23/2026 07:05:00 PM,11/23/2026 07:06:00 PM,1,Yes,,Yes
"Lestari, Ayu",,11/23/2026 07:06:00 PM,11/23/2026 08:18:00 PM,72,Yes,,No
`;

const span = (from: number, to: number) => ({ day: '', from, to });

describe('readAttendanceList', () => {
  it('reads name, e-mail and minutes from a report of Meet', () => {
    const { source, classMinutes, stays } = readAttendanceList(meet);
    expect({ source, classMinutes }).toEqual({ source: 'meet', classMinutes: null });
    expect(stays).toEqual([
      {
        label: 'Budi Santoso',
        email: 'budi@contoh.id',
        names: ['Budi Santoso'],
        note: '',
        minutes: 112,
        span: span(1138, 1262),
      },
      {
        label: 'Ayu Lestari',
        email: 'ayu@contoh.id',
        names: ['Ayu Lestari'],
        note: '',
        minutes: 35,
        span: span(1142, 1177),
      },
      {
        label: 'Ayu Lestari',
        email: 'ayu@contoh.id',
        names: ['Ayu Lestari'],
        note: '',
        minutes: 37,
        span: span(1181, 1218),
      },
      { label: 'Tamu', email: '', names: ['Tamu'], note: '', minutes: 4, span: span(1200, 1204) },
    ]);
  });

  it('reads a report of Meet in Indonesian, with semicolons and CRLF', () => {
    const text =
      'Nama depan;Nama belakang;Email;Durasi;Waktu bergabung;Waktu keluar\r\nCitra;Dewi;citra@contoh.id;1 jam 5 menit;19.00;20.05\r\n';
    expect(readAttendanceList(text)).toMatchObject({
      source: 'meet',
      stays: [{ label: 'Citra Dewi', email: 'citra@contoh.id', minutes: 65 }],
    });
  });

  it.each(['"Eka,Putri,eka@contoh.id,35 min', '"Eka" Putri,,eka@contoh.id,35 min'])(
    'keeps the lines below %s, whose quotes are none of a cell',
    (line) => {
      const { stays } = readAttendanceList(
        `First name,Last name,Email,Duration\n${line}\nBudi,,budi@contoh.id,40 min\n`,
      );
      expect(stays.map(({ email }) => email)).toEqual(['eka@contoh.id', 'budi@contoh.id']);
    },
  );

  it('reads a report of Zoom with the length of the meeting, without the waiting room', () => {
    const { source, classMinutes, stays } = readAttendanceList(zoom);
    expect({ source, classMinutes }).toEqual({ source: 'zoom', classMinutes: 120 });
    expect(stays).toMatchObject([
      {
        label: 'budi (Budi Santoso)',
        email: 'budi@contoh.id',
        names: ['budi (Budi Santoso)', 'budi', 'Budi Santoso'],
        minutes: 122,
      },
      { label: 'Lestari, Ayu', email: '', names: ['Lestari, Ayu'], minutes: 72 },
    ]);
  });

  it("reads Zoom's report of unique participants", () => {
    const text = 'Name (Original Name),User Email,Total Duration (Minutes),Guest\nBudi Santoso,budi@contoh.id,98,No\n';
    expect(readAttendanceList(text).stays).toMatchObject([{ email: 'budi@contoh.id', minutes: 98 }]);
  });

  it('reads any other text line by line', () => {
    const { source, stays } = readAttendanceList(
      'budi@contoh.id\n2. Ayu Lestari\nCitra Dewi <citra@contoh.id>\n\na@contoh.id, b@contoh.id',
    );
    expect(source).toBe('list');
    expect(stays.map(({ label, email, minutes }) => [label, email, minutes])).toEqual([
      ['budi@contoh.id', 'budi@contoh.id', null],
      ['Ayu Lestari', '', null],
      ['Citra Dewi', 'citra@contoh.id', null],
      ['a@contoh.id', 'a@contoh.id', null],
      ['b@contoh.id', 'b@contoh.id', null],
    ]);
  });

  it('returns no lines for a blank text', () => {
    expect(readAttendanceList(' \n\n').stays).toEqual([]);
  });

  it('throws for a table of something else', () => {
    const orders = 'Order ID,Product,Total\n1,Kelas React,150000\n2,Kelas Go,200000';
    for (const table of [orders, orders.replaceAll(',', ';'), orders.replaceAll(',', '\t')])
      expect(() => readAttendanceList(table)).toThrow(/no attendance report of Zoom, Google Meet or Microsoft Teams/);
    expect(readAttendanceList('Santoso, Budi, S.Kom\nWijaya, Sari').stays).toHaveLength(2);
    expect(readAttendanceList('Budi,Santoso,budi@contoh.id\nSari,Wijaya,sari@contoh.id').stays).toHaveLength(2);
  });

  it.each([
    ['Full Name;Email;Role\nBudi;budi@contoh.id;Organizer', /the column "Role", which/],
    ['Name,Email,Duration (minutes),Here\nBudi,budi@contoh.id,100,Yes\nAyu,,100,No', /the column "Here", which/],
    ['Name,Email,Duration (minutes),Joined\nBudi,budi@contoh.id,100,Yes\nAyu,,100,No', /the column "Joined", which/],
    ['Name,Email,Duration (minutes),Joined\nBudi,budi@contoh.id,100,✓\nAyu,,100,', /the column "Joined", which/],
    ['Name,Email,Duration (minutes),Ok\nBudi,budi@contoh.id,100,x\nAyu,,100,', /the column "Ok", which/],
    ['Name,Email,Duration (minutes),\nBudi,budi@contoh.id,100,x', /a column without a heading, which/],
    ['Name,Email,Duration (minutes)\nBudi,budi@contoh.id,100\nAyu,,100,x', /a column without a heading, which/],
    ['No,Nama,\n1,Budi,hadir\n2,Ayu,izin', /a column without a heading, which/],
    [',Nama,Email\nHadir,Budi,budi@contoh.id\nAlfa,Ayu,ayu@contoh.id', /a column without a heading, which/],
    ['Nama;Email;\nBudi;budi@contoh.id;\nAyu;ayu@contoh.id;x', /a column without a heading, which/],
    ['Nama,Email\nBudi,budi@contoh.id,Hadir\nAyu,ayu@contoh.id,Alfa', /a column without a heading, which/],
    ['Nama,Email\nBudi,budi@contoh.id\nAyu,ayu@contoh.id,,-', /a column without a heading, which/],
  ])('asks for a column that is not known: %s', (table, reason) => {
    expect(() => readAttendanceList(table)).toThrow(reason);
    expect(() => readAttendanceList(table)).toThrow(UnreadTable);
  });

  it('reads a table of names and e-mails alone', () => {
    const { source, stays } = readAttendanceList('No,Nama,Email\n1,Budi Santoso,budi@contoh.id\n2,Ayu Lestari,');
    expect(source).toBe('list');
    expect(stays).toMatchObject([
      { label: 'Budi Santoso', email: 'budi@contoh.id', note: '' },
      { label: 'Ayu Lestari', email: '', note: '' },
    ]);
  });

  it('reads a table with blank cells beyond its headings', () => {
    expect(readAttendanceList('Nama,Email,\nBudi,budi@contoh.id,\nAyu,ayu@contoh.id,,').stays).toHaveLength(2);
  });

  it('reads a report of Zoom in Indonesian, without the waiting room', () => {
    const text =
      'Nama (nama asli),Email,Durasi (menit),Tamu,Persetujuan Rekaman,Di Ruang Tunggu\nBudi,,90,Tidak,Ya,Tidak\nAyu,,9,Ya,,Ya\n';
    expect(readAttendanceList(text).stays).toMatchObject([{ label: 'Budi', minutes: 90 }]);
  });

  it.each([
    ['In de wachtkamer', 'Ja', ''],
    ['En la sala de espera', 'Sí', 'waiting'],
    ['Im Warteraum', 'Ja', 'waiting'],
    ['Dans la salle d’attente', 'Oui', 'waiting'],
  ])('never guesses that yes and no beside times say who was there: %s', (waiting, yes, guess) => {
    const report = `Nombre,Hora de entrada,Hora de salida,Gast X,${waiting}\nBudi,19:00,21:00,No,No\nAyu,19:00,19:09,No,${yes}`;
    const columns = () => {
      try {
        return readAttendanceList(report) && [];
      } catch (error) {
        return (error as UnreadTable).columns;
      }
    };
    const fields = new Map(columns().map(({ heading, field }) => [heading, field]));
    expect(fields.get('Gast X')).toBe('');
    expect(fields.get(waiting)).toBe(guess);
    const known = new Map(columns().map(({ key, field }) => [key, field]));
    const names = readAttendanceList(report, [], known).stays.map(({ label }) => label);
    expect(names).toEqual(guess === 'waiting' ? ['Budi'] : ['Budi', 'Ayu']);
  });

  it('rounds the length of a class, and reads a report of GoTo Webinar', () => {
    const teams = `Meeting duration\t2h 0m 3s\nName\tFirst Join\tLast Leave\tIn-Meeting Duration\nBudi\t19:00\t21:00\t2h`;
    expect(readAttendanceList(teams).classMinutes).toBe(120);
    const goto = `Attended,Interest Rating,Last Name,First Name,Email Address,Registration Date / Time,Join Time,Leave Time,Time in Session,Unsubscribed
Yes,60,Santoso,Budi,budi@contoh.id,"Nov 20, 2026 10:00 AM WIB","Nov 24, 2026 07:00 PM WIB","Nov 24, 2026 09:00 PM WIB",2 hour 0 minutes,No
No,,Lestari,Ayu,ayu@contoh.id,"Nov 20, 2026 10:00 AM WIB",--,--,--,No`;
    expect(readAttendanceList(goto).stays).toMatchObject([{ email: 'budi@contoh.id', minutes: 120 }]);
  });

  it.each([
    'Hadir:\nBudi\nIzin:\nAyu',
    'Budi\nhadir\nAyu\ntidak',
    'Yang tidak hadir:\nAyu',
    'Yang tidak hadir\n1. Ayu',
    'Yang absen kemarin\n1. Ayu',
    'Peserta tidak hadir kelas 24 November\nAyu',
    'Hadir\nBudi\n\nTidak datang\nAyu',
    'Budi\nBerhalangan hari ini\nAyu',
    'Hadir (1)\nBudi\nTidak hadir (1)\nAyu',
    '1. Budi\n2. Tidak hadir\nAyu',
    '(Yang tidak hadir)\nAyu',
    'Absentees\nAyu',
    'Budi\nPerlu dihubungi:\nAyu',
    'Budi\nYang hadir\nAyu',
    'Nama,Email\nBudi,budi@contoh.id\nTidak hadir,\nAyu,ayu@contoh.id',
    'No,Nama\n1,Budi\n,Izin hari ini\n2,Ayu',
    'Tidak hadir\nNama,Email\nAyu,ayu@contoh.id',
  ])('throws for marks in lines of their own: %j', (text) => {
    expect(() => readAttendanceList(text)).toThrow(/does not say whose mark it is/);
  });

  it('skips the heading of those who were there', () => {
    expect(readAttendanceList('Hadir:\nBudi\nAyu').stays).toMatchObject([{ label: 'Budi' }, { label: 'Ayu' }]);
  });

  it.each([
    ['more lines than a class has', 'Budi\n'.repeat(maxLines + 1)],
    ['a line of 2 MB', 'a'.repeat(2_000_000)],
    ['2 MB of brackets', '('.repeat(2_000_000)],
    ['2 MB of commas', ','.repeat(2_000_000)],
    ['2 MB of quotes', '"'.repeat(2_000_000)],
    ['far too many columns', `${'x,'.repeat(300)}\n`.repeat(3000)],
  ])('throws for %s', (_, text) => {
    expect(() => readAttendanceList(text)).toThrow(RangeError);
  });

  it('reads or refuses whatever is cut off or shuffled, and nothing else is thrown', () => {
    for (const text of [meet, zoom])
      for (let cut = 0; cut < text.length; cut += 7) {
        const parts = [
          text.slice(0, cut),
          text.slice(cut) + text.slice(0, cut),
          text.replaceAll(',', ' ,;\t'[cut % 4]!),
        ];
        for (const part of parts)
          try {
            readAttendanceList(part);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
      }
  });
});
