/**
 * Fields of a form that were visited. A field in a row of a list is remembered by the row's key, so that it stays with
 * its row when rows are added, moved or removed, and a new row begins without errors.
 */
import { type KeyedRows, assignRowKeys } from './row-keys.ts';

const noRows: KeyedRows = { rows: [], keys: [], next: 0 };

export function createVisits() {
  const visited = new Set<string>();
  /** Rows of each list, by the list's path. */
  const lists = new Map<string, KeyedRows>();
  /** Path with keys in the place of positions: `questions.#4.options.#0.text`. */
  const keyed = (path: string): string =>
    path.split('.').reduce((at, step) => {
      const key = lists.get(at)?.keys[Number(step)];
      const next = key === undefined ? step : `#${key}`;
      return at ? `${at}.${next}` : next;
    }, '');
  const followIn = (value: unknown, at: string): void => {
    if (Array.isArray(value)) {
      const rows = assignRowKeys(
        lists.get(at) ?? noRows,
        value.map((row) => JSON.stringify(row)),
      );
      lists.set(at, rows);
      value.forEach((row, index) => followIn(row, `${at}.#${rows.keys[index]}`));
    } else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) followIn(part, at ? `${at}.${name}` : name);
  };
  return {
    /** Marks fields as visited. */
    visit(values: object, ...paths: string[]) {
      followIn(values, '');
      for (const path of paths) visited.add(keyed(path));
    },
    forget: () => visited.clear(),
    /** Errors of visited fields only, so that untouched fields show none. Called after each change of the values. */
    errorsOf<Errors extends Record<string, unknown>>(errors: Errors, values: object): Partial<Errors> {
      followIn(values, '');
      return Object.fromEntries(Object.entries(errors).filter(([path]) => visited.has(keyed(path)))) as Partial<Errors>;
    },
  };
}
