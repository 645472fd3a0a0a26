/** Assignment panels of a discount, and the counts of its products. */
import { batches } from '#contract/batch/starts.ts';
import { type discountDraft, type discounts } from '#contract/discount/endpoints.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import type { ProductRef } from '#contract/pricing/purchase.ts';
import { assigned } from '#admin-shared/assignment/assigned.tsx';
import type { Opened } from '#kit/record/opened.ts';
import { counted } from '#kit/format/formats.ts';
import { columnsWith, reductionOf } from '#admin-shared/pricing/discount-columns.tsx';
import { discountLinks } from '#admin-shared/pricing/discount-links.ts';
import { lossInWords } from './switching-words.ts';
import { startInWords } from '#admin-shared/pricing/taking-words.ts';

export type Discount = Reply<typeof discounts.get>;
export type OpenDiscount = Opened<Discount, typeof discountDraft>;

const keys = {
  courses: 'assignedCourses',
  'learning paths': 'assignedPaths',
  subscriptions: 'assignedPlans',
  products: 'assignedProducts',
} as const;
const kinds = Object.entries(discountLinks).map(([name, link]) => {
  const type = name as ProductType;
  return { type, key: keys[type], link };
});

/** Assignment link of the discount's product type. */
export const linkOf = ({ productType }: Discount) => discountLinks[productType];

/** Panels to show: the discount's product type, and other types it still holds from before it was limited to one. */
const kindsOf = (discount: Discount) =>
  kinds.filter(({ type, key }) => type === discount.productType || discount[key].length > 0);

/** Phrase for when taken-over products leave the other discounts; undefined, at once, if this discount is in force. */
const takenAtOf = (discount: Discount) =>
  discount.status === SwitchStatus.ACTIVE ? undefined : startInWords(discount, Date.now());

export const productPanels = kinds.map((kind) =>
  assigned(kind.link, (discount: Discount, { form }: OpenDiscount) => {
    const shown = kindsOf(discount);
    if (!shown.includes(kind)) return false;
    const isOther = kind.type !== discount.productType;
    return {
      count: discount[kind.key].length,
      takenAt: takenAtOf(discount),
      loss: lossInWords(discount),
      ...(kind.type === 'courses' && { batch: batches.discountCourses }),
      columns: columnsWith(reductionOf(form.fields.values, discount)),
      closed: isOther
        ? `This discount applies to ${discount.productType}. These were assigned before: unassign them, or leave them.`
        : undefined,
    };
  }),
);

/** Counts by product type: `2 courses`, with others joined by `between`: `1 learning path`. */
export function productsOf(discount: Discount, between: string): string {
  const held = kindsOf(discount).map(({ key, link }) => counted(discount[key].length, link.one, link.many));
  return held.join(between) || '–';
}

/** One assigned product, to calculate an example price with. */
export function exampleProduct(discount: Discount): ProductRef | undefined {
  const [first] = discount[keys[discount.productType]];
  return first && { productType: discount.productType, productId: first.id };
}
