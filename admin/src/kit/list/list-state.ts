/** State of a list in the URL: strings outside, the contract's query inside. Pure functions. */
import type { Schema } from '#contract/kernel/endpoint.ts';

export type Search = Record<string, string | undefined>;

/** Query of a list: page from 1, page size, search text, and the list's own filters and sort. */
export interface ListState {
  page: number;
  pageSize: number;
  search: string;
  [name: string]: unknown;
}

/** Parses the URL with the list's query schema. Invalid values are ignored. */
export function readState(schema: Schema, url: Search): ListState {
  const first = schema.safeParse(url);
  if (first.success) return first.data as ListState;
  const invalid = new Set(first.error.issues.map((issue) => issue.path[0]));
  const valid = Object.fromEntries(Object.entries(url).filter(([name]) => !invalid.has(name)));
  return schema.parse(valid) as ListState;
}

/** Search and filters of the listed rows, regardless of order and page. */
export const listedBy = ({ page: _page, pageSize: _size, sort: _sort, ...listed }: ListState) => listed;

/** State of a list with a stored page size, which the URL overrides. */
export const openedState = (schema: Schema, pageSize: string | undefined, url: Search): ListState =>
  readState(schema, { ...(pageSize && { pageSize }), ...url });

/** Removes a trailing slash of a path. */
export const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Params that do not affect which rows are listed. */
const neutralParams = new Set(['page', 'hidden']);

/** Applies a change to the search params. Any change of the result returns to the first page. */
export function changeState(url: Search, change: Search): Search {
  const isSameList = Object.keys(change).every((name) => neutralParams.has(name));
  const next = { ...url, ...(isSameList ? {} : { page: undefined }), ...change };
  if (next['page'] === '1') next['page'] = undefined;
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''));
}

/** Columns hidden by the query parameter `hidden`; unknown ones are ignored. */
export const readHidden = (choices: readonly string[], hidden = ''): readonly string[] => {
  const named = new Set(hidden.split(','));
  return choices.filter((label) => named.has(label));
};

/** Number of pages and the range of rows on a page, from 1. Beyond a capped count, a page counts as full. */
export function span({ page, pageSize }: Pick<ListState, 'page' | 'pageSize'>, total: number, isCapped = false) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const [from, to] = [(page - 1) * pageSize + 1, page * pageSize];
  return isCapped ? { pages, from, to } : { pages, from: Math.min(from, total), to: Math.min(to, total) };
}
