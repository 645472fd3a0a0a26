/** Payments of the demo that gateways report and orders do not have: one of each kind that the comparison finds. */
import { sql } from 'kysely';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { referenceOf } from '#contract/payment/gateways.ts';
import type { Db } from '#platform/database/database.ts';
import { recordCheck } from '../areas/payment/differences/comparing.ts';
import { demoId } from './demo-id.ts';
import { before, hour } from './moments.ts';
import type { DemoRows, World } from './records.ts';

type Order = DemoRows['order'][number];

/** Attempt of the links, later than those of the open ones. */
const attempt = 2;

export function makeDifferences(
  { tenant, now }: World,
  orders: readonly Order[],
  payments: DemoRows['payment'],
): Pick<DemoRows, 'paymentNotice' | 'paymentLink'> {
  const gateway = tenant === 'cyber' ? 'xendit' : 'midtrans';
  const latest = (status: Order['status'], n: number) =>
    orders.filter((one) => one.status === status && one.totalAmount > 100_000).slice(n, n + 1);
  const notice = (order: Order, amount: number, refusal: string, hours: number) => {
    const at = before(now, hours * hour).toISOString();
    const reference = referenceOf(tenant, order.id, attempt);
    const about = { orderId: order.id, provider: gateway, method: 'QRIS', reference, amount, paidAt: at, at };
    return {
      id: demoId(tenant, 'payment notice', hours),
      ...about,
      status: 'paid',
      isApplied: false,
      refusal,
      raw: '{}',
    } as const;
  };
  const cancelled = latest('cancelled', 0);
  const due = ({ totalAmount }: Order, amount: number) =>
    `${formatMoney(totalAmount)} is due, not ${formatMoney(amount)}`;
  const charge = payments.find(
    (one) =>
      one.kind === 'charge' &&
      one.provider === gateway &&
      one.reference &&
      orders.some(({ id, status }) => id === one.orderId && status === 'paid'),
  );
  const link = ({ orderId, amount, reference = '', at }: (typeof payments)[number]) =>
    ({
      id: demoId(tenant, 'refunded link', 0),
      orderId,
      attempt,
      reference,
      gateway,
      amount,
      refunded: amount,
      state: 'refunded',
      url: null,
      expiresAt: String(at),
      createdAt: String(at),
      nextCheckAt: null,
      answeredAt: now.toISOString(),
    }) as const;
  return {
    paymentNotice: [
      // Was due when it came, but for a part that was taken back since.
      ...latest('unpaid', 2).map((one) =>
        notice(one, one.totalAmount, due({ ...one, totalAmount: one.totalAmount - 50_000 }, one.totalAmount), 5),
      ),
      ...latest('unpaid', 3).map((one) => notice(one, one.totalAmount - 1000, due(one, one.totalAmount - 1000), 9)),
      ...latest('unpaid', 4).map((one) => notice(one, one.totalAmount + 2500, due(one, one.totalAmount + 2500), 30)),
      ...cancelled.map((one) => notice(one, one.totalAmount, 'Staff cancelled this order: return the payment', 52)),
      ...latest('paid', 0).map((one) =>
        notice(one, one.totalAmount, 'The order was paid already: return this payment if it is a second one', 75),
      ),
    ],
    paymentLink: charge ? [link(charge)] : [],
  };
}

/** Compares the payments of the tenant; one difference is explained. */
export async function compareDifferences(tx: Db): Promise<void> {
  await recordCheck(tx);
  await sql`update payment_difference set explanation = 'Returned in cash at the desk', explained_by = marker.id, explained_at = now()
    from (select id from "user" where tenant = current_tenant() and email = 'cs@demo.test') marker
    where tenant = current_tenant() and kind = 'money-without-order' and notice_id is not null
      and order_id in (select id from "order" where tenant = current_tenant() and status = 'cancelled')`.execute(tx);
}
