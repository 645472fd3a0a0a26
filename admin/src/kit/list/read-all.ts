/** Reads all matching rows page by page. */
import type { Keyed } from './use-selection.ts';

export interface PageOfRows<Row> {
  rows: readonly Row[];
  totalItems: number;
}

/** Maximum number of complete reads while the rows change. */
const maxAttempts = 3;

/**
 * Reads all rows, and reads again if rows were added or removed meanwhile, so that the result matches the displayed
 * count; after three attempts, returns what the last one read. `read` gets page numbers from 1.
 */
export async function readAll<Row>(
  keyOf: (row: Row) => string,
  read: (page: number) => Promise<PageOfRows<Row>>,
): Promise<readonly Keyed<Row>[]> {
  let rows = new Map<string, Row>();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    rows = new Map();
    let total = 0;
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const answer = await read(page);
      const before = rows.size;
      for (const row of answer.rows) rows.set(keyOf(row), row);
      total = answer.totalItems;
      // A page without new rows is the last one, whatever the total says.
      isLast = rows.size === before || rows.size >= total;
    }
    if (rows.size === total) break;
  }
  return [...rows];
}
