/** Payment link of an order on its page. */
import { PaymentLink } from '#admin-shared/order/payment-link.tsx';
import type { Order } from './product-name.tsx';

export const OrderPaymentLink = ({ record }: { record: Order }) => <PaymentLink order={record} />;
