/** Parser for attendance lists: exports of Google Meet and Zoom, or pasted names and e-mails. Pure. */
import Papa from 'papaparse';
import { type Stay, linesOf, readLine } from './attendance-line.ts';
import { minutesOf, spanOf } from './attendance-minutes.ts';
import { isMarkHeading, isPresentHeading } from './attendance-note.ts';

/** Parsed list with the format that it was recognized as. */
export interface AttendanceList {
  source: 'meet' | 'zoom' | 'list';
  /** Length of the class in minutes; null: the list does not say. */
  classMinutes: number | null;
  stays: readonly Stay[];
}

/** Upper limit of lines; a longer list is not that of one class. */
export const maxLines = 5000;

type Cells = readonly string[];
const plain = (text: string) => text.trim().toLowerCase();

/** Column headings of Meet in English and Indonesian, and of Zoom's meeting and participant reports. */
const headings = {
  first: /^(first name|nama depan)$/,
  last: /^(last name|nama belakang)$/,
  name: /^((user |full )?name( \(original name\))?|nama( lengkap| peserta| siswa)?( \(nama asli\))?|peserta)$/,
  email: /^(user )?e-?mail( pengguna| address)?$|^alamat e-?mail$/,
  number: /^(no\.?|nomor|#)$/,
  join: /^((time )?joined|join time|waktu (ber)?gabung)$/,
  leave: /^(time exited|leave time|waktu keluar)$/,
  duration: /^(total )?(duration|durasi)( \((minutes|menit)\))?$/,
  waiting: /^in waiting room$/,
  attendance: /attend|status|hadir|presensi|absen|keterangan|catatan|^notes?$/,
};
type Heading = keyof typeof headings;
type Columns = Partial<Record<Heading, number>>;

function columnsOf(cells: Cells): Columns {
  const entries = (Object.keys(headings) as Heading[]).map((heading) => {
    const at = cells.findIndex((cell) => headings[heading].test(plain(cell)));
    return [heading, at < 0 ? undefined : at] as const;
  });
  return Object.fromEntries(entries);
}

/** Names in `Budi (Budi Santoso)`: both parts, and the whole. */
function namesIn(name: string): string[] {
  const [, shown, original] = /^(.*?)\s*\(([^()]+)\)\s*$/.exec(name) ?? [];
  return [name, shown, original].flatMap((one) => (one?.trim() ? [one.trim()] : []));
}

function stayOf(cells: Cells, columns: Columns): Stay | undefined {
  const at = (heading: Heading) => (columns[heading] === undefined ? '' : (cells[columns[heading]] ?? '').trim());
  // Not admitted to the meeting yet.
  if (plain(at('waiting')) === 'yes') return undefined;
  const name = at('name') || [at('first'), at('last')].filter((part) => part && part !== '-').join(' ');
  const email = plain(at('email'));
  if (!name && !email) return undefined;
  const minutes = minutesOf(at('duration'));
  const note = minutes === null ? at('duration') || 'no duration' : '';
  const span = spanOf(at('join'), at('leave'));
  return { label: name || email, email, names: namesIn(name), note, minutes, span };
}

/** Line of a list from the cells of a person. */
function lineOf(cells: Cells, { first, last, name, email }: Columns): string {
  const text = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? '').trim());
  return `${text(name) || `${text(first)} ${text(last)}`} ${text(email) && `<${text(email)}>`}`;
}

/** Duration from the lines above the participants, where Zoom describes the meeting; null if there is none. */
function meetingMinutes(before: readonly Cells[]): number | null {
  const at = before.findIndex((cells) => columnsOf(cells).duration !== undefined);
  const values = before[at + 1];
  return at < 0 || !values ? null : minutesOf(values[columnsOf(before[at]!).duration!] ?? '');
}

const isReport = ({ first, name, duration }: Columns) => (first ?? name) !== undefined && duration !== undefined;

/** Table with a heading line of names or e-mails, from that line on. */
interface Table {
  heading: Cells;
  columns: Columns;
  before: readonly Cells[];
  rows: readonly Cells[];
}

/** The first line with names and durations, else the first of several headings with names or e-mails. */
function findTable(rows: readonly Cells[]): Table | undefined {
  const all = rows.map(columnsOf);
  const report = all.findIndex(isReport);
  const list = all.findIndex(
    ({ first, last, name, email }, row) =>
      (first ?? last ?? name ?? email) !== undefined && rows[row]!.filter((cell) => cell.trim()).length > 1,
  );
  const at = report < 0 ? list : report;
  const [columns, heading] = [all[at], rows[at]];
  return columns && heading && { heading, columns, before: rows.slice(0, at), rows: rows.slice(at + 1) };
}

const people: readonly Heading[] = ['first', 'last', 'name', 'email', 'number'];
const saysAttendance = (cell: string) => headings.attendance.test(plain(cell));
const instead =
  'Paste one name or e-mail per line instead, with a mark where there is one, such as "Budi Santoso (izin)"';

/** @throws RangeError for columns that may say who was there, but are not read. */
function requireReadable({ heading, columns }: Table): void {
  const isUnread = (cell: string) => cell.trim() !== '' && !people.some((one) => headings[one].test(plain(cell)));
  const unread = heading.filter(isReport(columns) ? saysAttendance : isUnread);
  const worst = unread.find(saysAttendance) ?? unread[0];
  if (worst === undefined) return;
  const more = unread.length > 1 ? ` and ${unread.length - 1} more that are` : ', which is';
  throw new RangeError(
    `Nobody was marked: this table has the column "${worst.trim()}"${more} not read. ${instead}; or use the participants report of Google Meet or Zoom`,
  );
}

/** Parses a table of people with or without durations. */
function readTable(table: Table): AttendanceList {
  requireReadable(table);
  const { columns, before, rows } = table;
  if (columns.duration === undefined)
    return { source: 'list', classMinutes: null, stays: rows.flatMap((cells) => readLine(lineOf(cells, columns))) };
  return {
    source: columns.first === undefined ? 'zoom' : 'meet',
    classMinutes: meetingMinutes(before),
    stays: rows.flatMap((cells) => stayOf(cells, columns) ?? []),
  };
}

/**
 * Whether the text is a table of something else: no e-mails, and the same number (3 or more) of columns in every line.
 * Names with a comma in some lines are a plain list.
 */
const isOtherTable = (rows: readonly Cells[], whole: string): boolean =>
  rows.length > 1 &&
  rows.every((cells) => cells.length > 2 && cells.length === rows[0]!.length) &&
  !whole.includes('@');

/** @throws RangeError if a line is the heading of marks, which may concern the lines above or below it. */
function requireNoHeadings(lines: readonly string[]): void {
  const heading = lines.find(isMarkHeading);
  if (heading === undefined) return;
  throw new RangeError(
    `Nobody was marked: the line "${heading.trim()}" does not say whose mark it is. Write the mark beside each name, such as "Budi Santoso (izin)"`,
  );
}

/** Parses names and e-mails, one per line. */
function readPlainList(text: string): AttendanceList {
  const all = linesOf(text);
  const lines = all.slice(isPresentHeading(all[0] ?? '') ? 1 : 0);
  requireNoHeadings(lines);
  return { source: 'list', classMinutes: null, stays: lines.flatMap(readLine) };
}

/**
 * Parses a report or a plain list.
 * @throws RangeError if it has more than {@link maxLines} lines, or says something about attendance that is not read.
 */
export function readAttendanceList(text: string): AttendanceList {
  const whole = text.replace(/^\uFEFF/, '');
  const { data } = Papa.parse<string[]>(whole, { skipEmptyLines: 'greedy', preview: maxLines + 1 });
  if (data.length > maxLines) throw new RangeError(`A list has at most ${maxLines} lines`);
  const parsed = [
    data,
    ...[';', '\t', ',', '|'].map(
      (delimiter) => Papa.parse<string[]>(whole, { delimiter, skipEmptyLines: 'greedy' }).data,
    ),
  ];
  const table = parsed.map(findTable).find(Boolean);
  if (table) return readTable(table);
  if (isOtherTable(data, whole))
    throw new RangeError('Nobody was marked: this is no attendance report of Google Meet or Zoom. ' + instead);
  return readPlainList(whole);
}
