/** What was bought, in the list and on the page of an order. */
import { Link } from '@tanstack/react-router';
import { getCourse } from '#contract/course.ts';
import { mayCall, type Reply } from '#contract/kernel.ts';
import type { getOrder } from '#contract/order.ts';
import { role } from '#kit/api/session.ts';

export type Order = Reply<typeof getOrder>;
type Item = Order['items'][number];

/** What it was bought as; a link where the person may open it. A course of the other type leads on to its own page. */
export function ProductName({ item: { productType, productId, productName } }: { item: Item }) {
  return productType === 'courses' && mayCall(getCourse, role() ?? '') ? (
    <Link to="/course/flexy/$id" params={{ id: productId }} title={productName}>
      {productName}
    </Link>
  ) : (
    <span title={productName}>{productName}</span>
  );
}
