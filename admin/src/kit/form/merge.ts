/** Merges two changes of the same values field by field, and lists whose rows have ids row by row. Pure functions. */
import { changedKeys, isSame } from './values.ts';

type Row = Record<string, unknown>;

/** Describes a field that is a list of rows with ids. */
export interface RowRule {
  /** Key of the row id; unsaved rows have none. */
  id: string;
  /** Formats a row for the comparison. */
  say: (row: never) => string;
}
/** Rules by field name. */
export type RowRules = Readonly<Record<string, RowRule>>;

/** Row that both sides changed differently; undefined: deleted. */
export interface Clash {
  /** Position of the row, from 1. */
  at: number;
  mine: Row | undefined;
  theirs: Row | undefined;
}

/** Content without the ids, which the server assigns. */
const content = (row: Row) => JSON.stringify(row, (key, value: unknown) => (key.endsWith('Id') ? undefined : value));
const differs = (one: Row | undefined, other: Row | undefined) =>
  one && other ? content(one) !== content(other) : one !== other;

/** Gives rows without an id the id of a candidate: first of one with equal content, then (`inOrder`) in order. */
function withIds(id: string, rows: readonly Row[], candidates: readonly Row[], inOrder: boolean): Row[] {
  const left = [...candidates];
  const takeId = (row: Row, at: number) => (at < 0 ? row : { ...row, [id]: left.splice(at, 1)[0]![id] });
  const matched = rows.map((row) =>
    row[id] === undefined
      ? takeId(
          row,
          left.findIndex((one) => content(one) === content(row)),
        )
      : row,
  );
  return inOrder ? matched.map((row) => (row[id] === undefined && left.length > 0 ? takeId(row, 0) : row)) : matched;
}

function mergeRows({ id }: RowRule, base: readonly Row[], mine: readonly Row[], theirs: readonly Row[]) {
  if (isSame(base, theirs)) return { rows: mine, clashes: [] };
  const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row[id], row]));
  const isIn = (rows: readonly Row[]) => (row: Row) =>
    rows.some((one) => one === row || (row[id] !== undefined && one[id] === row[id]));
  const unsaved = base.filter((row) => row[id] === undefined);
  const fresh = theirs.filter((row) => !isIn(base)(row));
  // Rows that were new in the base have ids in the stored version.
  const was = withIds(id, base, fresh, unsaved.length === fresh.length);
  const sent = was.filter((_, index) => base[index]![id] === undefined);
  const own = withIds(
    id,
    withIds(id, mine, sent, true),
    theirs.filter((row) => !isIn(was)(row)),
    false,
  );
  const [before, here, there] = [byId(was), byId(own), byId(theirs)];

  const clashes: Clash[] = [];
  const chosen = (key: unknown): Row | undefined => {
    const [old, one, other] = [before.get(key), here.get(key), there.get(key)];
    if (!differs(old, one)) return other;
    if (differs(old, other) && differs(one, other))
      clashes.push({ at: (one ? own : theirs).findIndex((row) => row[id] === key) + 1, mine: one, theirs: other });
    return one && !differs(one, other) ? other : one;
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

/** Rows of a field that both sides changed. */
export const clashesOf = (rule: RowRule, key: string, base: object, mine: object, theirs: object): Clash[] =>
  mergeRows(rule, rowsAt(base, key), rowsAt(mine, key), rowsAt(theirs, key)).clashes;

/** Applies the changes from `base` to `mine` on top of `theirs`; fields changed only by the other side stay. */
export function merge<Values extends object>(rules: RowRules, base: Values, mine: Values, theirs: Values): Values {
  const changed = changedKeys(base, mine).map((key) => {
    const rule = rules[key];
    return [key, rule ? mergeRows(rule, rowsAt(base, key), rowsAt(mine, key), rowsAt(theirs, key)).rows : mine[key]];
  });
  return { ...theirs, ...Object.fromEntries(changed) };
}

/**
 * Whether the person has to decide before mine is saved. Not needed if both made the same change, or in different rows.
 */
export const needsDecision = <Values extends object>(
  rules: RowRules,
  base: Values,
  mine: Values,
  theirs: Values,
): boolean =>
  changedKeys(base, theirs).some((key) =>
    rules[key] ? clashesOf(rules[key], key, base, mine, theirs).length > 0 : !isSame(mine[key], theirs[key]),
  );
