/** Payment links of the demo: an open one, which leads to the simulator, and one that expired. */
import { referenceOf } from '#contract/payment/gateways.ts';
import { demoId } from './demo-id.ts';
import { before, hour } from './moments.ts';
import type { DemoRows, World } from './records.ts';

/** Page of the simulator as it is started by `npm run up`; the link describes the payment. */
function pageOf(payment: { gateway: 'midtrans' | 'xendit'; reference: string; amount: number; until: number }): string {
  const token = Buffer.from(JSON.stringify(payment)).toString('base64url');
  return `http://127.0.0.1:${process.env['PAYMENT_SIMULATOR'] || 4001}/pay/${token}`;
}

/** Links of the oldest unpaid orders: no part of them is paid. */
export function makePaymentLinks(
  { tenant, now }: World,
  users: DemoRows['user'],
  orders: DemoRows['order'],
): Pick<DemoRows, 'paymentLink'> {
  const createdBy = users.find(({ role }) => role === 'customer-service')!.id;
  const gateway = tenant === 'cyber' ? 'xendit' : 'midtrans';
  const unpaid = orders.filter(({ status, totalAmount }) => status === 'unpaid' && totalAmount > 2000);
  const paymentLink = unpaid.slice(0, 2).map(({ id: orderId, totalAmount: amount }, n) => {
    const created = before(now, (n === 0 ? 2 : 30) * hour);
    const expires = before(created, -24 * hour);
    const reference = referenceOf(tenant, orderId, 1);
    return {
      id: demoId(tenant, 'payment link', n),
      orderId,
      attempt: 1,
      reference,
      gateway,
      amount,
      state: n === 0 ? 'open' : 'expired',
      url: pageOf({ gateway, reference, amount, until: expires.getTime() }),
      expiresAt: expires.toISOString(),
      createdAt: created.toISOString(),
      createdBy,
      ...(n > 0 && { nextCheckAt: null }),
    } as const;
  });
  return { paymentLink };
}
