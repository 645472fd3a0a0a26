/** Name of a purchased item, in the list and on the page of an order. */
import type { listOrders } from '#contract/order/endpoints.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import type { RowOf } from '#kit/list/source.ts';

/** Row of the list; the detail reply has more fields. */
export type Order = RowOf<typeof listOrders, 'data'>;
type Item = Order['items'][number];

const kinds = {
  courses: 'course',
  'learning paths': 'learning-path',
  subscriptions: 'plan',
  products: 'product',
} as const satisfies Record<Item['productType'], string>;

/** Name at the time of purchase; a link if the role may open the product. */
export const ProductName = ({ item: { productType, productId, productName } }: { item: Item }) => (
  <RecordLink kind={kinds[productType]} id={productId} name={productName} />
);
