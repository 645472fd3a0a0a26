/**
 * Price rules in SQL, once: the same as contract/src/price.ts says, and held against it by a test. A product has at most
 * one active discount at a time (domain.md, Discount).
 */
import { type RawBuilder, sql } from 'kysely';
import type { ProductType } from '#contract/discount.ts';
import { kindOfProduct } from '#contract/purchase.ts';
import { type RecordKind, tableOfKind } from '#contract/records.ts';
import { DiscountStatus, type Period, type PriceReduction, finalPrice } from '#contract/price.ts';
import type { Db } from '#platform/database/database.ts';

/** The table of what can carry a discount, its link to discounts, and the column by which links point at it. */
function discounted(kind: RecordKind) {
  const { linkedTo, ...product } = tableOfKind(kind);
  return { ...product, discounts: linkedTo('discount') };
}

/** A moment in SQL; the present one unless said. */
type Moment = RawBuilder<unknown>;
const now: Moment = sql`now()`;

/** `alias` names a table with `start_date`, `end_date` and `is_active`. */
const isOver = (alias: string, at: Moment) => sql<boolean>`coalesce(${sql.ref(alias)}.end_date <= ${at}, false)`;
const hasStarted = (alias: string, at: Moment) => sql<boolean>`coalesce(${sql.ref(alias)}.start_date <= ${at}, true)`;
const isInForce = (alias: string, at: Moment) =>
  sql<boolean>`(${sql.ref(alias)}.is_active and ${hasStarted(alias, at)} and not ${isOver(alias, at)})`;

/** The status people see: the switch, and for what is active its period. */
export const discountStatus = (alias: string, at = now): RawBuilder<DiscountStatus> =>
  sql`case when not ${sql.ref(alias)}.is_active then ${sql.lit(DiscountStatus.INACTIVE)}
    when ${isOver(alias, at)} then ${sql.lit(DiscountStatus.EXPIRED)}
    when ${hasStarted(alias, at)} then ${sql.lit(DiscountStatus.ACTIVE)} else ${sql.lit(DiscountStatus.SCHEDULED)} end`;

/** A reduction and the discount that makes it. */
export interface ActiveDiscount extends PriceReduction {
  id: string;
  name: string;
}

/** The table of what leaves discounts of a link for others (decision 0046). */
const leavingsOf = (discounts: string) => sql.table(`${discounts}_leaving`);

/** Whether an item, the row `alias` of the link table, has left its discount for one that is in force, or was by then. */
export function hasLeft(discounts: string, column: string, alias: string, at = now): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${leavingsOf(discounts)} leaving join discount taker on taker.id = leaving.taker_id
    where leaving.holder_id = ${sql.ref(`${alias}.discount_id`)} and leaving.${sql.ref(column)} = ${sql.ref(`${alias}.${column}`)}
      and taker.is_active and ${hasStarted('taker', at)})`;
}

/** A scalar subquery: the discount in force on a record of this kind, the row `alias.id`, as JSON, or null. */
export function activeDiscount(kind: RecordKind, alias: string, at = now): RawBuilder<ActiveDiscount | null> {
  const { discounts, column } = discounted(kind);
  return sql<ActiveDiscount | null>`(select json_build_object('id', d.id, 'name', d.name, 'type', d.discount_type, 'value', d.value)
    from ${sql.table(discounts)} l join discount d on d.id = l.discount_id
    where l.${sql.ref(column)} = ${sql.ref(`${alias}.id`)} and ${isInForce('d', at)} and not ${hasLeft(discounts, column, 'l', at)}
    limit 1)`;
}

/** Replaces the discount of a row by the price it makes. */
export function priced<Row extends { price: number; reduction: PriceReduction | null }>({
  reduction,
  ...row
}: Row): Omit<Row, 'reduction'> & { finalPrice: number } {
  return { ...row, finalPrice: finalPrice(row.price, reduction) };
}

type SoldKind = (typeof kindOfProduct)[ProductType];

export interface Clash extends Period {
  kind: SoldKind;
  productId: string;
  product: string;
  /** The other discount; the period is its, too. */
  discountId: string;
  discount: string;
}

/** Absent: the products that the discount has. */
type Among = readonly string[] | undefined;

/** The end of discount `one` for a product: when it leaves for another that is, or as `other` will be, switched on. */
const endFor = (kind: SoldKind, one: string, other: string, product: RawBuilder<unknown>) => {
  const { column, discounts } = discounted(kind);
  return sql`least(${sql.ref(`${one}.end_date`)}, (
    select min(coalesce(taker.start_date, '-infinity')) from ${leavingsOf(discounts)} leaving join discount taker on taker.id = leaving.taker_id
    where leaving.holder_id = ${sql.ref(`${one}.id`)} and leaving.${sql.ref(column)} = ${product}
      and (taker.is_active or taker.id = ${sql.ref(`${other}.id`)})))`;
};

/** Whether `mine` and `other`, which hold a product or would, are in force on it at once, from `at` on. */
function meet(kind: SoldKind, product: RawBuilder<unknown>, at: Moment) {
  const start = (alias: string) => sql`coalesce(${sql.ref(`${alias}.start_date`)}, '-infinity')`;
  const end = (one: string, another: string) => sql`coalesce(${endFor(kind, one, another, product)}, 'infinity')`;
  const latest = sql`greatest(${start('mine')}, ${start('other')})`;
  return sql<boolean>`(other.id <> mine.id and other.is_active
    and least(${end('mine', 'other')}, ${end('other', 'mine')}) > greatest(${at}, ${latest}))`;
}

/** Whether no other active discount holds a product, the row `alias`, in a time that meets that of a discount. */
export function isUncontested(discountId: string, kind: SoldKind, alias: string): RawBuilder<boolean> {
  const { column, discounts } = discounted(kind);
  return sql<boolean>`not exists (select from discount mine, ${sql.table(discounts)} held join discount other on other.id = held.discount_id
    where mine.id = ${discountId} and held.${sql.ref(column)} = ${sql.ref(`${alias}.id`)} and ${meet(kind, sql.ref(`${alias}.id`), now)})`;
}

function meets(discountId: string, kind: SoldKind, among: Among, at: Moment) {
  const { table, column, discounts } = discounted(kind);
  const its = among
    ? sql`product.id = any(${among}::uuid[])`
    : sql`exists (select 1 from ${sql.table(discounts)} own
        where own.discount_id = mine.id and own.${sql.ref(column)} = product.id)`;
  return sql`select ${sql.lit(kind)} as kind, product.id as "productId", product.name as product,
      other.id as "discountId", other.name as discount, other.start_date as "startDate", other.end_date as "endDate"
    from discount mine, discount other join ${sql.table(discounts)} held on held.discount_id = other.id
      join ${sql.table(table)} product on product.id = held.${sql.ref(column)}
    where mine.id = ${discountId} and ${its} and ${meet(kind, sql`product.id`, at)}`;
}

/**
 * Products of `discountId`, or those of `among` about to be assigned, that another active discount holds in a time that
 * meets its own; by name. Its own switch does not matter: the caller asks because it is, or will be, on.
 */
export function clashes(discountId: string, among: Among, at = now) {
  const found = Object.values(kindOfProduct).map((kind) => meets(discountId, kind, among, at));
  return sql<Clash>`${sql.join(found, sql` union all `)} order by product, discount`;
}

/** The first of {@link clashes}. */
export async function findClashes(db: Db, discountId: string, among: Among, most: number, at = now): Promise<Clash[]> {
  const { rows } = await sql<Clash>`${clashes(discountId, among, at)} limit ${most}`.execute(db);
  return rows;
}
