/** An order beside its list: the same parts as on its page. */
import { Facts } from '#kit/record/detail-page.tsx';
import { OrderAmounts } from './order-amounts.tsx';
import { orderFacts } from './order-facts.tsx';
import type { Order } from './product-name.tsx';

export const OrderBeside = ({ record }: { record: Order }) => (
  <>
    <Facts title="Facts" facts={orderFacts(record)} />
    <OrderAmounts record={record} />
  </>
);
