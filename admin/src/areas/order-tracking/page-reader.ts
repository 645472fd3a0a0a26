/** Reads a page of a list that knows cursors alone: from a place known before, or one found by counting. Pure. */
import type { DatedList, Place } from './dated-list.ts';
import { farPlace } from './far-place.ts';
import type { PageEnds } from './page-ends.ts';

interface Wanted {
  page: number;
  pageSize: number;
  /** The most documents that one request may ask for. */
  limit: number;
}

interface ReadPage<Row> {
  totalItems: number;
  rows: Row[];
}

/**
 * A page and the count. Where documents came or went since a page was seen to end, its rows are not those that the
 * count puts there: then all pages are found anew.
 */
export async function readPage<Row extends { id: string }>(
  list: DatedList<Row>,
  ends: PageEnds<Row>,
  wanted: Wanted,
): Promise<ReadPage<Row>> {
  const first = await read(list, ends, wanted);
  const { page, pageSize } = wanted;
  const expected = Math.min(Math.max(first.totalItems - (page - 1) * pageSize, 0), pageSize);
  if (first.rows.length === expected) return first;
  ends.forget();
  return read(list, ends, wanted);
}

async function read<Row extends { id: string }>(
  list: DatedList<Row>,
  ends: PageEnds<Row>,
  wanted: Wanted,
): Promise<ReadPage<Row>> {
  const skip = (wanted.page - 1) * wanted.pageSize;
  const known = ends.nearestStart(wanted.page);
  const nearest: Place<Row> = { skipped: (known.page - 1) * wanted.pageSize, after: known.after };
  const isNext = skip === nearest.skipped;
  if (isNext || (skip + wanted.pageSize - nearest.skipped) * list.sparsity <= wanted.limit) {
    const [counted, rows] = await Promise.all([list.count(), walk(list, ends, wanted, nearest)]);
    return { totalItems: counted.rows, rows };
  }
  const { rows: totalItems } = await list.count();
  if (skip >= totalItems) return { totalItems, rows: [] };
  const reach = Math.max(wanted.limit - wanted.pageSize * list.sparsity, Math.floor(wanted.limit / 2));
  const far = await farPlace(list, { skip, reach });
  const place = far && far.skipped > nearest.skipped ? far : nearest;
  return { totalItems, rows: await walk(list, ends, wanted, place) };
}

/** The rows of the page, and on the way to them where pages end. */
async function walk<Row extends { id: string }>(
  list: DatedList<Row>,
  ends: PageEnds<Row>,
  { page, pageSize, limit }: Wanted,
  { skipped, after }: Place<Row>,
): Promise<Row[]> {
  const skip = (page - 1) * pageSize;
  const found: Row[] = [];
  let passed = skipped;
  for (let from = after; ;) {
    const missing = skip + pageSize - passed;
    const { rows, last } = await list.read(from, Math.min(limit, missing * list.sparsity));
    for (const row of rows.slice(0, missing)) {
      passed += 1;
      if (passed > skip) found.push(row);
      if (passed % pageSize === 0) ends.remember(passed / pageSize, row);
    }
    if (passed >= skip + pageSize || last === undefined) return found;
    from = last;
  }
}
