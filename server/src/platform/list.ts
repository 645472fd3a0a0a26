/** Pages of lists and their totals, without full scans (issue: "the total must not cost a scan"). */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Endpoint, Schema, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { isBlankSearch, searchWords } from '#contract/kernel/search-text.ts';
import { isDescending, sortedField } from '#contract/kernel/sorts.ts';
import type { Db } from '#platform/database/database.ts';
import { plannedAnew } from '#platform/database/prepared.ts';
import type { Tables } from '#tables';

export interface Page {
  page: number;
  pageSize: number;
}

/** Paging part of a list's reply. */
export interface PageInfo extends Page {
  totalItems: number;
  isTotalCapped?: boolean;
}

/** Upper limit of counting in filtered lists; shown as "10.000+". */
export const countCap = 10_000;

/** Count of a list: a scalar subquery, and whether it stops at {@link countCap}. */
interface Total {
  count: RawBuilder<number>;
  isCapped: boolean;
}

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (upper) => `_${upper.toLowerCase()}`);

/**
 * Number of rows of a table for this tenant, from counts that triggers maintain. Where these are not visible, the visible
 * rows are counted.
 */
export const tableCount = (table: keyof Tables): Total => ({
  count: sql<number>`coalesce((select sum(n) from row_count where table_name = ${sql.lit(snakeCase(table))}),
    (select count(*) from ${sql.table(table)}))::int`,
  isCapped: false,
});

/** Number of rows of a filtered query, counted up to the cap. */
export function cappedCount<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Total {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(sql.lit(1).as('one'))
    .limit(sql.lit(countCap + 1));
  return { count: sql<number>`(select count(*)::int from ${counted} as counted)`, isCapped: true };
}

export const offsetOf = ({ page, pageSize }: Page): number => (page - 1) * pageSize;

/** LIKE pattern `%…%`, with special characters escaped. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/** LIKE patterns of the words of a search, each for a `search` column; undefined if it is blank. */
export const searchPatterns = (search: string): string[] | undefined =>
  isBlankSearch(search) ? undefined : searchWords(search).map(containing);

/**
 * Condition that a column contains every word; each is a condition of its own, so that an index finds all of them. False
 * without words: what is left out of a search does not turn it into all. Its statement is planned for these words: a generic
 * plan expects many rows, and reads a whole table in the order of the list for words that few rows have.
 */
export const matchesAll = (column: string | RawBuilder<unknown>, patterns: readonly string[]): RawBuilder<SqlBool> => {
  if (patterns.length === 0) return sql<SqlBool>`false`;
  const searched = typeof column === 'string' ? sql.ref(column) : column;
  return sql<SqlBool>`${plannedAnew} (${sql.join(
    patterns.map((pattern) => sql`${searched} like ${pattern}`),
    sql` and `,
  )})`;
};

/**
 * Offset from which a page scans only the index and then fetches its own rows; below it, direct reads are cheaper (0.6
 * against 1.0 ms).
 */
const deepOffset = 500;

const countOf = async (db: Db, { count }: Total) =>
  (await sql<{ n: number }>`select ${count} as n`.execute(db)).rows[0]?.n ?? 0;

/** Total of a count that stops one above {@link countCap}. */
export const cappedTotal = (counted: number): { total: number; isTotalCapped?: boolean } =>
  counted > countCap ? { total: countCap, isTotalCapped: true } : { total: counted };

/** Number of rows of a query up to {@link countCap}. */
export const countToCap = async <DB, TB extends keyof DB, Row>(db: Db, query: SelectQueryBuilder<DB, TB, Row>) =>
  cappedTotal(await countOf(db, cappedCount(query)));

/** Paging part of a reply, whose count stops above the cap if `isCapped`. */
export function pageInfo({ page, pageSize }: Page, counted: number, isCapped: boolean): PageInfo {
  const { total: totalItems, ...info } = isCapped ? cappedTotal(counted) : { total: counted };
  return { totalItems, ...info, page, pageSize };
}

// oxlint-disable-next-line typescript/no-explicit-any -- of whatever tables
type Rows<Row> = SelectQueryBuilder<any, any, Row>;

interface Window {
  limit: number;
  offset: number;
  /** Offset beyond {@link deepOffset}. */
  isDeep: boolean;
}

/**
 * Query for one page of `matching` in `order`. `table`: the same table without filters. The order must be covered by an
 * index, with the id last.
 */
export function pageOf<DB, TB extends keyof DB>(
  matching: SelectQueryBuilder<DB, TB, object>,
  table: SelectQueryBuilder<DB, TB, object>,
  order: RawBuilder<unknown>,
  { limit, offset, isDeep }: Window,
): SelectQueryBuilder<DB, TB, object> {
  const paged = matching.orderBy(order).limit(limit).offset(offset);
  if (!isDeep) return paged;
  return table.where(sql<boolean>`id in (${paged.select(sql<string>`id`.as('id'))})`).orderBy(order);
}

/**
 * Limit as part of the statement's text: PostgreSQL takes a parameter for a tenth of the table, finds the generic plan too
 * expensive, and plans again at every execution. Sizes that nobody offers stay parameters, so that statements are few.
 */
const limitText = (limit: number) => (limit % 5 === 0 ? sql.lit(limit) : limit);

/**
 * Same as {@link pageOf} for a whole table sorted by a column with counts by week (`keep_weeks_of`): a deep page skips
 * whole weeks, so it costs as much as a near one. It begins at the first row where the counts are not visible.
 */
export function byMoment<DB, TB extends keyof DB & string>(
  rows: SelectQueryBuilder<DB, TB, object>,
  table: TB,
  sort: string,
  { limit, offset, isDeep }: Window,
): SelectQueryBuilder<DB, TB, object> {
  const moment = sql.ref(sortedField(sort));
  const way = isDescending(sort) ? sql`desc` : sql`asc`;
  const order = sql`${moment} ${way}, id ${way}`;
  const begin = sql`(select week from start)`;
  const inReach = isDescending(sort)
    ? sql`${moment} < (${begin} + 7)::timestamp at time zone 'UTC'`
    : sql`${moment} >= ${begin}::timestamp at time zone 'UTC'`;
  const size = limitText(limit);
  if (!isDeep) {
    const first = rows.orderBy(order).limit(size);
    return offset > 0 ? first.offset(offset) : first;
  }
  const name = sql.lit(snakeCase(table));
  return rows
    .where(
      sql<boolean>`id in (
        with counted as (select week, sum(n) as n from week_count where table_name = ${name} group by week),
          passed as (select week, sum(n) over (order by week ${way}) - n as n from counted where n > 0),
          start as materialized ((select * from passed where n <= ${offset} order by n desc limit 1)
            union all select ${isDescending(sort) ? sql`'infinity'` : sql`'-infinity'`}::date, 0 where not exists (select from passed))
        select id from ${sql.table(table)}
        where ${inReach}
        order by ${order} limit ${size} offset ${offset} - (select n from start))`,
    )
    .orderBy(order);
}

type Built<Row> = { rows: Rows<Row>; total: Total };

/** Reads a page: `build` returns its ordered rows and the total of the list, which are read in one round trip. */
async function readPage<Row>(db: Db, page: Page, build: (window: Window) => Built<Row>) {
  const offset = offsetOf(page);
  const { rows, total } = build({ limit: page.pageSize, offset, isDeep: offset >= deepOffset });
  const found = await rows.select(total.count.as('listTotal')).execute();
  // A page beyond the end has no row that carries the total; a first page without rows has no other rows either.
  const counted = (found[0] as { listTotal: number } | undefined)?.listTotal ?? (offset && (await countOf(db, total)));
  return { rows: found as Row[], head: pageInfo(page, counted, total.isCapped) };
}

/** Creates the function that reads a page of the list that `build` returns; its `count` reads only the total. */
export const pagedList = <F, Row>(build: (db: Db, filters: F, window: Window) => Built<Row>) =>
  Object.assign((db: Db, filters: F, page: Page) => readPage(db, page, (window) => build(db, filters, window)), {
    count: async (db: Db, filters: F) => {
      const page = { page: 1, pageSize: 1 };
      const { total } = build(db, filters, { limit: page.pageSize, offset: 0, isDeep: false });
      return pageInfo(page, await countOf(db, total), total.isCapped);
    },
  });

type QueryOf<E> = ValidatedInput<E> extends { query: infer Query extends Page & { search: string } } ? Query : never;
type FiltersOf<Query> = Omit<Query, keyof Page | 'search' | 'sort'> & { patterns: readonly string[] | undefined };
type SortOf<Query> = Query extends { sort: infer Sort } ? Sort : undefined;

/** {@link pagedList} for an endpoint's query, with the search as patterns. */
export function queriedList<E extends Endpoint<Schema, Schema, Schema, Schema>, Row>(
  _entry: E,
  build: (db: Db, filters: FiltersOf<QueryOf<E>>, window: Window, sort: SortOf<QueryOf<E>>) => Built<Row>,
  patternsOf = searchPatterns,
) {
  return (db: Db, { search, page, pageSize, ...rest }: QueryOf<E>) => {
    const { sort, ...others } = rest as { sort?: SortOf<QueryOf<E>> };
    const filters = { ...others, patterns: patternsOf(search) } as FiltersOf<QueryOf<E>>;
    return readPage(db, { page, pageSize }, (window) => build(db, filters, window, sort as SortOf<QueryOf<E>>));
  };
}
