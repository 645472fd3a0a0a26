/** The orders by which subscriptions were bought in the last year; those that were cancelled are refunded. */
import { demoId } from './demo-id.ts';
import { minute, day, jakartaDay } from './moments.ts';
import type { DemoRows, World } from './records.ts';

type Subscriptions = Pick<DemoRows, 'subscription' | 'subscriptionPlan'>;
type Bought = Pick<DemoRows, 'order' | 'orderItem' | 'subscription'>;

/** Numbers go on from those of the day's other orders. */
export function withOrders(
  { tenant, now }: World,
  { subscription, subscriptionPlan }: Subscriptions,
  users: DemoRows['user'],
  others: DemoRows['order'],
): Bought {
  const bought: Bought = { order: [...others], orderItem: [], subscription: [] };
  const invoiceNumber = (at: Date) => {
    const day = `INV/${tenant}/${jakartaDay(at).replaceAll('-', '')}/`;
    const sequence = bought.order.filter(({ invoiceNumber: taken }) => taken.startsWith(day)).length + 1;
    return day + String(sequence).padStart(4, '0');
  };
  for (const row of subscription) {
    const paidAt = new Date(Math.min(Date.parse(`${row.startDate}T02:30:00Z`), now.getTime() - minute));
    const plan = subscriptionPlan.find(({ id }) => id === row.planId);
    const user = users.find(({ id }) => id === row.userId);
    if (!plan || !user || now.getTime() - paidAt.getTime() > 360 * day) {
      bought.subscription.push(row);
      continue;
    }
    const createdAt = new Date(paidAt.getTime() - 20 * minute);
    const { price = 0 } = plan;
    const id = demoId(tenant, 'order', bought.order.length);
    bought.subscription.push({ ...row, orderId: id });
    bought.order.push({
      id,
      invoiceNumber: invoiceNumber(createdAt),
      userId: user.id,
      userName: user.name,
      userEmail: user.email,
      userPhone: user.phoneNumber ?? '',
      subtotal: price,
      discountAmount: 0,
      voucherCode: null,
      voucherAmount: 0,
      uniqueCode: null,
      totalAmount: price,
      paymentProvider: 'midtrans',
      paymentMethod: 'QRIS',
      status: row.cancelledAt ? 'refunded' : 'paid',
      paidAt: paidAt.toISOString(),
      expiredAt: null,
      createdAt: createdAt.toISOString(),
      updatedAt: paidAt.toISOString(),
    });
    bought.orderItem.push({
      orderId: id,
      line: 1,
      productType: 'subscriptions',
      productId: plan.id,
      productName: plan.name,
      price,
      discountAmount: 0,
      isOpened: !row.cancelledAt,
    });
  }
  return bought;
}
