/** Reads a page of a list that supports only cursors: from a known place, or from one found by counts. Pure. */
import type { CountResult, TimeSortedList, CursorPosition } from './dated-list.ts';
import { findDistantCursor, findCursorAfter } from './distant-cursor.ts';
import type { PageCursors } from './page-cursors.ts';

interface PageRequest {
  page: number;
  pageSize: number;
  /** Documents read to reach a page; a page further away is found by counts. */
  limit: number;
  /** Limit of documents per request. */
  max: number;
}

interface Walked<Row> {
  rows: Row[];
  /** False if these are the last rows by the count, but the start of the read may be out of date. */
  isSure: boolean;
}

interface ReadPage<Row> extends Walked<Row> {
  totalItems: number;
}

/** Reads without a row before the distance to the next row is counted. */
const maxBarren = 3;
/** Number of reads that costs as much as finding the next row by counts. */
const readsWorthCounting = 5;

/**
 * Reads a page and the count. If documents were added or removed since a page end was stored, the rows can disagree
 * with the count: then all page ends are dropped and the page is read again.
 */
export async function readPage<Row extends { id: string }>(
  list: TimeSortedList<Row>,
  ends: PageCursors<Row>,
  request: PageRequest,
): Promise<ReadPage<Row>> {
  const first = await read(list, ends, request);
  const { page, pageSize } = request;
  const expected = Math.min(Math.max(first.totalItems - (page - 1) * pageSize, 0), pageSize);
  if (first.isSure && first.rows.length === expected) return first;
  ends.forget();
  return read(list, ends, request);
}

async function read<Row extends { id: string }>(
  list: TimeSortedList<Row>,
  ends: PageCursors<Row>,
  request: PageRequest,
): Promise<ReadPage<Row>> {
  const skip = (request.page - 1) * request.pageSize;
  const known = ends.nearestStart(request.page);
  const nearest: CursorPosition<Row> = { skipped: (known.page - 1) * request.pageSize, after: known.after };
  const isNext = skip === nearest.skipped;
  if (isNext || (skip + request.pageSize - nearest.skipped) * list.sparsity <= request.limit) {
    const counting = list.count();
    const [counted, walked] = await Promise.all([counting, walk(list, ends, request, nearest, counting)]);
    return { totalItems: counted.rows, ...walked };
  }
  const counted = await list.count();
  if (skip >= counted.rows) return { totalItems: counted.rows, rows: [], isSure: true };
  const reach = Math.max(request.limit - request.pageSize * list.sparsity, Math.floor(request.limit / 2));
  const far = await findDistantCursor(list, { skip, reach });
  const place = far && far.skipped > nearest.skipped ? far : nearest;
  return { totalItems: counted.rows, ...(await walk(list, ends, request, place, counted)) };
}

/** Reads the rows of the page, and stores the page ends on the way. Stops where no rows follow by the count. */
async function walk<Row extends { id: string }>(
  list: TimeSortedList<Row>,
  ends: PageCursors<Row>,
  { page, pageSize, limit, max }: PageRequest,
  { skipped, after }: CursorPosition<Row>,
  counting: Promise<CountResult> | CountResult,
): Promise<Walked<Row>> {
  const skip = (page - 1) * pageSize;
  const end = skip + pageSize;
  const pageRows: Row[] = [];
  let passed = skipped;
  let from = after;
  let step = Math.min(limit, (end - passed) * list.sparsity);
  for (let barren = 0; ;) {
    const { rows, last } = await list.read(from, step);
    for (const row of rows.slice(0, end - passed)) {
      passed += 1;
      if (passed > skip) pageRows.push(row);
      if (passed % pageSize === 0) ends.remember(passed / pageSize, row);
    }
    if (last === undefined) return { rows: pageRows, isSure: true };
    // Only a stored document's place can be out of date.
    const mayBeOld = typeof after === 'object';
    if (passed >= end) return { rows: pageRows, isSure: !mayBeOld || end < (await counting).rows };
    const all = await counting;
    if (Math.max(passed, skip) >= all.rows)
      return { rows: pageRows, isSure: !mayBeOld || (await isBehindAll(list, last, all)) };
    barren = rows.length > 0 ? 0 : barren + 1;
    const jump = barren === maxBarren ? await overGap(list, last, { passed, all, limit, max }) : undefined;
    from = jump ?? last;
    if (jump !== undefined) step = limit;
    // Rows are rarer than estimated.
    else if (rows.length * list.sparsity < step) step = Math.min(max, step * 2);
    else step = Math.min(limit, (end - passed) * list.sparsity);
  }
}

/** Whether every row is newer than a document. Counts cannot tell for rows of the same moment. */
async function isBehindAll<Row>(list: TimeSortedList<Row>, document: Row, all: CountResult): Promise<boolean> {
  const moment = list.momentOf(document);
  return moment !== undefined && (await list.count(moment)).rows === all.rows;
}

interface Way extends Pick<PageRequest, 'limit' | 'max'> {
  passed: number;
  all: CountResult;
}

/** Moment to continue from, if the next row is so far away that counts find it sooner. */
async function overGap<Row>(list: TimeSortedList<Row>, document: Row, { passed, all, limit, max }: Way) {
  const moment = list.momentOf(document);
  if (moment === undefined) return undefined;
  const newer = await list.count(moment);
  if (newer.rows === all.rows) return list.oldest;
  const gap = (all.documents - newer.documents) / (all.rows - newer.rows);
  // With rows of the same moment, or rows added or removed meanwhile, counts cannot tell which row is next.
  if (newer.rows !== passed || gap < max * readsWorthCounting) return undefined;
  return findCursorAfter(list, { moment, ...newer }, { skip: passed, reach: limit });
}
