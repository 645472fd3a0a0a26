/** What could be bought at a moment, and what was taken off its price then. */
import type { PriceReduction } from '#contract/price.ts';
import type { Discounts } from './discounts.ts';
import { day, jakartaDay } from './moments.ts';
import type { DemoRows } from './records.ts';

export interface Product {
  type: 'courses' | 'learning paths';
  id: string;
  name: string;
  price: number;
  /** The discount in force at that moment. */
  cutAt: (at: Date) => PriceReduction | null;
}

/** A cohort sells in the three months before it begins; everything else that is published, always. */
const salesPeriod = 90 * day;

/** Answers what is on sale at a moment; never empty, for self-paced courses always are. */
export function productsOnSale(
  courses: DemoRows['course'],
  paths: DemoRows['learningPath'],
  discounts: Discounts,
): (at: Date) => Product[] {
  const cuts = cutsByProduct(discounts);
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
          cutAt: (at: Date) => cuts.get(id)?.find((cut) => isInForce(cut, at)) ?? null,
        },
      }));
  const all = [...sellable('courses', courses), ...sellable('learning paths', paths)];
  return (at) =>
    all.filter(({ startDate }) => startDate === null || sellsBefore(startDate, at)).map(({ product }) => product);
}

const sellsBefore = (startDate: string, at: Date) =>
  jakartaDay(at) < startDate && Date.parse(startDate) - at.getTime() < salesPeriod;

type Discount = DemoRows['discount'][number];

function cutsByProduct({ discount, discountCourse, discountPath }: Discounts): Map<string, Discount[]> {
  const links = [
    ...discountCourse.map((link) => [link.courseId, link.discountId]),
    ...discountPath.map((link) => [link.pathId, link.discountId]),
  ];
  const byId = new Map(discount.map((row) => [row.id, row]));
  const cuts = new Map<string, Discount[]>();
  for (const [product = '', id = ''] of links)
    cuts.set(product, [...(cuts.get(product) ?? []), ...(byId.get(id) ? [byId.get(id) as Discount] : [])]);
  return cuts;
}

const isInForce = ({ isActive, startDate, endDate }: Discount, at: Date) =>
  isActive === true &&
  (!startDate || Date.parse(startDate) <= at.getTime()) &&
  (!endDate || Date.parse(endDate) > at.getTime());
