/**
 * Price rules in SQL, equivalent to contract/src/pricing/price.ts as a test verifies. A product has at most one active discount
 * at a time (domain.md, Discount).
 */
import { type RawBuilder, sql } from 'kysely';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { type RecordKind, tableOfKind } from '#contract/kernel/record-kinds.ts';
import { type Period, type PriceReduction, finalPrice } from '#contract/pricing/price.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import type { Db } from '#platform/database/database.ts';

/** Table of discountable records, its link table, and the link's column that references it. */
function discounted(kind: RecordKind) {
  const { linkedTo, ...product } = tableOfKind(kind);
  return { ...product, discounts: linkedTo('discount') };
}

/** Moment as an SQL expression; default: now. */
type Moment = RawBuilder<unknown>;
const now: Moment = sql`now()`;

/** `alias`: table with `start_date`, `end_date` and `is_active`. */
const isOver = (alias: string, at: Moment) =>
  sql<boolean>`coalesce(period_end(${sql.ref(alias)}.end_date) <= ${at}, false)`;
const hasStarted = (alias: string, at: Moment) => sql<boolean>`coalesce(${sql.ref(alias)}.start_date <= ${at}, true)`;
const isInForce = (alias: string, at: Moment) =>
  sql<boolean>`(${sql.ref(alias)}.is_active and ${hasStarted(alias, at)} and not ${isOver(alias, at)})`;

/** Displayed status, derived from switch and period. */
export const discountStatus = (alias: string, at = now): RawBuilder<SwitchStatus> =>
  sql`case when not ${sql.ref(alias)}.is_active then ${sql.lit(SwitchStatus.INACTIVE)}
    when ${isOver(alias, at)} then ${sql.lit(SwitchStatus.EXPIRED)}
    when ${hasStarted(alias, at)} then ${sql.lit(SwitchStatus.ACTIVE)} else ${sql.lit(SwitchStatus.SCHEDULED)} end`;

/** Discount in force on a product. */
export interface ActiveDiscount extends PriceReduction {
  id: string;
  name: string;
}

/** Table of planned leavings of a discount link (decision 0044). */
const leavingsOf = (discounts: string) => sql.table(`${discounts}_leaving`);

/**
 * SQL condition: the item (row `alias` of the link table) has left its discount by `at`, because a taker that is active now
 * had started.
 */
export function hasLeft(discounts: string, column: string, alias: string, at = now): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${leavingsOf(discounts)} leaving join discount taker on taker.id = leaving.taker_id
    where leaving.holder_id = ${sql.ref(`${alias}.discount_id`)} and leaving.${sql.ref(column)} = ${sql.ref(`${alias}.${column}`)}
      and taker.is_active and ${hasStarted('taker', at)})`;
}

/** Scalar subquery of the moment at which the item of {@link hasLeft} leaves; null: it stays. */
export const leavesAt = (discounts: string, column: string, alias: string) => sql<string | null>`(
  select min(taker.start_date) from ${leavingsOf(discounts)} leaving join discount taker on taker.id = leaving.taker_id
    where leaving.holder_id = ${sql.ref(`${alias}.discount_id`)} and leaving.${sql.ref(column)} = ${sql.ref(`${alias}.${column}`)}
      and taker.is_active)`;

/** Scalar subquery of the active discount on the row `alias.id` of this kind, as JSON, or null. */
export function activeDiscount(kind: RecordKind, alias: string, at = now): RawBuilder<ActiveDiscount | null> {
  const { discounts, column } = discounted(kind);
  return sql<ActiveDiscount | null>`(select json_build_object('id', d.id, 'name', d.name, 'type', d.discount_type, 'value', d.value)
    from ${sql.table(discounts)} l join discount d on d.id = l.discount_id
    where l.${sql.ref(column)} = ${sql.ref(`${alias}.id`)} and ${isInForce('d', at)} and not ${hasLeft(discounts, column, 'l', at)}
    limit 1)`;
}

/** Subquery of the active discounts of a kind by product, for many rows: `id`, `type`, `value` and `end_date`. */
export function activeDiscounts(kind: RecordKind, at = now) {
  const { discounts, column } = discounted(kind);
  return sql`(select l.${sql.ref(column)} as id, d.discount_type as type, d.value, d.end_date
    from ${sql.table(discounts)} l join discount d on d.id = l.discount_id
    where ${isInForce('d', at)} and not ${hasLeft(discounts, column, 'l', at)})`;
}

/** Replaces the discount of a row by its final price. */
export function withFinalPrice<Row extends { price: number; reduction: PriceReduction | null }>({
  reduction,
  ...row
}: Row): Omit<Row, 'reduction'> & { finalPrice: number } {
  return { ...row, finalPrice: finalPrice(row.price, reduction) };
}

type SoldKind = (typeof kindOfProduct)[ProductType];

export interface Clash extends Period {
  /** Discount whose product it is. */
  mineId: string;
  mine: string;
  kind: SoldKind;
  productId: string;
  product: string;
  /** Other discount; `startDate` and `endDate` are its period. */
  discountId: string;
  discount: string;
}

/** Product ids; undefined: the products assigned to the discount. */
type Among = readonly string[] | undefined;

/** Discounts as they would be, instead of as they are: switched on, or in another period. */
export interface AsIf {
  /** Default: all. */
  ids?: readonly string[];
  isActive?: true;
  period?: Period;
}

/** Table of discounts, as they are or would be. */
function discountsAs(asIf: AsIf | undefined): RawBuilder<unknown> {
  if (!asIf) return sql`discount`;
  const { ids, isActive, period } = asIf;
  const isMeant = ids ? sql`id = any(${ids}::uuid[])` : sql`true`;
  const dateOf = (column: 'start_date' | 'end_date', date: string | null | undefined) =>
    date === undefined
      ? sql.ref(column)
      : sql`case when ${isMeant} then ${date}::timestamptz else ${sql.ref(column)} end as ${sql.ref(column)}`;
  return sql`(select id, name, is_active ${isActive ? sql`or ${isMeant} as is_active` : sql``},
    ${dateOf('start_date', period?.startDate)}, ${dateOf('end_date', period?.endDate)} from discount)`;
}

/** End of discount `one` for a product: its own, or the earlier start of a taker that is active or is `other`. */
const endFor = (kind: SoldKind, one: string, other: string, product: RawBuilder<unknown>, asIf?: AsIf) => {
  const { column, discounts } = discounted(kind);
  return sql`least(period_end(${sql.ref(`${one}.end_date`)}), (
    select min(coalesce(taker.start_date, '-infinity')) from ${leavingsOf(discounts)} leaving
      join ${discountsAs(asIf)} taker on taker.id = leaving.taker_id
    where leaving.holder_id = ${sql.ref(`${one}.id`)} and leaving.${sql.ref(column)} = ${product}
      and (taker.is_active or taker.id = ${sql.ref(`${other}.id`)})))`;
};

/** SQL condition: `other` is active, and its period for a product overlaps that of `mine` after `at`. */
function meet(kind: SoldKind, product: RawBuilder<unknown>, at: Moment, asIf?: AsIf) {
  const start = (alias: string) => sql`coalesce(${sql.ref(`${alias}.start_date`)}, '-infinity')`;
  const end = (one: string, another: string) => sql`coalesce(${endFor(kind, one, another, product, asIf)}, 'infinity')`;
  const latest = sql`greatest(${start('mine')}, ${start('other')})`;
  return sql<boolean>`(other.id <> mine.id and other.is_active
    and least(${end('mine', 'other')}, ${end('other', 'mine')}) > greatest(${at}, ${latest}))`;
}

/** SQL condition: no other active discount has the product (row `alias`) in a period that overlaps that of the discount. */
export function isUncontested(discountId: string, kind: SoldKind, alias: string): RawBuilder<boolean> {
  const { column, discounts } = discounted(kind);
  return sql<boolean>`not exists (select from discount mine, ${sql.table(discounts)} held join discount other on other.id = held.discount_id
    where mine.id = ${discountId} and held.${sql.ref(column)} = ${sql.ref(`${alias}.id`)} and ${meet(kind, sql.ref(`${alias}.id`), now)})`;
}

interface ClashOptions {
  /** Default: now. */
  at?: Moment;
  asIf?: AsIf;
}

function meets(ids: readonly string[], kind: SoldKind, among: Among, { at = now, asIf }: ClashOptions) {
  const { table, column, discounts } = discounted(kind);
  const its = among
    ? sql`product.id = any(${among}::uuid[])`
    : sql`exists (select 1 from ${sql.table(discounts)} own
        where own.discount_id = mine.id and own.${sql.ref(column)} = product.id)`;
  return sql`select mine.id as "mineId", mine.name as mine, ${sql.lit(kind)} as kind, product.id as "productId", product.name as product,
      other.id as "discountId", other.name as discount, other.start_date as "startDate", other.end_date as "endDate"
    from ${discountsAs(asIf)} mine, ${discountsAs(asIf)} other join ${sql.table(discounts)} held on held.discount_id = other.id
      join ${sql.table(table)} product on product.id = held.${sql.ref(column)}
    where mine.id = any(${ids}::uuid[]) and ${its} and ${meet(kind, sql`product.id`, at, asIf)}`;
}

/**
 * Products, of the discounts `ids` or about to be assigned to them (`among`), that another active discount holds in an
 * overlapping period; by name. Ignores whether the discounts themselves are active, since callers ask when they are, or
 * are about to be.
 */
export function clashes(ids: readonly string[], among: Among, options: ClashOptions = {}) {
  const queries = Object.values(kindOfProduct).map((kind) => meets(ids, kind, among, options));
  return sql<Clash>`${sql.join(queries, sql` union all `)} order by product, discount`;
}

/** First `max` of {@link clashes}. */
export async function findClashes(
  db: Db,
  ids: readonly string[],
  among: Among,
  max: number,
  options: ClashOptions = {},
): Promise<Clash[]> {
  const { rows } = await sql<Clash>`${clashes(ids, among, options)} limit ${max}`.execute(db);
  return rows;
}
