/** Finds a place near a far row by counting, where walking there would ask for every document on the way. Pure. */
import type { Counted, DatedList, Place } from './dated-list.ts';

const year = 365 * 86_400_000;
/** Documents that share a moment have no place between them: what counting does not part is walked. */
const mostCounts = 20;
/** The first row is looked for among few documents, then among as many as are walked at once. */
const few = 20;

/** How many are newer than a moment. */
interface Point extends Counted {
  moment: number;
}

/** What is looked for: a place from which about `reach` documents lead to the row after `skip` others. */
interface Goal {
  skip: number;
  reach: number;
}

type Counter = (moment: number) => Promise<Point>;

/**
 * A place before the row after `skip` others, from which walking `reach` documents should lead to it; undefined where
 * so many timestamps are no moments that the list can only be walked.
 */
export async function farPlace<Row>(list: DatedList<Row>, goal: Goal): Promise<Place<Row> | undefined> {
  const head = (await headOf(list, few)) ?? (await headOf(list, goal.reach));
  if (!head) return undefined;
  const counter: Counter = async (moment) => {
    const { rows, documents } = await list.count(moment);
    return { moment, rows: rows + head.rows, documents };
  };
  const first: Point = { moment: head.newest + 1, rows: 0, documents: 0 };
  const found = await search(first, list.oldest, goal, counter);
  return found === first ? { skipped: 0, after: undefined } : { skipped: found.rows, after: found.moment };
}

/** The same behind a moment that as many rows are newer than as are to be skipped. */
export async function placeBehind<Row>(list: DatedList<Row>, from: Point, goal: Goal): Promise<number> {
  const counter: Counter = async (moment) => ({ moment, ...(await list.count(moment)) });
  return (await search(from, list.oldest, goal, counter)).moment;
}

/**
 * The newest moment of a row among the first documents, else of the last of them, and the rows before it: their
 * timestamps are of another type.
 */
async function headOf<Row>(list: DatedList<Row>, most: number) {
  const { rows, last } = await list.read(undefined, most);
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
 * Interpolates between the two (regula falsi, Illinois: an end that stays twice counts for half) and halves in turn,
 * for what came in bursts.
 */
async function narrow(before: Point, beyond: Point, goal: Goal, counter: Counter): Promise<Point> {
  const weight = { before: 1, beyond: 1 };
  for (let counts = 0; counts < mostCounts; counts += 1) {
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
