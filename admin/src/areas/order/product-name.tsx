/** What was bought, in the list and on the page of an order. */
import type { Reply } from '#contract/kernel.ts';
import type { getOrder } from '#contract/order.ts';
import { ProductLink } from '#kit/format/product-link.tsx';

export type Order = Reply<typeof getOrder>;
type Item = Order['items'][number];

const kinds: Partial<Record<Item['productType'], 'course' | 'learning-path'>> = {
  courses: 'course',
  'learning paths': 'learning-path',
};

/** What it was bought as; a link where the person may open it. */
export const ProductName = ({ item: { productType, productId, productName } }: { item: Item }) => (
  <ProductLink kind={kinds[productType]} id={productId} name={productName} />
);
