/** All rows that match, read page by page, where a list shows one page of them. */
import type { Keyed } from './use-selection.ts';

export interface PageOfRows<Row> {
  rows: readonly Row[];
  totalItems: number;
}

/** How often at most it is read while it changes under way. */
const tries = 3;

/** Read whole once more where rows came or went meanwhile, so that none is missing from a count that people are told. */
export async function readAll<Row>(
  keyOf: (row: Row) => string,
  read: (page: number) => Promise<PageOfRows<Row>>,
): Promise<readonly Keyed<Row>[]> {
  let rows = new Map<string, Row>();
  for (let turn = 0; turn < tries; turn += 1) {
    rows = new Map();
    let total = 0;
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const answer = await read(page);
      const before = rows.size;
      for (const row of answer.rows) rows.set(keyOf(row), row);
      total = answer.totalItems;
      // A page that tells nothing new is the last, whatever the count promises.
      isLast = rows.size === before || rows.size >= total;
    }
    if (rows.size === total) break;
  }
  return [...rows];
}
