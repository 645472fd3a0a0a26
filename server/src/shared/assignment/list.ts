/** Pages of assigned items, assignable items, or both; the reading part of assignment.ts. */
import { type RawBuilder, sql } from 'kysely';
import type { Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import { recordKinds } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import { type Page, cappedCount, pagedList, matchesAll, searchPatterns } from '#platform/list.ts';
import { byTerm, lastDayIn } from '../access/term.ts';
import { personPatterns } from '../person-search.ts';
import { type Conflict, type LinkRules, linkOf } from './link.ts';
import { type ActiveDiscount, activeDiscount, withFinalPrice } from '../pricing/pricing.ts';

interface ItemQuery extends Page {
  search: string;
  /** Category of the contract, in lists that have one. */
  category?: unknown;
  /** Filter of lists whose items are published or drafts. */
  isPublished?: unknown;
  isAssigned?: boolean | undefined;
  /** Filter of lists whose items can be in one active owner at a time. */
  withoutConflict?: unknown;
  /** Filter of termed links; only assigned items match. */
  term?: unknown;
}

interface Filters {
  ownerId: string;
  patterns: readonly string[] | undefined;
  category: string | undefined;
  isPublished: boolean | undefined;
  term: keyof ReturnType<typeof byTerm> | undefined;
}

/** Rows to list: all, or the assigned or assignable ones; of these only the ones without a conflict. */
interface Side {
  isAssigned: boolean | undefined;
  isFreeAlone: boolean;
}

type Listed = InvertedAssignment & { reorder?: unknown };

/** Columns that all item tables have. */
interface ItemColumns {
  id: string;
  name: string;
  search: string;
}
const itemsIn = (db: Db, record: Listed['record']) =>
  db.selectFrom(sql<ItemColumns>`${sql.table(recordKinds[record].table)}`.as('item'));

const column = (name: string) => sql.ref(`item.${name}`);
const none = sql<null>`null`;

/** Fields of a row by kind of item, in addition to the common ones. */
function fieldsOf({ kind, record, hasCategory }: Listed): Record<string, RawBuilder<unknown>> {
  if (kind === 'person') return { email: column('email'), image: column('image') };
  return {
    price: column('price'),
    isPublished: column('isPublished'),
    reduction: activeDiscount(record, 'item'),
    ...(kind === 'plan'
      ? { durationMonths: column('durationMonths') }
      : { thumbnail: hasCategory ? column('thumbnail') : none, category: hasCategory ? column('category') : none }),
  };
}

/**
 * Order: people by name; ordered items by position; dated assignments latest first; all others published first, then
 * newest first.
 */
function orderOf({ kind, isDated, reorder }: Listed, isAssigned: boolean | undefined): RawBuilder<unknown> {
  if (kind === 'person') return sql`item.name_key, item.id`;
  if (reorder && isAssigned !== false) return sql`link.position, item.id desc`;
  if (isDated && isAssigned) return sql`link.assigned_at desc, item.id desc`;
  return sql`item.is_published desc, item.id desc`;
}

function matching(
  db: Db,
  { kind, record }: Listed,
  { patterns, category, isPublished }: Omit<Filters, 'ownerId' | 'term'>,
) {
  let query = itemsIn(db, record);
  if (kind === 'person') query = query.where(sql<boolean>`item.role = 'member'`);
  if (patterns) query = query.where(matchesAll('item.search', patterns));
  if (category) query = query.where(sql<boolean>`item.category = ${category}`);
  if (isPublished !== undefined)
    query = query.where(isPublished ? sql<boolean>`item.is_published` : sql<boolean>`not item.is_published`);
  return query;
}

/** Query of the ids on one side of a picker, or on both. */
export function matchingItems(
  db: Db,
  listed: Listed,
  { isFree }: LinkRules,
  { ownerId, isAssigned, withoutConflict, ...filters }: Omit<ItemQuery, keyof Page> & { ownerId: string },
) {
  const { table, owner, item } = linkOf(listed);
  const { term, ...shown } = filtersOf(listed, filters);
  const all = matching(db, listed, shown);
  const query = withoutConflict === true && isFree ? all.where(isFree(ownerId)) : all;
  const isHeld = sql<boolean>`exists (select from ${sql.table(table)} link
    where link.${sql.ref(owner.column)} = ${ownerId} and link.${sql.ref(item.column)} = item.id
      and ${term ? byTerm('link', table)[term] : sql`true`})`;
  const side = isAssigned === undefined ? query : query.where(isAssigned ? isHeld : sql<boolean>`not ${isHeld}`);
  return side.select('item.id');
}

const filtersOf = (
  { kind }: Listed,
  { search, category, isPublished, term }: Pick<ItemQuery, 'search' | 'category' | 'isPublished' | 'term'>,
) => ({
  patterns: (kind === 'person' ? personPatterns : searchPatterns)(search),
  category: category as Filters['category'],
  isPublished: isPublished as Filters['isPublished'],
  term: term as Filters['term'],
});

type Row = Omit<Item, 'conflict' | 'discountedBy' | 'finalPrice' | 'heldBy'> & { reduction?: ActiveDiscount | null };

/** Row in the reply; items with a price also get a final price. */
function replyRow({ reduction, ...row }: Row, conflicts: readonly Conflict[], isExclusive: boolean): Item {
  const refused = row.isAssigned ? undefined : conflicts.find(({ isAhead }) => !isAhead);
  const heldBy = conflicts.flatMap(({ heldBy: holder }) => holder ?? []);
  const item = { ...row, conflict: refused?.message ?? null, ...(isExclusive && { heldBy }) };
  const { price } = item;
  if (price === undefined || reduction === undefined) return item;
  return {
    ...withFinalPrice({ ...item, price, reduction }),
    discountedBy: reduction && { id: reduction.id, name: reduction.name },
  };
}

/** List of the items of a side, with their assignment to the owner. */
const listOf = (listed: Listed, { isFree }: LinkRules) => {
  const link = linkOf(listed);
  return pagedList((db, { isAssigned, isFreeAlone, ...filters }: Filters & Side, { limit, offset }) => {
    const all = matching(db, listed, filters);
    const query = isFreeAlone && isFree ? all.where(isFree(filters.ownerId)) : all;
    const itemId = sql.ref(`link.${link.item.column}`);
    const joined = query.leftJoin(sql<object>`${sql.table(link.table)}`.as('link'), (join) =>
      join.on(sql<boolean>`${sql.ref(`link.${link.owner.column}`)} = ${filters.ownerId} and ${itemId} = item.id`),
    );
    const sided =
      isAssigned === undefined
        ? joined
        : joined.where(isAssigned ? sql<boolean>`${itemId} is not null` : sql<boolean>`${itemId} is null`);
    const side = filters.term ? sided.where(byTerm('link', link.table)[filters.term]) : sided;
    const fields = {
      ...fieldsOf(listed),
      ...Object.fromEntries(listed.columns.map((name) => [name, column(name)])),
      ...(listed.isDated && { assignedAt: sql`link.assigned_at` }),
      ...(listed.isTermed && { accessEndsOn: lastDayIn('link', link.table) }),
    };
    const rows = side
      .select(['item.id', 'item.name'])
      .select(sql<boolean>`${itemId} is not null`.as('isAssigned'))
      .select(Object.entries(fields).map(([name, field]) => field.as(name)))
      .orderBy(orderOf(listed, isAssigned))
      .limit(limit)
      .offset(offset);
    return { rows, total: cappedCount(isAssigned === undefined && !filters.term ? query : side) };
  });
};

/** Creates the function that reads a page of a link's list: assigned items, assignable ones, or both. */
export function itemsOf<Shown = Item>(listed: Listed, rules: LinkRules) {
  const page = listOf(listed, rules);
  return async (
    db: Db,
    ownerId: string,
    { isAssigned, withoutConflict, page: number, pageSize, ...query }: ItemQuery,
  ) => {
    const filters = {
      ownerId,
      ...filtersOf(listed, query),
      isAssigned,
      isFreeAlone: withoutConflict === true,
    };
    const { rows, head } = await page(db, filters, { page: number, pageSize });
    const { isExclusive } = listed;
    const conflicts = await conflictsOf(db, rules, ownerId, isExclusive ? rows : rows.filter(isLeft));
    const details = await detailsOf(db, rules, ownerId, rows);
    return {
      head,
      rows: (rows as Row[]).map((row) => ({
        ...replyRow(row, conflicts.get(row.id) ?? [], isExclusive),
        ...details.get(row.id),
      })) as Shown[],
    };
  };
}

const isLeft = ({ isAssigned }: { isAssigned: boolean }) => !isAssigned;

/** Additional fields of assigned rows, by id. */
async function detailsOf(
  db: Db,
  { details }: LinkRules,
  ownerId: string,
  rows: readonly { id: string; isAssigned: boolean }[],
): Promise<ReadonlyMap<string, object>> {
  const ids = rows.filter((row) => !isLeft(row)).map(({ id }) => id);
  return details && ids.length > 0 ? details(db, ownerId, ids) : new Map();
}

/** Conflicts of rows, by item id. */
async function conflictsOf(db: Db, { conflicts }: LinkRules, ownerId: string, rows: readonly { id: string }[]) {
  const ids = rows.map(({ id }) => id);
  const reasons = conflicts && ids.length > 0 ? await conflicts(db, ownerId, ids) : [];
  return Map.groupBy(reasons, ({ itemId }) => itemId);
}
