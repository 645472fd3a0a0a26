/** What a saved view keeps of a list's address, and whether the list is still as it was saved. Pure. */
import type { SavedView } from '#contract/saved-view.ts';
import type { Schema } from '#contract/kernel.ts';
import { readHidden, readState, type Search } from './list-state.ts';

/** What of a list can be saved: the query parameters of its filters and its sort, and the columns that may be left out. */
export interface Savable {
  query: Schema;
  names: readonly string[];
  columns: readonly string[];
}

const kept = (names: readonly string[], url: Search): Search =>
  Object.fromEntries(names.filter((name) => url[name]).map((name) => [name, url[name]]));

/** The query of a view of the list as it is; `hidden` are the columns that are left out. */
export const queryOf = ({ names }: Savable, url: Search, hidden: readonly string[]): string =>
  new URLSearchParams({ ...kept(names, url), ...(hidden.length > 0 && { hidden: hidden.join(',') }) }).toString();

/** The address of a view, without the filters and columns that the list no longer has. */
export function searchOf({ names, columns }: Savable, { viewId, query }: Pick<SavedView, 'viewId' | 'query'>): Search {
  const saved: Search = Object.fromEntries(new URLSearchParams(query));
  const hidden = readHidden(columns, saved['hidden']).join(',');
  return { view: viewId, ...kept(names, saved), ...(hidden && { hidden }) };
}

/** Whether both ask for the same rows and columns; values that the list refuses, and its defaults, count as not given. */
export function isSame({ query, names, columns }: Savable, one: Search, other: Search): boolean {
  const [state, otherState] = [one, other].map((url) => readState(query, kept(names, url)));
  const [hidden, otherHidden] = [one, other].map((url) => readHidden(columns, url['hidden']));
  return names.every((name) => state?.[name] === otherState?.[name]) && String(hidden) === String(otherHidden);
}
