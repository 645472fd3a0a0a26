/** Parser for attendance lists: exports of Google Meet and Zoom, or pasted names and e-mails. Pure. */
import Papa from 'papaparse';

/** One line of a list; several lines may describe the same person. */
export interface Stay {
  /** Name or e-mail as written in the list. */
  label: string;
  /** In lower case; '' if the list has none. */
  email: string;
  /** Possible names of the person; Zoom lists both the name in the meeting and the original name. */
  names: readonly string[];
  /** null: the list has no durations. */
  minutes: number | null;
}

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
  name: /^(name( \(original name\))?|nama( \(nama asli\))?)$/,
  email: /^(user )?e-?mail( pengguna)?$/,
  duration: /^(total )?(duration|durasi)( \((minutes|menit)\))?$/,
  waiting: /^in waiting room$/,
};
type Heading = keyof typeof headings;

function columnsOf(cells: Cells): Partial<Record<Heading, number>> {
  const entries = (Object.keys(headings) as Heading[]).map((heading) => {
    const at = cells.findIndex((cell) => headings[heading].test(plain(cell)));
    return [heading, at < 0 ? undefined : at] as const;
  });
  return Object.fromEntries(entries);
}

const units: readonly (readonly [RegExp, number])[] = [
  [/(\d+)\s*(?:h|hr|hrs|hour|hours|jam|j)\b/, 60],
  [/(\d+)\s*(?:m|min|mins|minute|minutes|menit|mnt)\b/, 1],
  [/(\d+)\s*(?:s|sec|secs|second|seconds|detik|dtk)\b/, 1 / 60],
];

/**
 * Minutes from `72`, `1:12:30` (h:mm:ss), `72:30` (mm:ss), or numbers with units anywhere in the text, such as
 * `1 hr 12 min` or `1 jam 12 menit`; null for other texts.
 */
export function minutesOf(text: string): number | null {
  const value = plain(text).replace(',', '.');
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const clock = /^(?:(\d+):)?(\d+):(\d\d)$/.exec(value);
  if (clock) return Number(clock[1] ?? 0) * 60 + Number(clock[2]) + Number(clock[3]) / 60;
  const parts = units.map(([unit, minutes]) => Number(unit.exec(value)?.[1] ?? Number.NaN) * minutes);
  const known = parts.filter((part) => !Number.isNaN(part));
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0);
}

/** Names in `Budi (Budi Santoso)`: both parts, and the whole. */
function namesIn(name: string): string[] {
  const [, shown, original] = /^(.*?)\s*\(([^()]+)\)\s*$/.exec(name) ?? [];
  return [name, shown, original].flatMap((one) => (one?.trim() ? [one.trim()] : []));
}

function stayOf(cells: Cells, columns: Partial<Record<Heading, number>>): Stay | undefined {
  const at = (heading: Heading) => (columns[heading] === undefined ? '' : (cells[columns[heading]] ?? '').trim());
  // Not admitted to the meeting yet.
  if (plain(at('waiting')) === 'yes') return undefined;
  const name = at('name') || [at('first'), at('last')].filter((part) => part && part !== '-').join(' ');
  const email = plain(at('email'));
  if (!name && !email) return undefined;
  return { label: name || email, email, names: namesIn(name), minutes: minutesOf(at('duration')) };
}

/** Duration from the lines above the participants, where Zoom describes the meeting; null if there is none. */
function meetingMinutes(before: readonly Cells[]): number | null {
  const at = before.findIndex((cells) => columnsOf(cells).duration !== undefined);
  const values = before[at + 1];
  return at < 0 || !values ? null : minutesOf(values[columnsOf(before[at]!).duration!] ?? '');
}

function readReport(rows: readonly Cells[]): AttendanceList | undefined {
  const all = rows.map(columnsOf);
  const head = all.findIndex(({ first, name, duration }) => (first ?? name) !== undefined && duration !== undefined);
  const columns = all[head];
  if (!columns) return undefined;
  return {
    source: columns.first === undefined ? 'zoom' : 'meet',
    classMinutes: meetingMinutes(rows.slice(0, head)),
    stays: rows.slice(head + 1).flatMap((cells) => stayOf(cells, columns) ?? []),
  };
}

const address = /[^\s<>,;"'()]+@[^\s<>,;"'()]+/g;

/** Parses `budi@contoh.id`, `Budi Santoso`, `Budi Santoso <budi@contoh.id>`, or several e-mails in one line. */
function readLine(line: string): Stay[] {
  const emails = line.match(address) ?? [];
  if (emails.length > 1)
    return emails.map((email) => ({ label: email, email: plain(email), names: [], minutes: null }));
  const name = line
    .replace(address, ' ')
    .replaceAll(/[<>"]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,\d.)-]+|[\s,]+$/g, '');
  const email = plain(emails[0] ?? '');
  return name || email ? [{ label: name || email, email, names: namesIn(name), minutes: null }] : [];
}

/**
 * Whether the text is a table of something else: no e-mails, and the same number (3 or more) of columns in every line.
 * Names with a comma in some lines are a plain list.
 */
const isOtherTable = (rows: readonly Cells[], whole: string): boolean =>
  rows.length > 1 &&
  rows.every((cells) => cells.length > 2 && cells.length === rows[0]!.length) &&
  !whole.includes('@');

/**
 * Parses a report or a plain list.
 * @throws RangeError if it has more than {@link maxLines} lines or is a table of something else.
 */
export function readAttendanceList(text: string): AttendanceList {
  const whole = text.replace(/^\uFEFF/, '');
  const { data } = Papa.parse<string[]>(whole, { skipEmptyLines: 'greedy', preview: maxLines + 1 });
  if (data.length > maxLines) throw new RangeError(`A list has at most ${maxLines} lines`);
  const report = readReport(data);
  if (!report && isOtherTable(data, whole))
    throw new RangeError(
      'This is no attendance report of Google Meet or Zoom: it has no columns of names and durations',
    );
  return report ?? { source: 'list', classMinutes: null, stays: whole.split(/[\r\n;\t]+/).flatMap(readLine) };
}
