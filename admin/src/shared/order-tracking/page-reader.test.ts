/** Tests that a page has the same rows however it is reached, and that a far page needs few requests. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimeSortedList } from './dated-list.ts';
import { PageCursors } from './page-cursors.ts';
import { readPage } from './page-reader.ts';

interface Row {
  id: string;
  /** undefined: the timestamp is of another type. */
  moment: number | undefined;
  isRow: boolean;
}

/** Low limit, so that the small lists have distant pages too. */
const limit = 50;
const oldest = Date.parse('0001-01-01T00:00:00Z');

/** Simulates a list of Firestore documents; counts the requests, and in `walked` the documents returned. */
function listOf(documents: Row[], sparsity: number): TimeSortedList<Row> & { requests: number; walked: number } {
  const rowsAmong = (some: Row[]) => some.filter(({ isRow }) => isRow);
  const newerThan = (moment: number) => documents.filter((one) => one.moment !== undefined && one.moment > moment);
  return {
    requests: 0,
    walked: 0,
    oldest,
    sparsity,
    async read(after, max) {
      this.requests += 1;
      const start =
        typeof after === 'number'
          ? documents.findIndex(({ moment }, at) => (moment ?? (isHead(documents, at) ? Infinity : -Infinity)) <= after)
          : after
            ? documents.indexOf(after) + 1
            : 0;
      const some = start < 0 ? [] : documents.slice(start, start + max);
      this.walked += some.length;
      return { rows: rowsAmong(some), last: some.length < max ? undefined : some.at(-1) };
    },
    async count(moment) {
      this.requests += 1;
      const counted = moment === undefined ? documents : newerThan(moment);
      return { rows: rowsAmong(counted).length, documents: counted.length };
    },
    momentOf: ({ moment }) => moment,
  };
}

const isHead = (documents: Row[], at: number) => documents.slice(at).some(({ moment }) => moment !== undefined);

const day = 86_400_000;
const newest = Date.parse('2026-11-21T00:00:00Z');
/** Ages in milliseconds: close together, spread over years, all at once. */
const age = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 4000 * day }), fc.constant(day));
const someRows = fc.record({
  ages: fc.array(age, { maxLength: 600 }),
  heads: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 })),
  tails: fc.integer({ min: 0, max: 80 }),
  everyNth: fc.constantFrom(1, 1, 3, 40, 400),
});

function documentsOf({
  ages,
  heads,
  tails,
  everyNth,
}: typeof someRows extends fc.Arbitrary<infer Value> ? Value : never) {
  const moments = [
    ...Array.from({ length: heads }, () => undefined),
    ...ages.toSorted((one, other) => one - other).map((back) => newest - back),
    ...Array.from({ length: tails }, () => undefined),
  ];
  return moments.map((moment, at): Row => ({ id: `d${at}`, moment, isRow: (at * 7) % everyNth === 0 }));
}

test('a page has the same rows after paging and after a jump, in any order of visits', async () => {
  await fc.assert(
    fc.asyncProperty(
      someRows,
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.nat(70), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 4),
      async (shape, pageSize, visits, sparsity) => {
        const documents = documentsOf(shape);
        const rows = documents.filter(({ isRow }) => isRow);
        const list = listOf(documents, sparsity);
        const ends = new PageCursors<Row>();
        for (const visit of visits) {
          const page = visit + 1;
          const read = await readPage(list, ends, { page, pageSize, limit, max: limit });
          expect(read.totalItems).toBe(rows.length);
          expect(read.rows).toEqual(rows.slice(visit * pageSize, page * pageSize));
        }
      },
    ),
    { numRuns: 400 },
  );
});

test('no rows are lost when rows are added and removed between visits: the last page is exact, others have no gaps', async () => {
  await fc.assert(
    fc.asyncProperty(
      someRows,
      fc.integer({ min: 2, max: 12 }),
      fc.array(fc.record({ page: fc.integer({ min: 1, max: 6 }), turned: fc.array(fc.nat(), { maxLength: 4 }) }), {
        minLength: 2,
        maxLength: 8,
      }),
      fc.constantFrom(1, 4),
      async (shape, pageSize, visits, sparsity) => {
        const documents = documentsOf(shape);
        const list = listOf(documents, sparsity);
        const ends = new PageCursors<Row>();
        for (const { page, turned } of visits) {
          for (const some of documents.length > 0 ? turned : []) {
            const one = documents[some % Math.min(documents.length, 60)]!;
            one.isRow = !one.isRow;
          }
          const rows = documents.filter(({ isRow }) => isRow);
          const read = await readPage(list, ends, { page, pageSize, limit, max: limit });
          expect(read.totalItems).toBe(rows.length);
          const isFull = page * pageSize <= rows.length;
          const first = isFull ? rows.indexOf(read.rows[0]!) : (page - 1) * pageSize;
          expect(read.rows).toEqual(rows.slice(first, first + pageSize));
          if (isFull) expect(read.rows).toHaveLength(pageSize);
        }
      },
    ),
    { numRuns: 600 },
  );
});

/** One document a minute; those at these places are rows. */
const rareRows = (many: number, places: number[]): Row[] =>
  Array.from({ length: many }, (_, at) => ({ id: `d${at}`, moment: newest - at * 60_000, isRow: places.includes(at) }));

const rare = { pageSize: 10, limit: 500, max: 1500 };

test.each([
  { few: 14, many: 20_000, among: 100, requests: 8, walked: 400 },
  { few: 14, many: 100_000, among: 500, requests: 11, walked: 1000 },
  { few: 14, many: 20_000, among: 20_000, requests: 30, walked: 22_000 },
  { few: 9, many: 100_000, among: 100_000, requests: 150, walked: 40_000 },
])(
  'all pages of $few rows among the newest $among of $many need at most $requests requests',
  async ({ few, many, among, requests, walked }) => {
    const places = Array.from({ length: few }, (_, one) => Math.floor(((one + 0.5) / few) * among));
    const documents = rareRows(many, places);
    const rows = places.map((at) => documents[at]);
    const list = listOf(documents, 8);
    const ends = new PageCursors<Row>();
    for (const page of [1, 2, 3]) {
      const read = await readPage(list, ends, { ...rare, page });
      expect(read).toMatchObject({ totalItems: few, rows: rows.slice((page - 1) * 10, page * 10) });
    }
    expect(list.requests).toBeLessThanOrEqual(requests);
    expect(list.walked).toBeLessThanOrEqual(walked);
  },
);

test.each([30_000, 99_900])('one row at position %d of 100,000 is found by counting', async (place) => {
  const documents = rareRows(100_000, [place]);
  const list = listOf(documents, 8);
  const { rows } = await readPage(list, new PageCursors<Row>(), { ...rare, page: 1 });
  expect(rows).toEqual([documents[place]]);
  expect(list.requests).toBeLessThanOrEqual(19);
  expect(list.walked).toBeLessThanOrEqual(1500);
});

test('a far page of rare rows, none of them among the newest, needs few requests', async () => {
  const documents = rareRows(100_000, []);
  const rows = documents.filter((_, at) => at >= 1000 && at % 100 === 0);
  for (const row of rows) row.isRow = true;
  const list = listOf(documents, 8);
  const { rows: page } = await readPage(list, new PageCursors<Row>(), { ...rare, page: 90 });
  expect(page).toEqual(rows.slice(890, 900));
  expect(list.requests).toBeLessThanOrEqual(22);
});

test('a row added after its page was read is not searched among all older ones', async () => {
  const documents = rareRows(20_000, [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]);
  const list = listOf(documents, 8);
  const ends = new PageCursors<Row>();
  await readPage(list, ends, { ...rare, page: 1 });
  documents[0]!.isRow = true;
  list.requests = 0;
  const { rows } = await readPage(list, ends, { ...rare, page: 2 });
  expect(rows.map(({ id }) => id)).toEqual(['d14', 'd15', 'd16', 'd17', 'd18']);
  expect(list.requests).toBeLessThanOrEqual(9);
});

test('no row is skipped when an earlier one is removed', async () => {
  const documents = rareRows(100_000, [0, 1, 2, 3, 30_000, 60_000, 90_000, 95_000]);
  const list = listOf(documents, 8);
  const ends = new PageCursors<Row>();
  await readPage(list, ends, { ...rare, page: 1, pageSize: 3 });
  documents[0]!.isRow = false;
  const { rows } = await readPage(list, ends, { ...rare, page: 2, pageSize: 3 });
  expect(rows.map(({ id }) => id)).toEqual(['d3', 'd30000', 'd60000']);
});

test.each([
  ['evenly', 14, (share: number) => share],
  ['more and more', 14, (share: number) => share ** 2],
  ['in two bursts', 24, (share: number) => (share < 0.5 ? share / 50 : 0.98 + share / 50)],
  ['nearly all of them last', 24, (share: number) => share ** 8],
])('a far page of 100,000 rows added %s needs few requests', async (_, max, spread) => {
  const many = 100_000;
  const documents = Array.from({ length: many }, (_row, at) => ({
    id: `d${at}`,
    moment: newest - Math.round(spread(at / many) * 400 * day),
    isRow: true,
  })).toSorted((one, other) => other.moment - one.moment);
  for (const page of [500, 5000, 9990]) {
    const list = listOf(documents, 1);
    const { rows } = await readPage(list, new PageCursors<Row>(), { page, pageSize: 10, limit: 500, max: 500 });
    expect(rows).toEqual(documents.slice((page - 1) * 10, page * 10));
    expect(list.requests).toBeLessThanOrEqual(max);
  }
});

test('complete pages that were read do not hide the last rows when a page of newer ones is removed', async () => {
  const before: Row[] = Array.from({ length: 40 }, (_, at) => ({
    id: `o${at + 1}`,
    moment: newest - at * day,
    isRow: true,
  }));
  const after = before.slice(10);
  const ends = new PageCursors<Row>();
  const show = (documents: readonly Row[], page: number) =>
    readPage(listOf([...documents], 1), ends, { page, pageSize: 10, limit, max: 500 });
  for (const page of [1, 2, 3]) await show(before, page);
  for (const page of [3, 2, 1, 3]) {
    const { rows, totalItems } = await show(after, page);
    expect({ rows, totalItems }).toEqual({ rows: after.slice((page - 1) * 10, page * 10), totalItems: 30 });
  }
});
