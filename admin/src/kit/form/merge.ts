/** Two changes of the same values made one: field by field, and of lists whose rows have ids row by row. Pure. */
import { differing, isSame } from './values.ts';

type Row = Record<string, unknown>;

/** Of a field that is a list of rows with ids. */
export interface RowRule {
  /** The key of a row's id; one that is not saved yet has none. */
  id: string;
  /** A row in words, for comparing. */
  say: (row: never) => string;
}
/** By field. */
export type RowRules = Readonly<Record<string, RowRule>>;

/** A row that both changed, each in their way; undefined: deleted. */
export interface Clash {
  /** Which of the rows, counted from 1. */
  at: number;
  mine: Row | undefined;
  theirs: Row | undefined;
}

/** Without the ids, which the server gives. */
const content = (row: Row) => JSON.stringify(row, (key, value: unknown) => (key.endsWith('Id') ? undefined : value));
const isOther = (one: Row | undefined, other: Row | undefined) =>
  one && other ? content(one) !== content(other) : one !== other;

/** Gives rows without an id that of the candidate they are: the one of the same content, then one after the other. */
function identified(id: string, rows: readonly Row[], candidates: readonly Row[], isByTurns: boolean): Row[] {
  const left = [...candidates];
  const taken = (row: Row, at: number) => (at < 0 ? row : { ...row, [id]: left.splice(at, 1)[0]![id] });
  const alike = rows.map((row) =>
    row[id] === undefined
      ? taken(
          row,
          left.findIndex((one) => content(one) === content(row)),
        )
      : row,
  );
  return isByTurns ? alike.map((row) => (row[id] === undefined && left.length > 0 ? taken(row, 0) : row)) : alike;
}

function mergeRows({ id }: RowRule, base: readonly Row[], mine: readonly Row[], theirs: readonly Row[]) {
  if (isSame(base, theirs)) return { rows: mine, clashes: [] };
  const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row[id], row]));
  const isIn = (rows: readonly Row[]) => (row: Row) =>
    rows.some((one) => one === row || (row[id] !== undefined && one[id] === row[id]));
  const unsaved = base.filter((row) => row[id] === undefined);
  const fresh = theirs.filter((row) => !isIn(base)(row));
  // What was new when it was sent has ids by now.
  const was = identified(id, base, fresh, unsaved.length === fresh.length);
  const sent = was.filter((_, index) => base[index]![id] === undefined);
  const own = identified(
    id,
    identified(id, mine, sent, true),
    theirs.filter((row) => !isIn(was)(row)),
    false,
  );
  const [before, here, there] = [byId(was), byId(own), byId(theirs)];

  const clashes: Clash[] = [];
  const chosen = (key: unknown): Row | undefined => {
    const [old, one, other] = [before.get(key), here.get(key), there.get(key)];
    if (!isOther(old, one)) return other;
    if (isOther(old, other) && isOther(one, other))
      clashes.push({ at: (one ? own : theirs).findIndex((row) => row[id] === key) + 1, mine: one, theirs: other });
    return one && !isOther(one, other) ? other : one;
  };
  const orderOf = (rows: readonly Row[], others: ReadonlyMap<unknown, Row>) =>
    rows.map((row) => row[id]).filter((key) => key !== undefined && others.has(key));
  const isMoved = !isSame(orderOf(own, before), orderOf(was, here));
  const [order, others] = isMoved ? [own, theirs] : [theirs, own];
  const all = [...order];
  others.forEach((row, index) => {
    if (isIn(all)(row)) return;
    const after = index === 0 ? 0 : all.findIndex((one) => isIn([one])(others[index - 1]!)) + 1;
    all.splice(index > 0 && after === 0 ? all.length : after, 0, row);
  });
  return { rows: all.flatMap((row) => (row[id] === undefined ? row : (chosen(row[id]) ?? []))), clashes };
}

const rowsAt = (values: object, key: string) => (values as Record<string, readonly Row[]>)[key] ?? [];

/** The rows of a field that were changed by both. */
export const clashesOf = (rule: RowRule, key: string, base: object, mine: object, theirs: object): Clash[] =>
  mergeRows(rule, rowsAt(base, key), rowsAt(mine, key), rowsAt(theirs, key)).clashes;

/** What `mine` changed of `base`, put on `theirs`: what only the other person changed stays. */
export function merge<Values extends object>(rules: RowRules, base: Values, mine: Values, theirs: Values): Values {
  const changed = differing(base, mine).map((key) => {
    const rule = rules[key];
    return [key, rule ? mergeRows(rule, rowsAt(base, key), rowsAt(mine, key), rowsAt(theirs, key)).rows : mine[key]];
  });
  return { ...theirs, ...Object.fromEntries(changed) };
}

/** Whether the other's change must be seen before mine goes on top: not where it is mine already, nor in other rows. */
export const isToBeAsked = <Values extends object>(
  rules: RowRules,
  base: Values,
  mine: Values,
  theirs: Values,
): boolean =>
  differing(base, theirs).some((key) =>
    rules[key] ? clashesOf(rules[key], key, base, mine, theirs).length > 0 : !isSame(mine[key], theirs[key]),
  );
