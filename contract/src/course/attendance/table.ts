/** Tables in attendance lists: their blocks by headings, and the columns that people have to map. Pure. */
import { type KnownColumns, type ListField, fieldOf, headingKey, isOfRegistration, unitOf } from './headings.ts';
import { isNamePart } from './line.ts';
import { isMoment, minutesOf, spanOf } from './minutes.ts';
import { isMark, isNo, isYes, statusOfNote, wordsOf } from './note.ts';

export type Cells = readonly string[];

/** Column that is not recognised, with examples and a guess of its field. */
export interface AskedColumn {
  /** Key among the known columns. */
  key: string;
  heading: string;
  samples: readonly string[];
  field: ListField | '';
}

/** Table that is refused; `columns`: those of which people may say what they hold. */
export class UnreadTable extends RangeError {
  readonly columns: readonly AskedColumn[];
  constructor(message: string, columns: readonly AskedColumn[]) {
    super(`Nobody was marked: ${message}`);
    this.columns = columns;
  }
}

/** Places of the columns by field. */
export type Columns = Partial<Record<ListField, readonly number[]>>;

/** Heading row of people with the rows below it. */
export interface Block {
  heading: Cells;
  columns: Columns;
  rows: readonly Cells[];
}

export interface Table {
  /** Rows above the first block. */
  before: readonly Cells[];
  blocks: readonly Block[];
}

function columnsOf(cells: Cells, known: KnownColumns): Columns {
  const fields = cells.map((cell, at) => fieldOf(cell.trim(), at, known) || undefined);
  const columns: Columns = {};
  for (const [at, field] of fields.entries()) if (field) columns[field] = [...(columns[field] ?? []), at];
  return columns;
}

export const hasTimes = ({ duration, join, leave, action }: Columns): boolean =>
  duration !== undefined || (join !== undefined && (leave ?? action) !== undefined);
const isReport = (columns: Columns) => (columns.first ?? columns.name) !== undefined && hasTimes(columns);
const isOfPeople = ({ first, last, name, email }: Columns) => (first ?? last ?? name ?? email) !== undefined;
/** Whether a row is of a person, whose role may be a word of a heading. */
const isPerson = (cells: Cells) => cells.some((cell) => cell.includes('@')) || cells.filter(isMoment).length > 1;
const filled = (cells: Cells) => cells.filter((cell) => cell.trim() !== '').length;

/** Title of a part of Microsoft Teams' reports, in any language, such as "4. Engagement". */
const isTitle = (cells: Cells) =>
  filled(cells) === 1 && /^\d\. ?\p{L}/u.test(cells.find((cell) => cell.trim())!.trim());

/**
 * Blocks with headings: those with names and times, else the rows below the first of several headings with names or
 * e-mails. A block ends at the next headings, and before a title above them.
 */
export function findTable(rows: readonly Cells[], known: KnownColumns): Table | undefined {
  const all = rows.map((cells) => columnsOf(cells, known));
  const isHeading = (at: number) =>
    isOfPeople(all[at]!) && Object.keys(all[at]!).length > 1 && !isPerson(rows[at]!) && !rows[at]!.some(isMoment);
  const reports = all.flatMap((columns, at) => (isReport(columns) && isHeading(at) ? [at] : []));
  const list = all.findIndex((columns, at) => isOfPeople(columns) && filled(rows[at]!) > 1 && !isPerson(rows[at]!));
  const starts = reports.length > 0 ? reports : list < 0 ? [] : [list];
  if (starts.length === 0) return undefined;
  const blocks = starts.map((start) => {
    const isEnd = (at: number) => at > start && (isHeading(at) || isTitle(rows[at]!));
    const next = reports.length > 0 ? all.findIndex((_, at) => isEnd(at)) : -1;
    const end = next < 0 ? rows.length : next;
    const last = next > start + 1 && filled(rows[next - 1]!) === 1 ? end - 1 : end;
    return { heading: rows[start]!, columns: all[start]!, rows: rows.slice(start + 1, last) };
  });
  return { before: rows.slice(0, starts[0]), blocks };
}

const saysAttendance = (heading: string) =>
  /attend|status|hadir|presensi|absen|keterangan|catatan|\bnotes?\b/i.test(heading);
/** Whether a cell is a sign such as ✓ or x; dashes are blank cells in reports. */
export const isTick = (cell: string): boolean => /^([xv]|[^\p{L}\p{N}\p{Pd}]+)$/iu.test(cell);

/** Whether a cell is empty; dashes are those of people who were not there. */
export const isBlank = (cell = ''): boolean => /^[\p{Pd}\s]*$/u.test(cell);

const valuesOf = (rows: readonly Cells[], at: number) =>
  rows.flatMap((cells) => (isBlank(cells[at]) ? [] : cells[at]!.trim()));

/** Share of values for which a condition holds. */
const share = <T>(values: readonly T[], is: (value: T) => boolean) =>
  values.length === 0 ? 0 : values.filter(is).length / values.length;

/** Answers, in any language, of a column that has one for all rows with times, and another for all without. */
export function answersByTimes(
  rows: readonly Cells[],
  at: number,
  isTimed: (cells: Cells) => boolean,
): { present: string; absent: string } | undefined {
  const answersOf = (of: readonly Cells[]) => [...new Set(valuesOf(of, at).map((value) => value.toLowerCase()))];
  const [present, ...others] = answersOf(rows.filter((cells) => isTimed(cells)));
  const [absent, ...more] = answersOf(rows.filter((cells) => !isTimed(cells)));
  const areTwo = present !== absent && others.length + more.length === 0;
  return areTwo && present !== undefined && absent !== undefined ? { present, absent } : undefined;
}

/** Field that a column looks like by its values, and the unit in its heading; a guess that people confirm. */
function shapeOf(values: readonly string[], title = ''): ListField | 'time' | '' {
  if (share(values, (value) => /^\S+@\S+\.\S+$/.test(value)) > 0.5) return 'email';
  if (share(values, isMoment) === 1) return 'time';
  const isOfMinutes = unitOf(title) !== null;
  if (share(values, (value) => minutesOf(value) !== null && (isOfMinutes || !/^\d+$/.test(value))) === 1)
    return 'duration';
  if (share(values, (value) => statusOfNote(value) !== undefined) > 0.5) return 'mark';
  if (share(values, (value) => isYes(value) || isNo(value)) === 1) return 'attended';
  const isName = share(values, (value) => isNamePart(value) && !/\d/.test(value)) > 0.8;
  return isName && (values.length < 3 || new Set(values).size > values.length / 2) ? 'name' : '';
}

/** Whether the times of a column are before those of another in the same rows. */
const isBefore = (rows: readonly Cells[], one: number, other: number) =>
  share(
    rows.flatMap((cells) => spanOf(cells[one] ?? '', cells[other] ?? '') ?? []),
    ({ from, to }) => to - from < 720,
  ) > 0.5;

/** Guesses which columns of times begin and end the stays: of three, one that never changes is of the class. */
function timesOf(heading: Cells, rows: readonly Cells[], known: KnownColumns): { join?: number; leave?: number } {
  const all = heading.flatMap((_, at) => (shapeOf(valuesOf(rows, at)) === 'time' ? [at] : []));
  const places = all.filter((at) => all.length < 3 || new Set(valuesOf(rows, at)).size > 1);
  const fields = heading.map((title, at) => fieldOf(title.trim(), at, known));
  const free = places.filter((at) => !fields[at]);
  const [join, leave] = [fields.indexOf('join'), fields.indexOf('leave')];
  if (join >= 0) return { leave: free.find((at) => isBefore(rows, join, at)) };
  if (leave >= 0) return { join: free.find((at) => isBefore(rows, at, leave)) };
  const [first, second] = free;
  const isTurned = second !== undefined && !isBefore(rows, first!, second);
  return isTurned ? { join: second, leave: first } : { join: first, leave: second };
}

/** Columns of a first and a last name, in either order: two with a word each. */
function namePartsOf(rows: readonly Cells[], shapes: readonly string[]): { first?: number; last?: number } {
  const places = shapes.flatMap((shape, at) => (shape === 'name' ? [at] : []));
  const [first, last] = places.filter((at) => share(valuesOf(rows, at), (value) => !/\s/.test(value)) > 0.8);
  return places.length === 2 && first !== undefined && last !== undefined ? { first, last } : {};
}

/** Asks what the columns hold; each field is guessed once. */
function columnsToMap(
  heading: Cells,
  rows: readonly Cells[],
  places: readonly number[],
  known: KnownColumns,
): AskedColumn[] {
  const taken = new Set(heading.map((title, at) => fieldOf(title.trim(), at, known) ?? ''));
  const shapes = heading.map((title, at) => shapeOf(valuesOf(rows, at), title));
  const times = timesOf(heading, rows, known);
  const parts = taken.has('name') ? {} : namePartsOf(rows, shapes);
  const isTimed = (cells: Cells) => cells.some((cell, at) => shapes[at] === 'time' && !isBlank(cell));
  // Beside times, other answers of yes and no are of guests and waiting rooms.
  const hasTime = shapes.includes('time') || taken.has('join') || taken.has('duration');
  const guessOf = (at: number): ListField | '' => {
    if (at === times.join) return 'join';
    if (at === times.leave) return 'leave';
    if (at === parts.first) return 'first';
    if (at === parts.last) return 'last';
    const shape = shapes[at]!;
    // Two rows always differ.
    if ((rows.length > 2 || shape === 'attended') && answersByTimes(rows, at, isTimed)) return 'attended';
    return shape === 'time' || (shape === 'attended' && hasTime) ? '' : shape;
  };
  return places.map((at) => {
    const title = heading[at]?.trim() ?? '';
    const guess = guessOf(at);
    const field = fieldOf(title, at, known) ?? (taken.has(guess) ? '' : guess);
    taken.add(field);
    return { key: headingKey(title, at), heading: title, samples: [...new Set(valuesOf(rows, at))].slice(0, 3), field };
  });
}

/** Places of the columns that may say who was there, but are not known. */
function unreadOf({ heading, columns, rows }: Block, known: KnownColumns): number[] {
  const width = Math.max(heading.length, ...rows.map((cells) => cells.length));
  return Array.from({ length: width }, (_, at) => at).filter((at) => {
    const title = heading[at]?.trim() ?? '';
    if (known.has(headingKey(title, at))) return false;
    const field = fieldOf(title, at, known);
    const values = valuesOf(rows, at);
    if (field) return (field === 'join' || field === 'leave') && values.length > 0 && !values.some(isMoment);
    if (title === '') return rows.some((cells) => (cells[at] ?? '').trim() !== '');
    // Reports have columns that are of no interest here.
    if (isReport(columns))
      return field === undefined && (saysAttendance(title) || values.some((value) => isMark(value) || isTick(value)));
    return !/^(no\.?|nomor|#)$/i.test(title);
  });
}

/** @throws UnreadTable for columns that may say who was there, but are not known, and for registrations. */
export function requireReadable(block: Block, known: KnownColumns): void {
  const { heading, columns, rows } = block;
  if (!hasTimes(columns) && !columns.attended && !columns.mark && heading.some((title) => isOfRegistration(title)))
    throw new UnreadTable(
      'this says who registered, not who was there. Use the attendee or participants report of the same class',
      [],
    );
  const unread = unreadOf(block, known);
  const titles = unread.map((at) => heading[at]?.trim() ?? '');
  const worst = titles.find(saysAttendance) ?? titles[0];
  if (worst === undefined) return;
  const column = worst ? `the column "${worst}"` : 'a column without a heading';
  const more = titles.length > 1 ? ` and ${titles.length - 1} more that are` : ', which is';
  throw new UnreadTable(
    `this table has ${column}${more} not known. Choose what it holds, or leave it out`,
    columnsToMap(heading, rows, unread, known),
  );
}

const isWord = (cell: string) =>
  /\p{L}/u.test(cell) && !cell.includes('@') && !isMoment(cell) && minutesOf(cell) === null && !isMark(cell);

/** Upper limits of the rows that may be headings, and of rows that show what a column holds. */
const most = { headings: 60, samples: 100 };

/** Blocks of rows below words that are no known headings, where a column holds e-mails or times. */
function unknownBlocks(rows: readonly Cells[]): { heading: Cells; rows: Cells[] }[] {
  return rows.slice(0, most.headings).flatMap((heading, at) => {
    const width = filled(heading);
    if (width < 3 || !heading.every((cell) => cell.trim() === '' || isWord(cell))) return [];
    const end = rows.findIndex((cells, next) => next > at && filled(cells) < 2);
    const below = rows.slice(at + 1, end < 0 ? rows.length : end).slice(0, most.samples);
    const shapes = heading.map((_, place) => shapeOf(valuesOf(below, place)));
    return shapes.some((shape) => shape === 'email' || shape === 'time') ? [{ heading, rows: below }] : [];
  });
}

/** @throws UnreadTable that asks for all columns of a table whose headings are unknown. */
export function requireKnownHeadings(rows: readonly Cells[], known: KnownColumns): void {
  const isWhole = rows.length > 1 && rows.every((cells) => cells.length > 2 && cells.length === rows[0]!.length);
  const hasEmails = rows.some((cells) => cells.some((cell) => cell.includes('@')));
  const found = unknownBlocks(rows);
  const blocks = found.length > 0 || !isWhole || hasEmails ? found : [{ heading: rows[0]!, rows: rows.slice(1) }];
  if (blocks.length === 0) return;
  const columns = blocks.flatMap((block) =>
    columnsToMap(
      block.heading,
      block.rows,
      block.heading.flatMap((title, at) => (title.trim() ? [at] : [])),
      known,
    ),
  );
  const byKey = new Map(columns.map((column) => [column.key, column]));
  throw new UnreadTable(
    'this is no attendance report of Zoom, Google Meet or Microsoft Teams that is known. Choose what its columns hold, at least the names or e-mails',
    [...byKey.values()],
  );
}

/** Minutes of the class from the rows above a report: a duration below or beside its heading, or two times. */
export function classMinutesOf(before: readonly Cells[]): number | null {
  const none: KnownColumns = new Map();
  const at = before.findIndex(
    (cells) => filled(cells) > 2 && cells.some((cell) => /\b(duration|durasi)\b/i.test(cell)),
  );
  const place = at < 0 ? -1 : before[at]!.findIndex((cell) => /\b(duration|durasi)\b/i.test(cell));
  const below = minutesOf(before[at + 1]?.[place] ?? '');
  if (at >= 0 && below !== null) return below;
  const pairs = before.flatMap((cells) => (filled(cells) === 2 ? [cells.filter((cell) => cell.trim())] : []));
  const beside = pairs.find(([title]) => fieldOf(title!.trim(), 0, none) === 'duration');
  const moments = pairs.flatMap(([, value]) => (isMoment(value!) ? [value!] : []));
  const span = moments.length > 1 ? spanOf(moments[0]!, moments[1]!) : null;
  const minutes = minutesOf(beside?.[1] ?? '') ?? (span && span.to - span.from);
  return minutes && Math.round(minutes);
}

/** Words of the headings, for the name of the program. */
export const headingWords = (blocks: readonly Block[]): ReadonlySet<string> =>
  new Set(blocks.flatMap(({ heading }) => heading.flatMap(wordsOf)));
