/** Parser for attendance lists: exports of Google Meet and Zoom, or pasted names and e-mails. Pure. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { linesOfColumns } from './columns.ts';
import { type Stay, linesOf, nameOfLine, readLine, withMissingMarks } from './line.ts';
import { nameKey } from './match.ts';
import { minutesOf, spanOf } from './minutes.ts';
import { isMark, isMarkHeading, isPresentHeading } from './note.ts';

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
  name: /^((user |full |student |participant )?name( \(original name\))?|nama( lengkap| peserta| siswa| mahasiswa| murid)?( \(nama asli\))?|peserta)$/,
  email: /^(user )?e-?mail( pengguna| address)?$|^alamat e-?mail$/,
  number: /^(no\.?|nomor|#)$/,
  join: /^((time )?joined|join time|waktu (ber)?gabung)$/,
  leave: /^(time exited|leave time|waktu keluar)$/,
  duration: /^(total )?(duration|durasi)( \((minutes|menit)\))?$/,
  waiting: /^(in waiting room|(di|dalam) ruang tunggu)$/,
  guest: /^((is )?guest|tamu)$/,
  recording: /record|rekam/,
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

const reader = (cells: Cells, columns: Columns) => (heading: Heading) =>
  columns[heading] === undefined ? '' : (cells[columns[heading]] ?? '').trim();

const nameOf = (at: ReturnType<typeof reader>) =>
  at('name') || [at('first'), at('last')].filter((part) => part && part !== '-').join(' ');

function stayOf(cells: Cells, columns: Columns): Stay | undefined {
  const at = reader(cells, columns);
  // Not admitted to the meeting yet.
  if (/^(yes|ya)$/.test(plain(at('waiting')))) return undefined;
  const name = nameOf(at);
  const email = plain(at('email'));
  if (!name && !email) return undefined;
  const minutes = minutesOf(at('duration'));
  const note = minutes === null ? at('duration') || 'no duration' : '';
  const span = spanOf(at('join'), at('leave'));
  return { label: name || email, email, names: namesIn(name), note, minutes, span };
}

/** Line of a list from the cells of a person. */
function lineOf(cells: Cells, columns: Columns): string {
  const at = reader(cells, columns);
  return `${nameOf(at)} ${at('email') && `<${at('email')}>`}`;
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
const inReport: readonly Heading[] = [...people, 'duration', 'waiting', 'guest', 'recording'];
const saysAttendance = (cell: string) => headings.attendance.test(plain(cell));
const instead =
  'Paste one name or e-mail per line instead, with a mark where there is one, such as "Budi Santoso (izin)"';

/** Whether a cell is a sign such as ✓ or x; dashes are blank cells in reports. */
const isTick = (cell: string) => /^([xv]|[^\p{L}\p{N}\p{Pd}]+)$/iu.test(cell);

/** Headings of the columns that may say who was there, but are not read; '' for a column without a heading. */
function unreadOf({ heading, columns, rows }: Table): string[] {
  const read = isReport(columns) ? inReport : people;
  const width = Math.max(heading.length, ...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, at) => heading[at]?.trim() ?? '').filter((title, at) => {
    if (read.some((one) => headings[one].test(plain(title)))) return false;
    const values = rows.flatMap((cells) => cells[at]?.trim() || []);
    if (title === '') return values.length > 0;
    // Reports have many columns that are of no interest here, such as the times.
    return !isReport(columns) || saysAttendance(title) || values.some((value) => isMark(value) || isTick(value));
  });
}

/** @throws RangeError for columns that may say who was there, but are not read. */
function requireReadable(table: Table): void {
  const unread = unreadOf(table);
  const worst = unread.find(saysAttendance) ?? unread[0];
  if (worst === undefined) return;
  const column = worst ? `the column "${worst}"` : 'a column without a heading';
  const more = unread.length > 1 ? ` and ${unread.length - 1} more that are` : ', which is';
  throw new RangeError(
    `Nobody was marked: this table has ${column}${more} not read. ${instead}; or use the participants report of Google Meet or Zoom`,
  );
}

type Names = ReadonlySet<string>;

/**
 * @throws RangeError if a line is the heading of marks, which may concern the lines above or below it: it has words of
 * marks, but is not the name of a member with or without them. The first line may be the heading of those who were there.
 */
function requireNoHeadings(lines: readonly string[], names: Names): void {
  const heading = lines.find((line, at) => {
    if (at === 0 && isPresentHeading(line)) return false;
    const person = nameOfLine(line);
    return (
      person && !Object.values(person).some((name) => names.has(nameKey(name))) && isMarkHeading(line, person.name)
    );
  });
  if (heading === undefined) return;
  throw new RangeError(
    `Nobody was marked: the line "${heading.trim()}" does not say whose mark it is. Write the mark beside each name, such as "Budi Santoso (izin)"`,
  );
}

/** Parses a table of people with or without durations. */
function readTable(table: Table, names: Names): AttendanceList {
  requireReadable(table);
  const { columns, before, rows } = table;
  if (columns.duration === undefined) {
    const lines = rows.map((cells) => lineOf(cells, columns));
    requireNoHeadings([...before.map((cells) => cells.join(' ')), ...lines], names);
    return { source: 'list', classMinutes: null, stays: withMissingMarks(lines.flatMap(readLine)) };
  }
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

const delimiters = [';', '\t', '|', ','];

/** Lines that are not blank as cells. With a quote that is not closed, quotes are characters like any other. */
function cellsOf(text: string, delimiter: string, quote: '"' | false = '"'): Cells[] {
  try {
    return parse(text, {
      delimiter,
      quote,
      recordDelimiter: ['\r\n', '\n', '\r'],
      relaxQuotes: true,
      relaxColumnCount: true,
      skipRecordsWithEmptyValues: true,
      to: maxLines + 1,
    });
  } catch (error) {
    if (!(error instanceof CsvError) || !quote) throw error;
    return cellsOf(text, delimiter, false);
  }
}

/** Parses names and e-mails, one per line. */
function readPlainList(tables: readonly (readonly Cells[])[], text: string, names: Names): AttendanceList {
  requireNoHeadings(linesOf(text), names);
  const lines = tables.map((rows, at) => linesOfColumns(rows, delimiters[at] === ',')).find(Boolean) ?? linesOf(text);
  const stays = lines.slice(isPresentHeading(lines[0] ?? '') ? 1 : 0).flatMap(readLine);
  return { source: 'list', classMinutes: null, stays: withMissingMarks(stays) };
}

/**
 * Parses a report or a plain list. `members`: those whose names may look like marks, such as "Alfa".
 * @throws RangeError if it has more than {@link maxLines} lines, or says something about attendance that is not read.
 */
export function readAttendanceList(text: string, members: readonly { name: string }[] = []): AttendanceList {
  const whole = text.replace(/^\uFEFF/, '');
  const parsed = delimiters.map((delimiter) => cellsOf(whole, delimiter));
  if (parsed.some((rows) => rows.length > maxLines)) throw new RangeError(`A list has at most ${maxLines} lines`);
  const names = new Set(members.map(({ name }) => nameKey(name)));
  const table = parsed.map(findTable).find(Boolean);
  if (table) return readTable(table, names);
  if (parsed.some((rows) => isOtherTable(rows, whole)))
    throw new RangeError('Nobody was marked: this is no attendance report of Google Meet or Zoom. ' + instead);
  return readPlainList(parsed, whole, names);
}
