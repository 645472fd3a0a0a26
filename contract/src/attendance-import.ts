/** Lists of who was in a class, as Google Meet and Zoom export them or as people paste them. Pure. */
import Papa from 'papaparse';

/** What a list says of one person; several lines may be about the same. */
export interface Stay {
  /** As the list names the person. */
  label: string;
  email: string;
  /** What the person may be called: Zoom tells the name in the class and the original one. */
  names: readonly string[];
  /** null: the list says only that the person was there. */
  minutes: number | null;
}

export interface AttendanceList {
  source: 'meet' | 'zoom' | 'list';
  /** How long the class was, where the list says so. */
  classMinutes: number | null;
  stays: readonly Stay[];
}

/** More is no list of a class. */
export const mostLines = 5000;

type Cells = readonly string[];
const plain = (text: string) => text.trim().toLowerCase();

/** Headings of Meet in English and Indonesian, of Zoom's reports of a meeting and of its participants. */
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
  const found = (Object.keys(headings) as Heading[]).map((heading) => {
    const at = cells.findIndex((cell) => headings[heading].test(plain(cell)));
    return [heading, at < 0 ? undefined : at] as const;
  });
  return Object.fromEntries(found);
}

const units: readonly (readonly [RegExp, number])[] = [
  [/(\d+)\s*(?:h|hr|hrs|hour|hours|jam|j)\b/, 60],
  [/(\d+)\s*(?:m|min|mins|minute|minutes|menit|mnt)\b/, 1],
  [/(\d+)\s*(?:s|sec|secs|second|seconds|detik|dtk)\b/, 1 / 60],
];

/** `72`, `1 hr 12 min`, `1 jam 12 menit`, `1:12:30` (h:mm:ss) and `72:30` (mm:ss) in minutes; null for anything else. */
export function minutesOf(text: string): number | null {
  const said = plain(text).replace(',', '.');
  if (/^\d+(\.\d+)?$/.test(said)) return Number(said);
  const clock = /^(?:(\d+):)?(\d+):(\d\d)$/.exec(said);
  if (clock) return Number(clock[1] ?? 0) * 60 + Number(clock[2]) + Number(clock[3]) / 60;
  const parts = units.map(([unit, minutes]) => Number(unit.exec(said)?.[1] ?? Number.NaN) * minutes);
  const known = parts.filter((part) => !Number.isNaN(part));
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0);
}

/** `Budi (Budi Santoso)` is called both, and the whole. */
function namesIn(name: string): string[] {
  const [, shown, original] = /^(.*?)\s*\(([^()]+)\)\s*$/.exec(name) ?? [];
  return [name, shown, original].flatMap((one) => (one?.trim() ? [one.trim()] : []));
}

function stayOf(cells: Cells, columns: Partial<Record<Heading, number>>): Stay | undefined {
  const at = (heading: Heading) => (columns[heading] === undefined ? '' : (cells[columns[heading]] ?? '').trim());
  // Who waits outside is not in the class yet.
  if (plain(at('waiting')) === 'yes') return undefined;
  const name = at('name') || [at('first'), at('last')].filter((part) => part && part !== '-').join(' ');
  const email = plain(at('email'));
  if (!name && !email) return undefined;
  return { label: name || email, email, names: namesIn(name), minutes: minutesOf(at('duration')) };
}

/** Zoom begins a report with a line about the meeting. */
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

/** `budi@contoh.id`, `Budi Santoso`, `Budi Santoso <budi@contoh.id>`, or several e-mails in a line. */
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

/** A table without e-mails, and not a list of names of which some have a comma. */
const isOtherTable = (rows: readonly Cells[], whole: string): boolean =>
  rows.length > 1 &&
  rows.every((cells) => cells.length > 2 && cells.length === rows[0]!.length) &&
  !whole.includes('@');

/** @throws RangeError where it is too long for a class, or a table of something else. */
export function readAttendanceList(text: string): AttendanceList {
  const whole = text.replace(/^\uFEFF/, '');
  const { data } = Papa.parse<string[]>(whole, { skipEmptyLines: 'greedy', preview: mostLines + 1 });
  if (data.length > mostLines) throw new RangeError(`A list has at most ${mostLines} lines`);
  const report = readReport(data);
  if (!report && isOtherTable(data, whole))
    throw new RangeError(
      'This is no attendance report of Google Meet or Zoom: it has no columns of names and durations',
    );
  return report ?? { source: 'list', classMinutes: null, stays: whole.split(/[\r\n;\t]+/).flatMap(readLine) };
}
