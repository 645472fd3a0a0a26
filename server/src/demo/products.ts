/** What could be bought at a moment, and what was taken off its price then. */
import { type PriceReduction, isInForce } from '#contract/price.ts';
import type { Discounts } from './discounts.ts';
import { day, jakartaDay } from './moments.ts';
import type { DemoRows } from './records.ts';

export interface Product {
  type: 'courses' | 'learning paths';
  id: string;
  name: string;
  price: number;
  /** The discount in force at that moment. */
  reductionAt: (at: Date) => (PriceReduction & { id: string; name: string }) | null;
}

/** A cohort sells in the three months before it begins; everything else that is published, always. */
const salesPeriod = 90 * day;

/** Answers what is on sale at a moment; never empty, for self-paced courses always are. */
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

/** The price rules that each product has or had, by its id. */
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
