/** Reads a page of a list that knows cursors alone: from a place known before, or one found by counting. Pure. */
import type { Counted, DatedList, Place } from './dated-list.ts';
import { farPlace, placeBehind } from './far-place.ts';
import type { PageEnds } from './page-ends.ts';

interface Wanted {
  page: number;
  pageSize: number;
  /** Documents that are walked to a page; the way to one farther off is found by counting. */
  limit: number;
  /** The most documents that one request may ask for. */
  most: number;
}

interface Walked<Row> {
  rows: Row[];
  /** False: the count says that these are the last rows, which the place that the walk began at may contradict. */
  isSure: boolean;
}

interface ReadPage<Row> extends Walked<Row> {
  totalItems: number;
}

/** After so many reads without a row it is asked how far the next one is. */
const mostBarren = 3;
/** Reads that cost what it costs to find the next row by counting. */
const readsWorthCounting = 5;

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
  if (first.isSure && first.rows.length === expected) return first;
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
    const counting = list.count();
    const [counted, walked] = await Promise.all([counting, walk(list, ends, wanted, nearest, counting)]);
    return { totalItems: counted.rows, ...walked };
  }
  const counted = await list.count();
  if (skip >= counted.rows) return { totalItems: counted.rows, rows: [], isSure: true };
  const reach = Math.max(wanted.limit - wanted.pageSize * list.sparsity, Math.floor(wanted.limit / 2));
  const far = await farPlace(list, { skip, reach });
  const place = far && far.skipped > nearest.skipped ? far : nearest;
  return { totalItems: counted.rows, ...(await walk(list, ends, wanted, place, counted)) };
}

/** The rows of the page, and on the way to them where pages end. It stops where the count says that no more follow. */
async function walk<Row extends { id: string }>(
  list: DatedList<Row>,
  ends: PageEnds<Row>,
  { page, pageSize, limit, most }: Wanted,
  { skipped, after }: Place<Row>,
  counting: Promise<Counted> | Counted,
): Promise<Walked<Row>> {
  const skip = (page - 1) * pageSize;
  const end = skip + pageSize;
  const found: Row[] = [];
  let passed = skipped;
  let from = after;
  let step = Math.min(limit, (end - passed) * list.sparsity);
  for (let barren = 0; ;) {
    const { rows, last } = await list.read(from, step);
    for (const row of rows.slice(0, end - passed)) {
      passed += 1;
      if (passed > skip) found.push(row);
      if (passed % pageSize === 0) ends.remember(passed / pageSize, row);
    }
    if (last === undefined) return { rows: found, isSure: true };
    // The place of a document that was seen before is the one thing that may be out of date.
    const mayBeOld = typeof after === 'object';
    if (passed >= end) return { rows: found, isSure: !mayBeOld || end < (await counting).rows };
    const all = await counting;
    if (Math.max(passed, skip) >= all.rows)
      return { rows: found, isSure: !mayBeOld || (await isBehindAll(list, last, all)) };
    barren = rows.length > 0 ? 0 : barren + 1;
    const jump = barren === mostBarren ? await overGap(list, last, { passed, all, limit, most }) : undefined;
    from = jump ?? last;
    if (jump !== undefined) step = limit;
    // Rows are rarer than was thought.
    else if (rows.length * list.sparsity < step) step = Math.min(most, step * 2);
    else step = Math.min(limit, (end - passed) * list.sparsity);
  }
}

/** Whether every row is newer than a document. Of those of its own moment counting cannot tell. */
async function isBehindAll<Row>(list: DatedList<Row>, document: Row, all: Counted): Promise<boolean> {
  const moment = list.momentOf(document);
  return moment !== undefined && (await list.count(moment)).rows === all.rows;
}

interface Way extends Pick<Wanted, 'limit' | 'most'> {
  passed: number;
  all: Counted;
}

/** The moment to read on from where the next row is so far behind a document that counting finds it sooner. */
async function overGap<Row>(list: DatedList<Row>, document: Row, { passed, all, limit, most }: Way) {
  const moment = list.momentOf(document);
  if (moment === undefined) return undefined;
  const newer = await list.count(moment);
  if (newer.rows === all.rows) return list.oldest;
  const gap = (all.documents - newer.documents) / (all.rows - newer.rows);
  // Where rows share that moment, or came or went, counting does not tell which one is the next.
  if (newer.rows !== passed || gap < most * readsWorthCounting) return undefined;
  return placeBehind(list, { moment, ...newer }, { skip: passed, reach: limit });
}
