/** The discount in force on a product, for final prices (domain.md: a product has at most one active discount). */
import { type RawBuilder, sql } from 'kysely';
import { type PriceReduction, finalPrice } from '#contract/price.ts';

/** What can carry a discount: the item's table, its link to discounts, and the column that points at the item. */
export const discounted = {
  course: { link: 'discountCourse', item: 'courseId' },
  learningPath: { link: 'discountPath', item: 'pathId' },
} as const;
export type Discounted = keyof typeof discounted;

/** A cut and the discount that makes it. */
export interface CutInForce extends PriceReduction {
  id: string;
  name: string;
}

/** A scalar subquery: the cut in force now on the row `alias.id`, as JSON, or null. */
export function activeDiscount(item: Discounted, alias: string): RawBuilder<CutInForce | null> {
  const { link, item: column } = discounted[item];
  return sql<CutInForce | null>`(select json_build_object('id', d.id, 'name', d.name, 'discount', d.discount, 'discountType', d.discount_type)
    from ${sql.table(link)} l join discount d on d.id = l.discount_id
    where l.${sql.ref(column)} = ${sql.ref(`${alias}.id`)} and d.is_active
      and (d.start_date is null or d.start_date <= now()) and (d.end_date is null or d.end_date > now())
    limit 1)`;
}

/** Replaces the cut of a row by the price it makes. */
export function priced<Row extends { price: number; cut: PriceReduction | null }>({
  cut,
  ...row
}: Row): Omit<Row, 'cut'> & { finalPrice: number } {
  return { ...row, finalPrice: finalPrice(row.price, cut) };
}
