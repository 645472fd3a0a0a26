/** Finds a place near a distant row by counts, instead of reading every document before it. Pure. */
import { dayMs } from '#contract/kernel/days.ts';
import type { CountResult, TimeSortedList, CursorPosition } from './dated-list.ts';

const year = 365 * dayMs;
/** Limit of counts. Documents with the same moment have no place between them; the remaining rows are read. */
const maxCounts = 20;
/** Documents read to find the first dated row, before a second read of `reach` documents. */
const few = 20;

/** Count of rows and documents newer than a moment. */
interface Point extends CountResult {
  moment: number;
}

/** Goal of the search: a place from which reading about `reach` documents leads to the row after `skip` others. */
interface Goal {
  skip: number;
  reach: number;
}

type Counter = (moment: number) => Promise<Point>;

/**
 * Finds a place before the row after `skip` others, from which reading `reach` documents should lead to it; undefined
 * if so many timestamps are not dates that the list can only be read from its start.
 */
export async function findDistantCursor<Row>(
  list: TimeSortedList<Row>,
  goal: Goal,
): Promise<CursorPosition<Row> | undefined> {
  const head = (await headOf(list, few)) ?? (await headOf(list, goal.reach));
  if (!head) return undefined;
  const counter: Counter = async (moment) => {
    const { rows, documents } = await list.count(moment);
    return { moment, rows: rows + head.rows, documents };
  };
  const first: Point = { moment: head.newest + 1, rows: 0, documents: 0 };
  const place = await search(first, list.oldest, goal, counter);
  return place === first ? { skipped: 0, after: undefined } : { skipped: place.rows, after: place.moment };
}

/** Moment of such a place, searched from a known point on, for a list whose undated rows are already counted. */
export async function findCursorAfter<Row>(list: TimeSortedList<Row>, from: Point, goal: Goal): Promise<number> {
  const counter: Counter = async (moment) => ({ moment, ...(await list.count(moment)) });
  return (await search(from, list.oldest, goal, counter)).moment;
}

/**
 * Newest moment of a row among the first documents, else of the last document; and the number of rows before it, whose
 * timestamps are not dates.
 */
async function headOf<Row>(list: TimeSortedList<Row>, max: number) {
  const { rows, last } = await list.read(undefined, max);
  const moments = rows.map((row) => list.momentOf(row));
  const at = moments.findIndex((moment) => moment !== undefined);
  if (at >= 0) return { rows: at, newest: moments[at]! };
  const newest = last && list.momentOf(last);
  return newest === undefined ? undefined : { rows: rows.length, newest };
}

/** Goes back in growing steps until the row lies between two points. */
async function search(first: Point, oldest: number, goal: Goal, counter: Counter): Promise<Point> {
  let before = first;
  for (let span = year; ; span *= 2) {
    const beyond = await counter(Math.max(first.moment - span, oldest));
    if (beyond.rows > goal.skip) return narrow(before, beyond, goal, counter);
    before = beyond;
    if (beyond.moment === oldest) return before;
  }
}

/**
 * Narrows the interval by interpolation (regula falsi, Illinois: an end that stays twice counts for half), alternating
 * with bisection for bursts of orders.
 */
async function narrow(before: Point, beyond: Point, goal: Goal, counter: Counter): Promise<Point> {
  const weight = { before: 1, beyond: 1 };
  for (let counts = 0; counts < maxCounts; counts += 1) {
    const sparsity = (beyond.documents - before.documents) / (beyond.rows - before.rows);
    const isNear = (goal.skip + 1 - before.rows) * sparsity <= goal.reach;
    if (isNear || before.moment - beyond.moment <= 1) break;
    const aim = goal.skip - goal.reach / sparsity / 2;
    const above = Math.max(aim - before.rows, 1) * weight.before;
    const below = Math.max(beyond.rows - aim, 1) * weight.beyond;
    const share = counts % 2 === 1 ? 0.5 : above / (above + below);
    const back = Math.round((before.moment - beyond.moment) * share);
    const middle = await counter(Math.min(before.moment - 1, Math.max(beyond.moment + 1, before.moment - back)));
    const isBefore = middle.rows <= goal.skip;
    weight.before = isBefore ? 1 : weight.before / 2;
    weight.beyond = isBefore ? weight.beyond / 2 : 1;
    if (isBefore) before = middle;
    else beyond = middle;
  }
  return before;
}
