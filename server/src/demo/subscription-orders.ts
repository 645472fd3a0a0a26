/** Orders of subscriptions of the last year; those of cancelled subscriptions are refunded. */
import { jakartaDay } from '#contract/kernel/days.ts';
import { demoId } from './demo-id.ts';
import { day, minute } from './moments.ts';
import type { DemoRows, World } from './records.ts';

type Subscriptions = Pick<DemoRows, 'subscription' | 'subscriptionPlan'>;
type Rows = Pick<DemoRows, 'order' | 'orderItem' | 'subscription'>;
type Plan = DemoRows['subscriptionPlan'][number];
type User = DemoRows['user'][number];

const payment = { paymentProvider: 'midtrans', paymentMethod: 'QRIS', uniqueCode: null, expiredAt: null };
const withoutReductions = { discountAmount: 0, voucherCode: null, voucherAmount: 0 };

/** All orders, those of subscriptions last; their invoice numbers continue those of the day's other orders. */
export function withOrders(
  { tenant, now }: World,
  { subscription, subscriptionPlan }: Subscriptions,
  users: DemoRows['user'],
  others: DemoRows['order'],
): Rows {
  const bought: Rows = { order: [...others], orderItem: [], subscription: [] };
  for (const row of subscription) {
    const paidAt = new Date(Math.min(Date.parse(`${row.startDate}T02:30:00Z`), now.getTime() - minute));
    const plan = subscriptionPlan.find(({ id }) => id === row.planId);
    const user = users.find(({ id }) => id === row.userId);
    const isOld = now.getTime() - paidAt.getTime() > 360 * day;
    if (!plan || !user || isOld) {
      bought.subscription.push(row);
      continue;
    }
    const isCancelled = typeof row.cancelledAt === 'string';
    const id = demoId(tenant, 'order', bought.order.length);
    bought.subscription.push({ ...row, orderId: id });
    const createdAt = new Date(paidAt.getTime() - 20 * minute);
    const refundedAt = isCancelled ? String(row.cancelledAt) : null;
    const dates = {
      paidAt: paidAt.toISOString(),
      refundedAt,
      createdAt: createdAt.toISOString(),
      updatedAt: paidAt.toISOString(),
    };
    const invoiceNumber = nextNumber(tenant, createdAt, bought.order);
    const status = isCancelled ? 'refunded' : 'paid';
    bought.order.push({ id, invoiceNumber, status, ...orderOf(user, plan), ...dates });
    bought.orderItem.push({ orderId: id, ...itemOf(plan), isOpened: !isCancelled });
  }
  return bought;
}

export function nextNumber(tenant: string, at: Date, orders: DemoRows['order']): string {
  const prefix = `INV/${tenant}/${jakartaDay(at).replaceAll('-', '')}/`;
  const taken = orders.filter(({ invoiceNumber }) => invoiceNumber.startsWith(prefix)).length;
  return prefix + String(taken + 1).padStart(4, '0');
}

const orderOf = (user: User, { price = 0 }: Plan) => ({
  userId: user.id,
  userName: user.name,
  userEmail: user.email,
  userPhone: user.phoneNumber ?? '',
  subtotal: price,
  totalAmount: price,
  ...withoutReductions,
  ...payment,
});

const itemOf = ({ id, name, price = 0 }: Plan) => ({
  line: 1,
  productType: 'subscriptions' as const,
  productId: id,
  productName: name,
  price,
  discountAmount: 0,
});
