/** Parser for attendance lists: reports of Zoom, Google Meet and Teams, tables, or pasted names and e-mails. Pure. */
import { cellsOf, maxLines } from './cells.ts';
import { linesOfColumns } from './columns.ts';
import type { KnownColumns } from './headings.ts';
import { type Stay, linesOf, nameOfLine, readLine, withMissingMarks } from './line.ts';
import { nameKey } from './match.ts';
import { isMarkHeading, isPresentHeading, markWordsOf, statusOfNote } from './note.ts';
import { marksOf, nameOf, readerOf, staysOf } from './report.ts';
import {
  type Block,
  type Cells,
  type Columns,
  type Table,
  classMinutesOf,
  findTable,
  hasTimes,
  headingWords,
  requireKnownHeadings,
  requireReadable,
} from './table.ts';

/** Parsed list with the format that it was recognized as. */
export interface AttendanceList {
  source: 'meet' | 'zoom' | 'teams' | 'report' | 'list';
  /** Length of the class in minutes; null: the list does not say. */
  classMinutes: number | null;
  stays: readonly Stay[];
}

const maxCells = 100_000;

/** Upper limits of a line and of a word, in characters; no lists have longer ones. */
const longestLine = 20_000;
const isTooLong = (word: string) => word.length > 1000;

type Names = ReadonlySet<string>;

/**
 * Whether the first line is the title of a roll whose lines say who was there, such as "Absen 24/11" above names with
 * marks. Without marks it may be one of those who were not.
 */
function hasRollTitle([first = '', ...lines]: readonly string[]): boolean {
  const stays = lines.flatMap(readLine);
  const isMarked = ({ note, label }: Stay) => statusOfNote(note) !== undefined || markWordsOf(label).length > 0;
  return (
    /^(daftar )?(absen(si)?|presensi)\b[^:;|@\t]*$/i.test(first.trim()) &&
    stays.length > 0 &&
    (stays.some(({ note }) => statusOfNote(note) === 'PRESENT') || stays.every(isMarked))
  );
}

/**
 * @throws RangeError if a line is the heading of marks, which may concern the lines above or below it: it has words of
 * marks, but is not the name of a member with or without them. The first line may be the heading of those who were there.
 */
function requireNoHeadings(lines: readonly string[], names: Names): void {
  const heading = lines.find((line, at) => {
    if (at === 0 && (isPresentHeading(line) || hasRollTitle(lines))) return false;
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

/** Line of a list from the cells of a person, with the mark; "-" for none where there are columns of marks. */
function lineOf(cells: Cells, columns: Columns, mark: string | undefined): string {
  const at = readerOf(cells, columns);
  return `${nameOf(at)} ${at('email') && `<${at('email')}>`} ${mark === undefined ? '' : `(${mark || '-'})`}`;
}

/** Columns of Google Meet's report, in every language. */
const columnsOfMeet = ['first', 'last', 'email', 'duration', 'join', 'leave'] as const;

function sourceOf(blocks: readonly Block[]): AttendanceList['source'] {
  const [{ columns, heading }] = blocks as [Block];
  if (heading.length === columnsOfMeet.length && columnsOfMeet.every((field, at) => columns[field]?.[0] === at))
    return 'meet';
  const words = headingWords(blocks);
  if (words.has('upn') || columns.action) return 'teams';
  const isOfZoom = words.has('original') || words.has('asli') || (words.has('session') && words.has('user'));
  return isOfZoom ? 'zoom' : 'report';
}

/** Parses a table of people with or without durations and marks. */
function readTable({ before, blocks }: Table, names: Names, known: KnownColumns): AttendanceList {
  for (const block of blocks) requireReadable(block, known);
  const [block] = blocks;
  if (hasTimes(block!.columns))
    return { source: sourceOf(blocks), classMinutes: classMinutesOf(before), stays: staysOf(blocks) };
  const { columns, rows } = block!;
  const marks = columns.mark || columns.attended ? marksOf(block!) : undefined;
  const lines = rows.flatMap((cells) => {
    const mark = marks?.(cells);
    return marks && mark === undefined ? [] : [lineOf(cells, columns, mark)];
  });
  requireNoHeadings([...before.map((cells) => cells.join(' ')), ...lines], names);
  return { source: 'list', classMinutes: null, stays: withMissingMarks(lines.flatMap(readLine)) };
}

const delimiters = [';', '\t', '|', ','];

/** Parses names and e-mails, one per line. */
function readPlainList(
  tables: readonly (readonly Cells[])[],
  used: readonly string[],
  text: string,
  names: Names,
): AttendanceList {
  requireNoHeadings(linesOf(text), names);
  const lines = tables.map((rows, at) => linesOfColumns(rows, used[at] === ',')).find(Boolean) ?? linesOf(text);
  const hasTitle = isPresentHeading(lines[0] ?? '') || hasRollTitle(lines);
  const stays = lines.slice(hasTitle ? 1 : 0).flatMap(readLine);
  return { source: 'list', classMinutes: null, stays: withMissingMarks(stays) };
}

/**
 * Parses a report or a plain list. `members`: those whose names may look like marks, such as "Alfa". `known`: columns
 * that people mapped.
 * @throws UnreadTable for columns that people have to map; RangeError if it has more than {@link maxLines} lines, or
 * says something about attendance that is not read.
 */
export function readAttendanceList(
  text: string,
  members: readonly { name: string }[] = [],
  known: KnownColumns = new Map(),
): AttendanceList {
  const whole = text.replace(/^\uFEFF/, '').replaceAll(/ {2,}/g, ' ');
  if (whole.split(/[\r\n]+/).some((line) => line.length > longestLine || line.split(/[\s,;|]+/).some(isTooLong)))
    throw new RangeError('This is no list: its lines are far too long');
  // Reading a text once more is what takes time; without a delimiter its lines have one cell each.
  const used = delimiters.filter((delimiter) => delimiter === ',' || whole.includes(delimiter));
  const parsed = used.map((delimiter) => cellsOf(whole, delimiter));
  if (parsed.some((rows) => rows.length > maxLines)) throw new RangeError(`A list has at most ${maxLines} lines`);
  if (parsed.some((rows) => rows.reduce((sum, { length }) => sum + length, 0) > maxCells))
    throw new RangeError('This list has far too many columns; leave only names, times and marks in it');
  const names = new Set(members.map(({ name }) => nameKey(name)));
  const table = parsed.map((rows) => findTable(rows, known)).find(Boolean);
  if (table) return readTable(table, names, known);
  for (const rows of parsed) requireKnownHeadings(rows, known);
  return readPlainList(parsed, used, whole, names);
}
