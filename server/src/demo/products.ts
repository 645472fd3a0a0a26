/** Products on sale at a given time, and their discounts at that time. */
import { jakartaDay } from '#contract/kernel/days.ts';
import { type PriceReduction, isInForce } from '#contract/pricing/price.ts';
import type { Discounts } from './discounts.ts';
import { day } from './moments.ts';
import type { DemoRows } from './records.ts';

export interface Product {
  type: 'courses' | 'learning paths';
  id: string;
  name: string;
  price: number;
  /** Discount in force at that time. */
  reductionAt: (at: Date) => (PriceReduction & { id: string; name: string }) | null;
}

/** A cohort is sold in the three months before it begins; other published products always. */
const salesPeriod = 90 * day;

/** Returns a function: products on sale at a time; never empty, because self-paced courses are always on sale. */
export function productsOnSale(
  courses: DemoRows['course'],
  paths: DemoRows['learningPath'],
  discounts: Discounts,
): (at: Date) => Product[] {
  const reductions = reductionsByProduct(discounts);
  const sellable = (
    type: Product['type'],
    rows: readonly { id: string; name: string; price?: number; isPublished?: boolean; startDate?: string | null }[],
  ) =>
    rows
      .filter(({ isPublished }) => isPublished)
      .map(({ id, name, price = 0, startDate = null }) => ({
        startDate,
        product: {
          type,
          id,
          name,
          price,
          reductionAt: (at: Date) => reductions.get(id)?.find((rule) => isInForce(rule, at.getTime())) ?? null,
        },
      }));
  const all = [...sellable('courses', courses), ...sellable('learning paths', paths)];
  return (at) =>
    all.filter(({ startDate }) => startDate === null || sellsBefore(startDate, at)).map(({ product }) => product);
}

const sellsBefore = (startDate: string, at: Date) =>
  jakartaDay(at) < startDate && Date.parse(startDate) - at.getTime() < salesPeriod;

/** Past and present price rules, by product id. */
function reductionsByProduct({ discount, discountCourse, discountPath }: Discounts) {
  const links = [
    ...discountCourse.map((link) => [link.courseId, link.discountId] as const),
    ...discountPath.map((link) => [link.pathId, link.discountId] as const),
  ];
  const rules = new Map(
    discount.map(({ id, name, discountType: type, value, startDate = null, endDate = null, isActive = false }) => [
      id,
      { id, name, type, value, startDate, endDate, isActive },
    ]),
  );
  return Map.groupBy(
    links.flatMap(([product, id]) => {
      const rule = rules.get(id);
      return rule ? [{ product, ...rule }] : [];
    }),
    ({ product }) => product,
  );
}
