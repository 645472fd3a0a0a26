/** What a discount is assigned to: its panels, in words, and unassigning all of it. */
import { Button, Text } from '@mantine/core';
import { assignments } from '#contract/assignment.ts';
import { productNames, unassignAllProducts, type discounts } from '#contract/discount.ts';
import type { Reply } from '#contract/kernel.ts';
import { DiscountStatus } from '#contract/price.ts';
import { assigned } from '#kit/record/assigned.tsx';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { counted } from '#kit/format/formats.ts';
import { useAction } from '#kit/api/use-action.ts';

type Discount = Reply<typeof discounts.get>;

const kinds = [
  { type: 'courses', key: 'assignedCourses', link: assignments.discountCourses },
  { type: 'learning paths', key: 'assignedPaths', link: assignments.discountPaths },
] as const;

/** What the discount is meant for; and what it holds of anything else, from before it was meant for one thing. */
const kindsOf = (discount: Discount) =>
  kinds.filter(({ type, key }) => type === discount.productType || discount[key].length > 0);

export const productPanels = [
  ...kinds.map((kind) =>
    assigned(kind.link, (discount: Discount) => {
      const shown = kindsOf(discount);
      const actions = kind === shown[0] && <UnassignAll discount={discount} />;
      return shown.includes(kind) && { count: discount[kind.key].length, actions };
    }),
  ),
  NothingYet,
];

function NothingYet({ record }: { record: Discount }) {
  if (kindsOf(record).length > 0) return null;
  const products = productNames[record.productType];
  return (
    <Section title={products}>
      <Text c="dimmed">{products} cannot be assigned yet.</Text>
    </Section>
  );
}

/** `2 courses`, and what there is beside: `1 learning path`. */
export function productsOf(discount: Discount, between: string): string {
  const held = kindsOf(discount).map(({ key, link }) => counted(discount[key].length, link.one, link.many));
  return held.join(between) || '–';
}

/** What unassigning the products does to their prices. */
export function released({ status, totalAssigned }: Discount, products: string): string {
  if (totalAssigned === 0) return 'No product is assigned to it.';
  if (status !== DiscountStatus.ACTIVE) return `No price changes: it is not in force. It lets go of ${products}.`;
  return `${products} ${totalAssigned === 1 ? 'goes' : 'go'} back to the list price.`;
}

function UnassignAll({ discount }: { discount: Discount }) {
  const unassign = useAction(unassignAllProducts);
  const ask = async () => {
    const isSure = await confirm({
      title: `Unassign everything from "${discount.name}"?`,
      isDestructive: true,
      text: released(discount, productsOf(discount, ' and ')),
      action: `Unassign ${counted(discount.totalAssigned, 'product', 'products')}`,
    });
    if (isSure) await unassign.run({ params: { id: discount.discountId } });
  };
  return (
    <Unavailable why={discount.totalAssigned === 0 && 'No product is assigned'}>
      <Button variant="subtle" color="red" size="compact-sm" onClick={() => void ask()}>
        Unassign all products
      </Button>
    </Unavailable>
  );
}
