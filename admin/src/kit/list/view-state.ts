/** The part of a list's state that a saved view stores, and comparison with it. Pure functions. */
import type { SavedView } from '#contract/kernel/saved-view.ts';
import type { Schema } from '#contract/kernel/endpoint.ts';
import { readHidden, readState, type Search } from './list-state.ts';

/** Savable state of a list: query parameters of filters and sort, and the columns that can be hidden. */
export interface Savable {
  query: Schema;
  names: readonly string[];
  columns: readonly string[];
}

const pick = (names: readonly string[], url: Search): Search =>
  Object.fromEntries(names.filter((name) => url[name]).map((name) => [name, url[name]]));

/** Query of a view for the list's current state; `hidden` are the hidden columns. */
export const queryOf = ({ names }: Savable, url: Search, hidden: readonly string[]): string =>
  new URLSearchParams({ ...pick(names, url), ...(hidden.length > 0 && { hidden: hidden.join(',') }) }).toString();

/** Search params of a view, without filters and columns that the list no longer has. */
export function searchOf({ names, columns }: Savable, { viewId, query }: Pick<SavedView, 'viewId' | 'query'>): Search {
  const saved: Search = Object.fromEntries(new URLSearchParams(query));
  const hidden = readHidden(columns, saved['hidden']).join(',');
  return { view: viewId, ...pick(names, saved), ...(hidden && { hidden }) };
}

/** Whether both have the same rows and columns; invalid values and defaults count as absent. */
export function isSame({ query, names, columns }: Savable, one: Search, other: Search): boolean {
  const [state, otherState] = [one, other].map((url) => readState(query, pick(names, url)));
  const [hidden, otherHidden] = [one, other].map((url) => readHidden(columns, url['hidden']));
  return names.every((name) => state?.[name] === otherState?.[name]) && String(hidden) === String(otherHidden);
}
