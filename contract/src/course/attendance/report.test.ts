/** Tests reports of Zoom, Google Meet and Microsoft Teams, and tables of marks, from the file to the marks. */
import { describe, expect, it } from 'vitest';
import type { KnownColumns } from './headings.ts';
import { readAttendanceList } from './import.ts';
import { defaultLimits, matchAttendance } from './match.ts';
import { minutesOfStays } from './minutes.ts';
import { UnreadTable } from './table.ts';

const members = ['Ani', 'Bayu', 'Citra', 'Dewi'].map((name) => ({
  userId: name,
  name: `${name} Contoh`,
  email: `${name.toLowerCase()}@contoh.test`,
  status: null,
  isUpdated: false,
}));

/** Marks by member, 'open' for those left open, and those who are not in the list. */
function read(text: string, known?: KnownColumns) {
  const { source, classMinutes, stays } = readAttendanceList(text, members, known);
  const { marks, open, absent } = matchAttendance(stays, members, defaultLimits(classMinutes ?? 120));
  const found = [...marks.map(({ userId, status }) => [userId, status]), ...open.map(({ userId }) => [userId, 'open'])];
  return {
    source,
    classMinutes,
    marks: Object.fromEntries(found),
    why: marks.map(({ why }) => why),
    absent: absent.map(({ userId }) => userId).join(' '),
  };
}

const askAbout = (text: string, known?: KnownColumns) => {
  try {
    readAttendanceList(text, members, known);
  } catch (error) {
    if (error instanceof UnreadTable) return error;
  }
  throw new Error('It was read');
};
const tabs = (lines: readonly string[]) => lines.map((line) => line.replaceAll(' | ', '\t')).join('\r\n');

describe('Zoom', () => {
  const webinar = `Attendee Report
Report Generated:,"Nov 24, 2026 9:30 PM"
Topic,Webinar ID,Actual Start Time,Actual Duration (minutes),# Registered
Kelas,800 0000 0000,"Nov 24, 2026 7:00 PM",120,2
Host Details
Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest
Yes,Pengajar,pengajar@contoh.test,"Nov 24, 2026 6:50 PM","Nov 24, 2026 9:01 PM",131,No
Panelist Details
Attended,User Name (Original Name),Email,Join Time,Leave Time,Time in Session (minutes),Is Guest
Yes,Dewi Contoh,dewi@contoh.test,"Nov 24, 2026 7:30 PM","Nov 24, 2026 9:00 PM",90,No
Attendee Details
Attended,User Name (Original Name),First Name,Last Name,Email,Registration Time,Approval Status,Join Time,Leave Time,Time in Session (minutes),Is Guest,Country/Region Name
Yes,Ani Contoh,Ani,Contoh,ani@contoh.test,"Nov 20, 2026",approved,"Nov 24, 2026 7:00 PM","Nov 24, 2026 9:00 PM",120,No,Indonesia
No,Bayu Contoh,Bayu,Contoh,bayu@contoh.test,"Nov 20, 2026",approved,--,--,--,--,
Yes,Dewi Contoh,Dewi,Contoh,dewi@contoh.test,"Nov 20, 2026",approved,"Nov 24, 2026 7:00 PM","Nov 24, 2026 7:30 PM",30,No,Indonesia
Other Attended
User Name,Join Time,Leave Time,Time in Session (minutes),Country/Region Name
Citra Contoh,"Nov 24, 2026 8:00 PM","Nov 24, 2026 8:40 PM",40,Indonesia
`;

  it('marks those who were in a webinar, of all its blocks, and nobody who only registered', () => {
    expect(read(webinar)).toMatchObject({
      source: 'zoom',
      classMinutes: 120,
      marks: { Ani: 'PRESENT', Dewi: 'PRESENT', Citra: 'LATE' },
      absent: 'Bayu',
    });
  });

  it('refuses a registration report with the reason', () => {
    const text = `Registration Report
Report Generated:,"Nov 24, 2026 9:30 PM"
Topic,Meeting ID,Scheduled Time,Duration (minutes),# Registered
Kelas,800 0000 0000,"Nov 24, 2026 7:00 PM",120,1

Attendee Details
First Name,Last Name,Email,Registration Time,Approval Status
Ani,Contoh,ani@contoh.test,"Nov 20, 2026 7:00 PM",approved
`;
    expect(() => read(text)).toThrow('this says who registered, not who was there');
  });

  it('reads the meeting report of 2024, with two devices at the same time counted once', () => {
    const text = `Topic,ID,Host,Duration (minutes),Start time,End time,Participants
Kelas,800 0000 0000,Pengajar,120,11/24/2026 07:00:00 PM,11/24/2026 09:00:00 PM,3

Name (original name),Email,Join time,Leave time,Duration (minutes),Guest,In waiting room
Ani Contoh,ani@contoh.test,11/24/2026 07:00:00 PM,11/24/2026 07:50:00 PM,50,No,No
Ani Contoh (HP),ani@contoh.test,11/24/2026 07:00:00 PM,11/24/2026 07:50:00 PM,50,No,No
iPhone (Bayu Contoh),,11/24/2026 07:00:00 PM,11/24/2026 08:50:00 PM,110,Yes,No
Citra Contoh (izin),,11/24/2026 07:00:00 PM,11/24/2026 07:10:00 PM,10,Yes,No
`;
    expect(read(text)).toMatchObject({
      source: 'zoom',
      classMinutes: 120,
      marks: { Ani: 'LATE', Bayu: 'PRESENT', Citra: 'EXCUSED' },
    });
  });
});

describe('Google Meet', () => {
  it.each([
    ['its attendance report', 'First name,Last name,Email,Duration,Time joined,Time exited\nAni,Contoh,ani@contoh.test,1 hr 52 min,6:58 PM,8:50 PM\n', 'meet'], // prettier-ignore
    ['a sheet of an extension', 'Meeting code: abc-defg-hij\nCreated on 2026-11-24 19:00:00\nFull Name,First Seen,Time in Call\nAni Contoh,19:00:05,01:45:10\n', 'report'], // prettier-ignore
    ['another extension', 'Name;Joined at;Left at;Attended duration\nAni Contoh;19:00;20:45;1:45:00\n', 'report'],
  ])('reads %s', (_, text, source) => {
    expect(read(text)).toMatchObject({ source, marks: { Ani: 'PRESENT' } });
  });

  it('takes a duration of hours or minutes from the times, and leaves it open without them', () => {
    const head = 'Name,Time joined,Time exited,Duration\n';
    expect(read(`${head}Ani Contoh,19.00,20.45,1:45\nBayu Contoh,,,1:45\n`).marks).toEqual({
      Ani: 'PRESENT',
      Bayu: 'open',
    });
  });

  it('reads hours and minutes where the heading says so', () => {
    expect(read('Name,Duration (hh:mm)\nAni Contoh,01:55\n').why).toEqual(['115 of 120 minutes: Hadir']);
  });

  it('reads the report of Zoom in Indonesian with one row for each person', () => {
    const head = 'Nama (nama asli),Email,Total durasi (menit)s,Tamu\n';
    expect(read(`${head}Ani Contoh,,110,Tidak\nBayu Contoh,,20,Ya\n`)).toMatchObject({
      source: 'zoom',
      marks: { Ani: 'PRESENT', Bayu: 'ABSENT' },
    });
  });

  it('converts durations by the unit in the heading', () => {
    const { why } = read('Name,Duration (seconds)\nAni Contoh,5400\n');
    expect(why).toEqual(['90 of 120 minutes: Hadir']);
  });
});

describe('Microsoft Teams', () => {
  it('reads the log of 2020: everybody joins first, and who does not leave stays until the end', () => {
    const log = (name: string, joined: string, left: string) =>
      tabs([
        `${name} | ${joined} | ${left}`,
        `Ani Contoh | A | 11/24/2026, 7:00:00 PM`,
        `Ani Contoh | B | 11/24/2026, 7:30:00 PM`,
        `Ani Contoh | A | 11/24/2026, 7:45:00 PM`,
        `Bayu Contoh | A | 11/24/2026, 7:00:00 PM`,
        `Bayu Contoh | B | 11/24/2026, 9:00:00 PM`,
      ]);
    const english = log('Full Name', 'User Action', 'Timestamp').replaceAll('\tA\t', '\tJoined\t').replaceAll('\tB\t', '\tLeft\t'); // prettier-ignore
    expect(read(english)).toMatchObject({
      source: 'teams',
      marks: { Ani: 'PRESENT', Bayu: 'PRESENT' },
      why: ['105 of 120 minutes: Hadir', '120 of 120 minutes: Hadir'],
    });
    const german = log('Vollständiger Name', 'Benutzeraktion', 'Zeitstempel').replaceAll('\tA\t', '\tBeigetreten\t').replaceAll('\tB\t', '\tVerlassen\t'); // prettier-ignore
    expect(askAbout(german).columns.map(({ heading }) => heading)).toEqual([
      'Vollständiger Name',
      'Benutzeraktion',
      'Zeitstempel',
    ]);
    const known = new Map([['vollstandigername', 'name'], ['benutzeraktion', 'action'], ['zeitstempel', 'join']] as const); // prettier-ignore
    expect(read(german, known).why).toEqual(['105 of 120 minutes: Hadir', '120 of 120 minutes: Hadir']);
  });

  it('reads the report of 2021, with a row for each stay', () => {
    const text = tabs([
      'Meeting Summary',
      'Total Number of Participants | 2',
      'Meeting Title | Kelas',
      'Meeting Start Time | 11/24/2026, 7:00:00 PM',
      'Meeting End Time | 11/24/2026, 9:00:00 PM',
      '',
      'Full Name | Join Time | Leave Time | Duration | Email | Role | Participant ID (UPN)',
      'Ani Contoh | 11/24/2026, 7:00:00 PM | 11/24/2026, 7:25:30 PM | 25m 30s | ani@contoh.test | Presenter | ani@contoh.test',
      'Ani Contoh | 11/24/2026, 7:30:00 PM | 11/24/2026, 7:55:30 PM | 25m 30s | ani@contoh.test | Presenter | ani@contoh.test',
      'Bayu Contoh (Guest) | 11/24/2026, 7:00:00 PM | 11/24/2026, 8:40:00 PM | 1h 40m |  | Attendee | ',
    ]);
    expect(read(text)).toMatchObject({
      source: 'teams',
      classMinutes: 120,
      why: ['51 of 120 minutes: Terlambat', '100 of 120 minutes: Hadir'],
    });
  });

  const blocks = [
    '1. Ringkasan',
    'Judul rapat | Kelas',
    'Peserta yang hadir | 2',
    'Waktu mulai | 24/11/26 19.00.00',
    'Waktu selesai | 24/11/26 21.00.00',
    'Durasi rapat | 2 jam',
    '',
  ];
  const activities = [
    'Ani Contoh | 24/11/26 19.00.00 | 24/11/26 19.30.00 | 30 menit | ani@contoh.test | Peserta',
    'Ani Contoh | 24/11/26 20.40.00 | 24/11/26 21.00.00 | 20 menit | ani@contoh.test | Peserta',
    'Bayu Contoh | 24/11/26 19.00.00 | 24/11/26 20.50.00 | 1 jam 50 menit |  | Peserta',
  ];

  it('reads the report of today in Indonesian, and counts participants and activities once', () => {
    const text = tabs([
      ...blocks,
      '2. Peserta',
      'Nama | Pertama Bergabung | Terakhir Keluar | Durasi Dalam Rapat | Email | ID Peserta (UPN) | Peran',
      'Ani Contoh | 24/11/26 19.00.00 | 24/11/26 21.00.00 | 50 menit | ani@contoh.test | ani@contoh.test | Peserta',
      'Bayu Contoh | 24/11/26 19.00.00 | 24/11/26 20.50.00 | 1 jam 50 menit |  |  | Peserta',
      'Citra Contoh | 24/11/26 19.00.00 | 24/11/26 19.10.00 | 10 menit |  |  | Peserta',
      '',
      '3. Aktivitas Dalam Rapat',
      'Nama | Waktu Bergabung | Waktu Keluar | Durasi | Email | Peran',
      ...activities,
    ]);
    expect(read(text)).toMatchObject({
      source: 'teams',
      classMinutes: 120,
      marks: { Ani: 'LATE', Bayu: 'PRESENT', Citra: 'ABSENT' },
    });
  });

  it('reads the log of a live event, and finds those who registered with another name', () => {
    const log = 'SessionId,ParticipantId,FullName,UserAgent,UtcEventTimestamp,Action,Role\n1,2,Ani Contoh,Chrome,11/24/2026 12:00:00 PM,Joined,Attendee\n1,2,Ani Contoh,Chrome,11/24/2026 2:00:00 PM,Left,Attendee\n'; // prettier-ignore
    expect(read(log)).toMatchObject({ source: 'teams', why: ['120 of 120 minutes: Hadir'] });
    const webinar = tabs([
      'Name | First Join (UTC) | Last Leave (UTC) | In-Meeting Duration | Email | Participant ID (UPN) | Role | Registration First Name | Registration Last Name | Registration Email | Registration Time',
      'Ani C | 11/24/26, 12:00:00 PM | 11/24/26, 2:00:00 PM | 2h |  |  | Attendee | A | C | ani@contoh.test | 11/20/26, 7:00:00 PM',
      'B | 11/24/26, 12:00:00 PM | 11/24/26, 12:40:00 PM | 40m |  |  | Attendee | Bayu | Contoh |  | 11/20/26, 7:00:00 PM',
    ]);
    expect(read(webinar).marks).toEqual({ Ani: 'PRESENT', Bayu: 'LATE' });
  });

  it('leaves out parts that are of no stays, such as reactions', () => {
    const text = tabs([
      '2. Participants',
      'Name | First Join | Last Leave | In-Meeting Duration | Email | Participant ID (UPN) | Role',
      'Ani Contoh | 11/24/26, 7:00:00 PM | 11/24/26, 9:00:00 PM | 2h | ani@contoh.test | ani@contoh.test | Presenter',
      'Tamu Kelas | 11/24/26, 7:00:00 PM | 11/24/26, 8:00:00 PM | 1h |  |  | Attendee',
      '3. In-Meeting Activities',
      'Name | Join Time | Leave Time | Duration | Email | Role',
      'Ani Contoh | 11/24/26, 7:00:00 PM | 11/24/26, 9:00:00 PM | 2h | ani@contoh.test | Presenter',
      'Tamu Kelas | 11/24/26, 7:00:00 PM | 11/24/26, 8:00:00 PM | 1h |  | Attendee',
      '4. Engagement',
      'Name | Reactions | Camera on | Messages',
      'Ani Contoh | 5 | 1h 2m | 3',
      'Tamu Kelas | 0 | 0m | 1',
      '5. Jumlah',
      'Reactions | 5',
    ]);
    const { stays } = readAttendanceList(text, members);
    expect(stays.map(({ label, minutes }) => [label, minutes])).toEqual([
      ['Ani Contoh', 120],
      ['Tamu Kelas', 60],
    ]);
  });

  it('asks for the columns of a report in another language, guesses them by what they hold, and reads it then', () => {
    const text = tabs([
      '1. Zusammenfassung',
      'Titel | Kelas',
      'Startzeit | 24.11.26, 19:00:00',
      'Endzeit | 24.11.26, 21:00:00',
      '',
      '2. Teilnehmende',
      'Wer | Erster Beitritt | Letztes Verlassen | Dauer der Teilnahme | Adresse | Rolle',
      'Ani Contoh | 24.11.26, 19:00:00 | 24.11.26, 21:00:00 | 50 Min. | ani@contoh.test | Teilnehmer',
      'Bayu Contoh | 24.11.26, 19:00:00 | 24.11.26, 20:50:00 | 1 Std. 50 Min. | bayu@contoh.test | Teilnehmer',
      '',
      '3. Aktivitäten',
      'Wer | Beitrittszeit | Verlassen um | Dauer | Adresse | Rolle',
      ...activities.map((line) => line.replace(/ menit/, ' Min.').replaceAll(/(\d\d)\.(\d\d)\.00/g, '$1:$2:00')),
    ]);
    const { message, columns } = askAbout(text);
    expect(message).toContain('Choose what its columns hold');
    expect(columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Wer', 'name'],
      ['Erster Beitritt', 'join'],
      ['Letztes Verlassen', 'leave'],
      ['Dauer der Teilnahme', 'duration'],
      ['Adresse', 'email'],
      ['Rolle', ''],
      ['Beitrittszeit', 'join'],
      ['Verlassen um', 'leave'],
      ['Dauer', 'duration'],
    ]);
    const known = new Map(columns.map(({ key, field }) => [key, field]));
    expect(read(text, known)).toMatchObject({ classMinutes: 120, marks: { Ani: 'LATE', Bayu: 'PRESENT' } });
  });
});

describe('other programs', () => {
  it.each([
    ['Webex', 'Meeting Name,Meeting Start Time,Display Name,First Name,Last Name,Role,Attendee Email,Join Time,Leave Time,Attendance Duration\nKelas,2026-11-24 19:00:00,Ani Contoh,Ani,Contoh,Host,ani@contoh.test,2026-11-24 19:00:00,2026-11-24 21:00:00,120 mins'], // prettier-ignore
    ['GoTo Meeting', 'Meeting Title,Meeting Date,Meeting Duration\nKelas,"Nov 24, 2026 7:00 PM",120 minutes\nFirst Name,Last Name,Email Address,Join Time,Leave Time,Time in Session (minutes)\nAni,Contoh,ani@contoh.test,7:00 PM,9:00 PM,120'], // prettier-ignore
    ['GoTo Webinar', 'Attended,Interest Rating,Last Name,First Name,Email Address,Registration Date/Time,Join Time,Leave Time,Time in Session (minutes),Unsubscribed\nYes,80,Contoh,Ani,ani@contoh.test,"Nov 20, 2026","Nov 24, 2026 07:00 PM","Nov 24, 2026 09:00 PM",120,No'], // prettier-ignore
  ])('are not taken for another: %s', (_, text) => {
    expect(read(text)).toMatchObject({ source: 'report', why: ['120 of 120 minutes: Hadir'] });
  });
});

describe('guesses of columns', () => {
  const guesses = (text: string) =>
    Object.fromEntries(askAbout(text).columns.map(({ heading, field }) => [heading, field]));
  const rows = '\nAni Contoh,19:00,19:01,21:00\nBayu Contoh,19:00,19:30,20:00';

  it.each([
    ['beside a known beginning', 'Name,Call start,Arrival time,Exit', { 'Call start': '', Exit: 'leave' }],
    ['beside a known end', 'Name,Call start,Arrives,Time left', { 'Call start': '', Arrives: 'join' }],
    ['by their order', 'Nom,Début,Arrivée,Départ', { Nom: 'name', Début: '', Arrivée: 'join', Départ: 'leave' }],
  ])('tell the times of a person from those of the class %s', (_, heading, fields) => {
    expect(guesses(heading + rows)).toEqual(fields);
  });

  it('do not take an end before a beginning', () => {
    expect(guesses('Nom,Départ,Arrivée\nAni,21:00,19:00\nBayu,20:00,19:30')).toMatchObject({ Départ: 'leave', Arrivée: 'join' }); // prettier-ignore
  });

  it('take two columns of a word each for the parts of names', () => {
    const text = 'Vorname,Nachname,Dauer,Beigetreten um,Verlassen um\nAni,Contoh,1 Std. 52 Min.,18:58,20:50\nBayu,Contoh,32 Min.,18:58,19:30\nCitra,Contoh,32 Min.,18:58,19:30'; // prettier-ignore
    const { columns } = askAbout(text.replace('Bayu,Contoh', 'Bayu,Lain').replace('Citra,Contoh', 'Citra,Baru'));
    expect(columns.map(({ field }) => field)).toEqual(['first', 'last', 'duration', 'join', 'leave']);
    expect(read(text, new Map(columns.map(({ key, field }) => [key, field]))).marks).toEqual({ Ani: 'PRESENT', Bayu: 'LATE', Citra: 'LATE' }); // prettier-ignore
  });

  it('take whole numbers for minutes where the heading has a unit', () => {
    const text = 'Name (Originalname);E-Mail;Dauer (Sekunden);Gast\nAni Contoh;ani@contoh.test;7200;Nein\nBayu Contoh;bayu@contoh.test;2400;Ja'; // prettier-ignore
    const { columns } = askAbout(text);
    expect(columns.map(({ field }) => field)).toEqual(['name', 'duration', '']);
    const known = new Map(columns.map(({ key, field }) => [key, field]));
    expect(read(text, known).why).toEqual(['120 of 120 minutes: Hadir', '40 of 120 minutes: Terlambat']);
  });
});

describe('answers in other languages', () => {
  const webinar = (yes: string, no: string) =>
    [
      '出席,ユーザー名（元の名前）,メール,参加時刻,退出時刻,セッション時間（分）',
      `${yes},Ani Contoh,ani@contoh.test,2026/11/24 19:00:00,2026/11/24 21:00:00,120`,
      `${no},Bayu Contoh,bayu@contoh.test,--,--,--`,
      `${yes},Citra Contoh,citra@contoh.test,2026/11/24 19:00:00,2026/11/24 21:00:00,120`,
    ].join('\n');

  // "Tak" is no in Indonesian, and yes in Polish.
  it.each([
    ['はい', 'いいえ'],
    ['Có', 'Không'],
    ['Tak', 'Nie'],
  ])('are known by the times beside them: %s, %s', (yes, no) => {
    const text = webinar(yes, no);
    const { columns } = askAbout(text);
    expect(columns.map(({ field }) => field)).toEqual(['attended', 'name', 'email', 'join', 'leave', 'duration']);
    const known = new Map(columns.map(({ key, field }) => [key, field]));
    expect(read(text, known)).toMatchObject({ marks: { Ani: 'PRESENT', Citra: 'PRESENT' }, absent: 'Bayu Dewi' });
  });

  it('stay open where nobody has times, or some with times have each', () => {
    const open = { Ani: 'open', Bayu: 'open' };
    const head = 'Attended,User Name,Join Time,Leave Time';
    expect(read(`${head}\nNie,Ani Contoh,--,--\nNie,Bayu Contoh,--,--`).marks).toEqual(open);
    expect(read(`${head}\nTak,Ani Contoh,19:00,21:00\nNie,Bayu Contoh,19:00,21:00`).marks).toEqual(open);
  });
});

describe('a class past midnight', () => {
  const head = 'Name,Join time,Leave time,Duration (minutes)';
  it.each([
    ['without days', '', ''],
    ['with days', '24/11/2026 ', '25/11/2026 '],
  ])('unites the stays of devices %s', (_, first, next) => {
    const text = [
      head,
      `Ani Contoh,${first}23:30,${next}00:20,50`,
      `Ani Contoh,${next}00:05,${next}00:40,35`,
      `Bayu Contoh,${next}00:20,${next}00:40,20`,
      `Citra Contoh,${first}22:40,${next}00:20,100`,
      `Citra Contoh,${next}00:20,${next}00:40,20`,
    ].join('\n');
    const { stays } = readAttendanceList(text, members);
    const minutes = members
      .slice(0, 3)
      .map(({ name }) =>
        minutesOfStays(
          stays.flatMap(({ label, span, minutes: some }) => (label === name ? [{ span, minutes: some! }] : [])),
        ),
      );
    expect(minutes).toEqual([
      [70, 70],
      [20, 20],
      [120, 120],
    ]);
  });

  it('ends with the last event of a log', () => {
    const text = [
      'Full Name\tUser Action\tTimestamp',
      'Ani Contoh\tJoined\t23:30',
      'Bayu Contoh\tJoined\t23:40',
      'Bayu Contoh\tLeft\t00:30',
    ].join('\n');
    expect(readAttendanceList(text, members).stays.map(({ minutes }) => minutes)).toEqual([60, 50]);
  });
});

describe('tables of marks', () => {
  it.each([
    ['words', 'No\tNama\tKeterangan\n1\tAni Contoh\thadir\n2\tBayu Contoh\tizin\n3\tCitra Contoh\ttidak hadir\n4\tDewi Contoh\ttelat', { Ani: 'PRESENT', Bayu: 'EXCUSED', Citra: 'ABSENT', Dewi: 'LATE' }], // prettier-ignore
    ['words that are not known, and blanks', 'Nama;Keterangan\nAni Contoh;bawa laptop\nBayu Contoh;\nCitra Contoh;sakit', { Ani: 'open', Bayu: 'open', Citra: 'SICK' }], // prettier-ignore
    ['yes and no', 'Nama,Email,Hadir\nAni,ani@contoh.test,Ya\nBayu,bayu@contoh.test,Tidak\nCitra,citra@contoh.test,x', { Ani: 'PRESENT', Citra: 'open' }], // prettier-ignore
    ['letters', 'Nama,Absensi\nAni Contoh,H\nBayu Contoh,I\nCitra Contoh,A\nDewi Contoh,S', { Ani: 'PRESENT', Bayu: 'EXCUSED', Citra: 'ABSENT', Dewi: 'SICK' }], // prettier-ignore
    ['a column for each mark', 'Nama,H,I,S,A\nAni Contoh,v,,,\nBayu Contoh,,v,,\nCitra Contoh,,,,✓\nDewi Contoh,,,,', { Ani: 'PRESENT', Bayu: 'EXCUSED', Citra: 'ABSENT', Dewi: 'open' }], // prettier-ignore
    ['a column for each mark in words', 'Nama,Hadir,Izin,Sakit\nAni Contoh,1,0,0\nBayu Contoh,0,1,0', { Ani: 'PRESENT' }], // prettier-ignore
    [
      'marks in brackets of a table',
      'Nama,Email\nAni Contoh,\nBayu Contoh (izin),',
      { Ani: 'PRESENT', Bayu: 'EXCUSED' },
    ],
  ])('reads %s', (_, text, marks) => {
    expect(read(text).marks).toEqual(marks);
  });

  it('reads columns as they were mapped before, and leaves out those that were', () => {
    const text = 'NIM;Teman;Kode;Sesi 3\n1;Ani Contoh;x;hadir\n2;Bayu Contoh;y;izin';
    expect(askAbout(text).columns.map(({ key, field }) => [key, field])).toEqual([
      ['nim', ''],
      ['teman', 'name'],
      ['kode', ''],
      ['sesi3', 'mark'],
    ]);
    const known = new Map(askAbout(text).columns.map(({ key, field }) => [key, field]));
    expect(read(text, known).marks).toEqual({ Ani: 'PRESENT', Bayu: 'EXCUSED' });
  });
});
