/** Stays from the rows of attendance reports: times, marks in columns, and logs of who joined and left. Pure. */
import { unitOf } from './headings.ts';
import { type Stay, noteInName } from './line.ts';
import { joinNights, minutesOf, spanOf } from './minutes.ts';
import { isNo, isYes, statusOfNote } from './note.ts';
import { type Block, type Cells, type Columns, answersByTimes, isBlank, isTick } from './table.ts';
import type { ListField } from './headings.ts';

const plain = (text: string) => text.trim().toLowerCase();

export type Reader = (field: ListField) => string;

/** Reads the first filled cell of a field's columns. */
export const readerOf =
  (cells: Cells, columns: Columns): Reader =>
  (field) =>
    (columns[field] ?? []).map((at) => cells[at]?.trim() ?? '').find((cell) => cell !== '') ?? '';

const parts = (at: Reader) => [at('first'), at('last')].filter((part) => part && part !== '-').join(' ');
export const nameOf = (at: Reader): string => at('name') || parts(at);

/** Names in `Budi (Budi Santoso)`: both parts, and the whole. */
function namesIn(name: string): string[] {
  const [, shown, original] = /^(.*?)\s*\(([^()]+)\)\s*$/.exec(name) ?? [];
  return [name, shown, original].flatMap((one) => (one?.trim() ? [one.trim()] : []));
}

const letters: Readonly<Record<string, string>> = { h: 'hadir', i: 'izin', s: 'sakit', a: 'alfa', t: 'terlambat' };

/** Whether a row has times or a duration. */
const isTimed = ({ columns }: Block, cells: Cells) =>
  [...(columns.join ?? []), ...(columns.leave ?? []), ...(columns.duration ?? [])].some((at) => !isBlank(cells[at]));

/** Reads the marks of a block's rows: '' for none, undefined for somebody who was not there. */
export function marksOf(block: Block): (cells: Cells) => string | undefined {
  const { heading, columns, rows } = block;
  const places = [...(columns.attended ?? []), ...(columns.mark ?? [])];
  const readers = places.map((at) => {
    const title = heading[at]?.trim() ?? '';
    const isOfPresence = columns.attended?.includes(at) ?? false;
    const own = isOfPresence
      ? 'hadir'
      : statusOfNote(letters[plain(title)] ?? title) && (letters[plain(title)] ?? title);
    const values = rows.map((cells) => plain(cells[at] ?? ''));
    const answers = isOfPresence ? answersByTimes(rows, at, (cells) => isTimed(block, cells)) : undefined;
    const areLetters = values.every((value) => value === '' || value === '-' || value in letters);
    return (cells: Cells): string | undefined => {
      const value = cells[at]?.trim() ?? '';
      if (isBlank(value)) return '';
      if (plain(value) === answers?.present) return own;
      if (plain(value) === answers?.absent) return undefined;
      if (isOfPresence && isNo(value) && isTimed(block, cells)) return value;
      if (own && isYes(value)) return own;
      if (own && isNo(value)) return isOfPresence || statusOfNote(own) === 'PRESENT' ? undefined : '';
      if (own && isTick(value) && places.length > 1 && !isOfPresence) return own;
      return areLetters ? letters[plain(value)]! : value.replaceAll(/[()[\]]/g, ' ').trim();
    };
  });
  return (cells) => {
    const marks = readers.map((read) => read(cells));
    return marks.includes(undefined) ? undefined : marks.filter(Boolean).join(', ');
  };
}

/** Whether a row is of somebody in the waiting room. */
const isWaiting = (at: Reader) => isYes(at('waiting'));

function durationOf(at: Reader, { heading, columns }: Block, span: Stay['span']): number | null {
  const text = at('duration');
  const title = heading[columns.duration?.[0] ?? -1] ?? '';
  const unit = (/^[\d.,]+$/.test(text) && unitOf(title)) || 1;
  const isHoursAndMinutes = /^\d+:\d\d$/.test(text) && /\bh+:mm\b(?!:)/i.test(title);
  const minutes = minutesOf(isHoursAndMinutes ? `${text}:00` : text);
  return minutes === null ? span && span.to - span.from : minutes * unit;
}

function stayOf(cells: Cells, block: Block, marks: ReturnType<typeof marksOf>): Stay | undefined {
  const at = readerOf(cells, block.columns);
  const [name, email, mark] = [nameOf(at), plain(at('email')), marks(cells)];
  if (isWaiting(at) || mark === undefined || (!name && !email)) return undefined;
  const span = spanOf(at('join'), at('leave'));
  const minutes = durationOf(at, block, span);
  const noted = mark || noteInName(name);
  const note =
    minutes === null ? noted || at('duration') || 'no duration' : statusOfNote(noted) === 'PRESENT' ? '' : noted;
  return {
    label: name || email,
    email,
    names: [...new Set([...namesIn(name), parts(at)].filter(Boolean))],
    note,
    minutes,
    span,
  };
}

const personOf = ({ label }: Stay) => plain(label);

/**
 * Stays from a log with a row for each time that somebody joined or left. Everybody joins first, in any language. Who
 * did not leave stayed until the end.
 */
function staysOfLog(block: Block): Stay[] {
  const events = block.rows.flatMap((cells) => {
    const at = readerOf(cells, block.columns);
    const stay = stayOf(cells, { ...block, columns: { ...block.columns, leave: block.columns.join ?? [] } }, () => '');
    return stay && stay.span ? [{ stay, action: plain(at('action')), time: at('join') }] : [];
  });
  const byPerson = [...Map.groupBy(events, ({ stay }) => personOf(stay)).values()];
  const joins = new Set(byPerson.map(([first]) => first!.action));
  const minutes = events.map(({ stay }) => stay.span!.from);
  // A class lasts less than half a day: if both ends of a day occur, its early hours are after midnight.
  const isNight = Math.max(...minutes) - Math.min(...minutes) > 720;
  const minuteOf = ({ span }: Stay) => (span!.from + (isNight ? 720 : 0)) % 1440;
  const end = events.toSorted((one, other) => minuteOf(one.stay) - minuteOf(other.stay)).at(-1)?.time ?? '';
  return byPerson.flatMap((own) => {
    const leaves = own.filter(({ action }) => !joins.has(action));
    return own
      .filter(({ action }) => joins.has(action))
      .map(({ stay, time }, place) => {
        const span = spanOf(time, leaves[place]?.time ?? end);
        return { ...stay, span, minutes: span && span.to - span.from };
      });
  });
}

/** Whether a block sums up another of the same people, as Teams lists participants before their activities. */
function isSummary(block: readonly Stay[], of: readonly Stay[]): boolean {
  const rows = Map.groupBy(block, personOf);
  const people = Map.groupBy(of, personOf);
  return (
    people.size > 0 &&
    [...people].every(([person, stays]) => {
      const [row, other] = rows.get(person) ?? [];
      if (!row || other) return false;
      const sum = stays.reduce((minutes, stay) => minutes + (stay.minutes ?? 0), 0);
      const [from, to] = [stays.map(({ span }) => span?.from ?? 0), stays.map(({ span }) => span?.to ?? 0)];
      const isAround = row.span?.from === Math.min(...from) && row.span.to === Math.max(...to);
      return isAround || Math.abs((row.minutes ?? 0) - sum) < 2;
    })
  );
}

/** Stays of all blocks; people of a summary are taken from it only where the other block lacks them. */
export function staysOf(blocks: readonly Block[]): Stay[] {
  const written = blocks.map((block) => {
    if (block.columns.action && !block.columns.leave) return staysOfLog(block);
    const marks = marksOf(block);
    return block.rows.flatMap((cells) => stayOf(cells, block, marks) ?? []);
  });
  const inEvening = joinNights(written.flatMap((stays) => stays.map(({ span }) => span)));
  const all = written.map((stays) => stays.map((stay) => ({ ...stay, span: inEvening(stay.span) })));
  return all.flatMap((stays, at) => {
    const detail = all.slice(at + 1).find((other) => isSummary(stays, other));
    const known = new Set(detail?.map(personOf));
    return stays.filter((stay) => !known.has(personOf(stay)));
  });
}
