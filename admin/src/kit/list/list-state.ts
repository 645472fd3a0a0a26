/** The state of a list as the URL holds it: plain strings outside, the contract's query inside. Pure. */
import type { Schema } from '#contract/kernel.ts';

export type Search = Record<string, string | undefined>;

/** What is asked for: page from 1, page size, search text, and the list's own filters and sort. */
export interface ListState {
  page: number;
  pageSize: number;
  search: string;
  [name: string]: unknown;
}

/** Reads the URL by the list's query schema. A value that the schema refuses counts as not given. */
export function readState(schema: Schema, url: Search): ListState {
  const first = schema.safeParse(url);
  if (first.success) return first.data as ListState;
  const refused = new Set(first.error.issues.map((issue) => issue.path[0]));
  const kept = Object.fromEntries(Object.entries(url).filter(([name]) => !refused.has(name)));
  return schema.parse(kept) as ListState;
}

/** Parameters that decide nothing about which rows there are. */
const ofTheSameRows = new Set(['page', 'hidden']);

/** The URL after a change. Whatever changes what is listed leads back to its first page. */
export function changeState(url: Search, change: Search): Search {
  const isSameList = Object.keys(change).every((name) => ofTheSameRows.has(name));
  const next = { ...url, ...(isSameList ? {} : { page: undefined }), ...change };
  if (next['page'] === '1') next['page'] = undefined;
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''));
}

/** The columns that the query parameter `hidden` leaves out, of those that may be; others there are none any more. */
export const readHidden = (choices: readonly string[], hidden = ''): readonly string[] => {
  const named = new Set(hidden.split(','));
  return choices.filter((label) => named.has(label));
};

/**
 * Which rows a page shows, from 1, and how many pages there are. Beyond a count that stopped at its cap a page counts
 * as full.
 */
export function span({ page, pageSize }: Pick<ListState, 'page' | 'pageSize'>, total: number, isCapped = false) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const [from, to] = [(page - 1) * pageSize + 1, page * pageSize];
  return isCapped ? { pages, from, to } : { pages, from: Math.min(from, total), to: Math.min(to, total) };
}
