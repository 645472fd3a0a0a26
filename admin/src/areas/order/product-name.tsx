/** What was bought, in the list and on the page of an order. */
import type { listOrders } from '#contract/order.ts';
import { RecordLink } from '#kit/format/record-link.tsx';
import type { RowOf } from '#kit/list/source.ts';

/** A row of the list; one alone tells more. */
export type Order = RowOf<typeof listOrders, 'data'>;
type Item = Order['items'][number];

const kinds = {
  courses: 'course',
  'learning paths': 'learning-path',
  subscriptions: 'plan',
  products: 'product',
} as const satisfies Record<Item['productType'], string>;

/** What it was bought as; a link where the person may open it. */
export const ProductName = ({ item: { productType, productId, productName } }: { item: Item }) => (
  <RecordLink kind={kinds[productType]} id={productId} name={productName} />
);
