/** SQL of saleable products, and of the discount and voucher rules for their prices. */
import { type RawBuilder, sql } from 'kysely';
import { minuteMs } from '#contract/kernel/days.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { listSaleable } from '#contract/order/new-order.ts';
import {
  type BasketItem,
  type DiscountRule,
  type ProductRef,
  type VoucherRule,
  kindOfProduct,
} from '#contract/pricing/purchase.ts';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, matchesAll, queriedList } from '#platform/list.ts';
import { isRunning } from '../access/term.ts';
import { type ActiveDiscount, activeDiscount, hasLeft, leavesAt } from '../pricing/pricing.ts';

const types = Object.keys(kindOfProduct) as ProductType[];
const ends = types.map((type) => ({ type, ...tableOfKind(kindOfProduct[type]) }));

interface SoldRow extends Omit<BasketItem, 'productId'> {
  id: string;
  isPublished: boolean;
  reduction: ActiveDiscount | null;
}

/** Order that an index of each product table serves. */
const saleOrder = sql`is_published desc, search collate "C", id`;

/** Union of the product tables: the rows of each that match, at most `reach` of them in the order of the list. */
const sold = (condition: RawBuilder<unknown>, reach?: number) =>
  sql<SoldRow>`(${sql.join(
    types.map((type) => {
      const { table } = tableOfKind(kindOfProduct[type]);
      return sql`(select ${sql.lit(type)} as product_type, id, name, price, search, is_published,
        ${activeDiscount(kindOfProduct[type], 'one')} as reduction from ${sql.table(table)} one
        where ${condition} ${reach === undefined ? sql`` : sql`order by ${saleOrder} limit ${reach}`})`;
    }),
    sql` union all `,
  )})`;

/** Products by name, published first. */
export const findSaleable = queriedList(listSaleable, (db, { patterns, productId, isPublished }, { limit, offset }) => {
  const conditions = [
    isPublished === undefined ? sql`true` : sql`is_published = ${isPublished}`,
    ...(patterns ? [matchesAll('search', patterns)] : []),
    ...(productId ? [sql`id = ${productId}`] : []),
  ];
  const condition = sql.join(conditions, sql` and `);
  const rows = db
    .selectFrom(sold(condition, limit + offset).as('sold'))
    .orderBy(saleOrder)
    .limit(limit)
    .offset(offset);
  return {
    rows: rows.select(['productType', 'id', 'name', 'price', 'isPublished', 'reduction']),
    total: cappedCount(db.selectFrom(sold(condition).as('sold'))),
  };
});

const idsOf = (refs: readonly ProductRef[], type: ProductType) =>
  refs.filter(({ productType }) => productType === type).map(({ productId }) => productId);

/** Basket item with its state for the member. */
export interface BasketItemState extends BasketItem {
  isPublished: boolean;
  /** Already assigned to the member, and not ended. */
  isOwned: boolean;
  /** Takes a place of the course already: a membership that has ended. */
  hasPlace: boolean;
}

/** Existing products among `refs`. */
export async function findBasketItems(
  db: Db,
  refs: readonly ProductRef[],
  userId: string | null,
): Promise<BasketItemState[]> {
  const owned: Partial<Record<ProductType, RawBuilder<boolean>>> = {
    courses: sql`exists (select 1 from course_user where course_id = one.id and user_id = ${userId} and ${isRunning()})`,
    'learning paths': sql`exists (select 1 from learning_path_user where path_id = one.id and user_id = ${userId} and ${isRunning('learning_path_user')})`,
  };
  const offers = ends.map(
    ({ type, table }) => sql`select ${sql.lit(type)} as "productType", id as "productId", name, price,
      is_published as "isPublished", ${owned[type] ?? sql`false`} as "isOwned",
      ${type === 'courses' ? sql`exists (select 1 from course_user where course_id = one.id and user_id = ${userId})` : sql`false`} as "hasPlace"
      from ${sql.table(table)} one where id = any(${idsOf(refs, type)}::uuid[])`,
  );
  return (await sql<BasketItemState>`${sql.join(offers, sql` union all `)}`.execute(db)).rows;
}

/** Rows of the link tables of an owner (`discount_course` …) for these products. */
const linksOf = (
  owner: 'discount' | 'voucher',
  refs: readonly ProductRef[],
  stands: (table: string, column: string) => RawBuilder<boolean> = () => sql`true`,
  leaving: (table: string, column: string) => RawBuilder<unknown> = () => sql`null::timestamptz`,
) =>
  sql.join(
    ends.map(
      ({
        type,
        column,
        linkedTo,
      }) => sql`select ${sql.ref(`${owner}_id`)} as owner_id, ${sql.lit(type)} as type, ${sql.ref(column)} as id,
          ${leaving(linkedTo(owner), column)} as leaves_at
        from ${sql.table(linkedTo(owner))} link where ${sql.ref(column)} = any(${idsOf(refs, type)}::uuid[])
          and ${stands(linkedTo(owner), column)}`,
    ),
    sql` union all `,
  );

const products = sql`coalesce(json_agg(json_build_object('productType', links.type, 'productId', links.id, 'leavesAt', links.leaves_at)) filter (where links.id is not null), '[]')`;
const reduction = sql`r.id, r.name, r.discount_type as type, r.value, r.start_date as "startDate", r.end_date as "endDate",
  r.is_active as "isActive"`;

/** Upper limit of the discounts that are not in force; they only explain a price. */
const maxIdleRules = 500;

/** From `start` to `end`, in milliseconds since 1970. */
interface Time {
  start: number;
  end: number;
}

/**
 * Discounts that hold one of the products at the start of the given time: all that are in force at some moment of it, the
 * one of `discountId`, and the newest others, active or not.
 */
export async function findDiscountRules(
  db: Db,
  refs: readonly ProductRef[],
  { start, end }: Time,
  discountId: string | null = null,
): Promise<DiscountRule[]> {
  const [from, to] = [sql`to_timestamp(${start / 1000})`, sql`to_timestamp(${end / 1000})`];
  const links = linksOf(
    'discount',
    refs,
    (table, column) => sql`not ${hasLeft(table, column, 'link', from)}`,
    (table, column) => leavesAt(table, column, 'link'),
  );
  const explained = discountId === null ? sql`` : sql` union all select ${discountId}::uuid, null, null, null`;
  const isNeeded = sql`r.id is not distinct from ${discountId}::uuid or r.is_active
    and coalesce(r.start_date <= ${to}, true) and coalesce(period_end(r.end_date) > ${from}, true)`;
  const { rows } = await sql<DiscountRule>`select id, name, type, value, "startDate", "endDate", "isActive", products
    from (select ${reduction}, ${products} as products, ${isNeeded} as is_needed,
        row_number() over (partition by ${isNeeded} order by r.id desc) as place
      from (${links}${explained}) links join discount r on r.id = links.owner_id group by r.tenant, r.id) found
    where is_needed or place <= ${maxIdleRules} order by id`.execute(db);
  return rows;
}

interface Vouchers {
  refs: readonly ProductRef[];
  userId: string | null;
  /** Code that is entered to use the voucher. */
  code: RawBuilder<unknown>;
  isCodeSpent: RawBuilder<unknown>;
  which: RawBuilder<unknown>;
}

const voucherRules = ({ refs, userId, code, isCodeSpent, which }: Vouchers) => {
  const used = sql`(select count(*)::int from voucher_redemption
    where voucher_id = r.id and user_id = ${userId} and released_at is null)`;
  return sql<VoucherRule>`select ${reduction}, ${products} as products, ${code} as code,
      r.is_published as "isPublished", r.all_product as "allProduct", r.max_discount as "maxDiscount",
      r.min_purchase as "minPurchase", r.quota, r.used_count as "usedCount",
      case when r.is_repeating then r.quota_per_user else 1 end as "memberQuota", ${used} as "usedByMember",
      r.is_stackable as "isStackable", ${isCodeSpent} as "isCodeSpent"
    from voucher r left join (${linksOf('voucher', refs)}) links on links.owner_id = r.id
    where ${which} group by r.tenant, r.id`;
};

/** Voucher of a code (its own or a single-use code) with the products among `refs` that it is for; empty if there is none. */
export async function findVoucherRules(
  db: Db,
  refs: readonly ProductRef[],
  code: string,
  userId: string | null,
): Promise<VoucherRule[]> {
  const { rows } = await voucherRules({
    refs,
    userId,
    code: sql`${code}`,
    isCodeSpent: sql`exists (select 1 from voucher_redemption where code = ${code} and released_at is null)
      or exists (select 1 from voucher_code where code = ${code} and closed_at is not null)`,
    which: sql`r.id = coalesce((select id from voucher where code = ${code}), (select voucher_id from voucher_code where code = ${code}))`,
  }).execute(db);
  return rows;
}

/** Upper limit of vouchers assigned to the products, and of those for all products. */
const maxOthers = 200;

/**
 * Vouchers that a member could enter for these products, by their own codes: of those assigned to one of the products,
 * the newest; of those for all products that have not ended at `at`, the ones that end first.
 */
export async function findCandidateVouchers(
  db: Db,
  refs: readonly ProductRef[],
  userId: string | null,
  at: number,
): Promise<{ vouchers: VoucherRule[]; isCut: boolean }> {
  const forAll = sql`select id from voucher where order_id is null and all_product and is_published and is_active`;
  const { rows: ids } = await sql<{ id: string; isAssigned: boolean }>`
    (select distinct owner_id as id, true as "isAssigned" from (${linksOf('voucher', refs)}) links
      join voucher on voucher.id = owner_id and voucher.order_id is null
      order by id desc limit ${maxOthers + 1})
    union all (select id, false from (
      (${forAll} and end_date >= ${new Date(at - (at % minuteMs)).toISOString()}::timestamptz order by end_date, id limit ${maxOthers + 1})
      union all (${forAll} and end_date is null order by id desc limit ${maxOthers + 1})) ending limit ${maxOthers + 1})`.execute(
    db,
  );
  const parts = [true, false].map((value) => ids.filter(({ isAssigned }) => isAssigned === value));
  const looked = parts.flatMap((part) => part.slice(0, maxOthers)).map(({ id }) => id);
  const { rows: vouchers } = await voucherRules({
    refs,
    userId,
    code: sql`r.code`,
    isCodeSpent: sql`false`,
    which: sql`r.id = any(${looked}::uuid[])`,
  }).execute(db);
  return { vouchers, isCut: parts.some((part) => part.length > maxOthers) };
}
