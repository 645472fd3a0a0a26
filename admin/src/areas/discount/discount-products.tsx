/** What a discount is assigned to: its panels, in words, and unassigning all of it. */
import { assignments } from '#contract/assignment.ts';
import { type discountDraft, type discounts, type ProductType } from '#contract/discount.ts';
import { unassignAllProducts } from '#contract/unassign-all.ts';
import type { Reply } from '#contract/kernel.ts';
import { DiscountStatus } from '#contract/price.ts';
import type { ProductRef } from '#contract/purchase.ts';
import { assigned } from '#kit/record/assigned.tsx';
import type { Opened } from '#kit/record/opened.ts';
import { counted } from '#kit/format/formats.ts';
import { UnassignAllButton } from '#kit/record/unassign-all-button.tsx';
import { columnsWith, reductionOf } from './discount-columns.tsx';
import { startInWords } from './taking-words.ts';

export type Discount = Reply<typeof discounts.get>;
export type OpenDiscount = Opened<Discount, typeof discountDraft>;

const links = {
  courses: { key: 'assignedCourses', link: assignments.discountCourses },
  'learning paths': { key: 'assignedPaths', link: assignments.discountPaths },
  subscriptions: { key: 'assignedPlans', link: assignments.discountPlans },
  products: { key: 'assignedProducts', link: assignments.discountProducts },
} as const satisfies Record<ProductType, object>;
const kinds = Object.entries(links).map(([type, kind]) => ({ type: type as ProductType, ...kind }));

/** The link to what a discount is meant for. */
export const linkOf = ({ productType }: Discount) => links[productType].link;

/** What the discount is meant for; and what it holds of anything else, from before it was meant for one thing. */
const kindsOf = (discount: Discount) =>
  kinds.filter(({ type, key }) => type === discount.productType || discount[key].length > 0);

/** When what is taken out of other discounts leaves them: at once where this one is in force. */
const takenAtOf = (discount: Discount) =>
  discount.status === DiscountStatus.ACTIVE ? undefined : startInWords(discount, Date.now());

export const productPanels = kinds.map((kind) =>
  assigned(kind.link, (discount: Discount, { form }: OpenDiscount) => {
    const shown = kindsOf(discount);
    if (!shown.includes(kind)) return false;
    const isOther = kind.type !== discount.productType;
    return {
      count: discount[kind.key].length,
      actions: kind === shown[0] && (
        <UnassignAllButton
          call={unassignAllProducts}
          id={discount.discountId}
          name={discount.name}
          total={discount.totalAssigned}
          consequence={released(discount, productsOf(discount, ' and '))}
          variant="subtle"
          color="red"
          size="compact-sm"
        />
      ),
      takenAt: takenAtOf(discount),
      columns: columnsWith(reductionOf(form.fields.values, discount)),
      closed: isOther
        ? `This discount applies to ${discount.productType}. These were assigned before: unassign them, or leave them.`
        : undefined,
    };
  }),
);

/** `2 courses`, and what there is beside: `1 learning path`. */
export function productsOf(discount: Discount, between: string): string {
  const held = kindsOf(discount).map(({ key, link }) => counted(discount[key].length, link.one, link.many));
  return held.join(between) || '–';
}

/** One of what it is for, to work out a price with. */
export function oneOf(discount: Discount): ProductRef | undefined {
  const [first] = discount[links[discount.productType].key];
  return first && { productType: discount.productType, productId: first.id };
}

/** What unassigning the products does to their prices. */
export function released({ status, totalAssigned }: Discount, products: string): string {
  if (totalAssigned === 0) return 'No product is assigned to it.';
  if (status !== DiscountStatus.ACTIVE)
    return `No price changes: it is not in force. ${products} ${totalAssigned === 1 ? 'is' : 'are'} unassigned.`;
  return `${products} ${totalAssigned === 1 ? 'goes' : 'go'} back to the list price.`;
}
