/** Proves that a page has the same rows however it is reached, and that a far one costs few questions. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DatedList } from './dated-list.ts';
import { PageEnds } from './page-ends.ts';
import { readPage } from './page-reader.ts';

interface Row {
  id: string;
  /** undefined: the timestamp is of another type. */
  moment: number | undefined;
  isRow: boolean;
}

/** Of the small lists: so that these have far pages, too. */
const limit = 50;
const oldest = Date.parse('0001-01-01T00:00:00Z');

/** Documents in their order, asked as Firestore is. */
function listOf(documents: Row[], sparsity: number): DatedList<Row> & { asked: number } {
  const rowsAmong = (some: Row[]) => some.filter(({ isRow }) => isRow);
  const newerThan = (moment: number) => documents.filter((one) => one.moment !== undefined && one.moment > moment);
  return {
    asked: 0,
    oldest,
    sparsity,
    async read(after, most) {
      this.asked += 1;
      expect(most).toBeLessThanOrEqual(500);
      const start =
        typeof after === 'number'
          ? documents.findIndex(({ moment }, at) => (moment ?? (isHead(documents, at) ? Infinity : -Infinity)) <= after)
          : after
            ? documents.indexOf(after) + 1
            : 0;
      const some = start < 0 ? [] : documents.slice(start, start + most);
      return { rows: rowsAmong(some), last: some.length < most ? undefined : some.at(-1) };
    },
    async count(moment) {
      this.asked += 1;
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
  everyNth: fc.constantFrom(1, 1, 3, 40),
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

test('a page has the same rows whether it is walked to or jumped to, in any order of visits', async () => {
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
        const ends = new PageEnds<Row>();
        for (const visit of visits) {
          const page = visit + 1;
          const read = await readPage(list, ends, { page, pageSize, limit });
          expect(read.totalItems).toBe(rows.length);
          expect(read.rows).toEqual(rows.slice(visit * pageSize, page * pageSize));
        }
      },
    ),
    { numRuns: 400 },
  );
});

test.each([
  ['evenly', 14, (share: number) => share],
  ['more and more', 14, (share: number) => share ** 2],
  ['in two bursts', 24, (share: number) => (share < 0.5 ? share / 50 : 0.98 + share / 50)],
  ['nearly all of them last', 24, (share: number) => share ** 8],
])('a far page of 100,000 that came %s costs few questions', async (_, most, spread) => {
  const many = 100_000;
  const documents = Array.from({ length: many }, (_row, at) => ({
    id: `d${at}`,
    moment: newest - Math.round(spread(at / many) * 400 * day),
    isRow: true,
  })).toSorted((one, other) => other.moment - one.moment);
  for (const page of [500, 5000, 9990]) {
    const list = listOf(documents, 1);
    const { rows } = await readPage(list, new PageEnds<Row>(), { page, pageSize: 10, limit: 500 });
    expect(rows).toEqual(documents.slice((page - 1) * 10, page * 10));
    expect(list.asked).toBeLessThanOrEqual(most);
  }
});
