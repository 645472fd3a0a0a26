/** Payments of the demo that gateways report and orders do not have: one of each kind that the comparison finds. */
import { sql } from 'kysely';
import type { Tenant } from '#contract/kernel/endpoint.ts';
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

const gatewayOf = (tenant: Tenant) => (tenant === 'cyber' ? 'xendit' : 'midtrans');

/** Refused payment of an order, some hours ago. */
function noticeOf({ tenant, now }: World, { id: orderId }: Order, amount: number, refusal: string, hours: number) {
  const at = before(now, hours * hour).toISOString();
  const reference = referenceOf(tenant, orderId, attempt);
  const about = { orderId, provider: gatewayOf(tenant), method: 'QRIS', reference, amount, paidAt: at, at };
  return {
    id: demoId(tenant, 'payment notice', hours),
    ...about,
    status: 'paid',
    isApplied: false,
    refusal,
    raw: '{}',
  } as const;
}

const linkOf = ({ tenant, now }: World, { orderId, amount, reference = '', at }: DemoRows['payment'][number]) =>
  ({
    id: demoId(tenant, 'refunded link', 0),
    orderId,
    attempt,
    reference,
    gateway: gatewayOf(tenant),
    amount,
    refunded: amount,
    state: 'refunded',
    url: null,
    expiresAt: String(at),
    createdAt: String(at),
    nextCheckAt: null,
    answeredAt: now.toISOString(),
  }) as const;

const due = (total: number, amount: number) => `${formatMoney(total)} is due, not ${formatMoney(amount)}`;

export function makeDifferences(
  world: World,
  orders: readonly Order[],
  payments: DemoRows['payment'],
): Pick<DemoRows, 'paymentNotice' | 'paymentLink'> {
  const of = (status: Order['status'], n: number) =>
    orders.filter((one) => one.status === status && one.totalAmount > 100_000).slice(n, n + 1);
  const paid = new Set(orders.filter(({ status }) => status === 'paid').map(({ id }) => id));
  const charge = payments.find(
    ({ kind, provider, reference, orderId }) =>
      kind === 'charge' && provider === gatewayOf(world.tenant) && reference && paid.has(orderId),
  );
  const ways: [Order[], (total: number) => number, (total: number, amount: number) => string, number][] = [
    // Was due when it came, but for a part that was taken back since.
    [of('unpaid', 2), (total) => total, (total, amount) => due(total - 50_000, amount), 5],
    [of('unpaid', 3), (total) => total - 1000, due, 9],
    [of('unpaid', 4), (total) => total + 2500, due, 30],
    [of('cancelled', 0), (total) => total, () => 'Staff cancelled this order: return the payment', 52],
    [
      of('paid', 0),
      (total) => total,
      () => 'The order was paid already: return this payment if it is a second one',
      75,
    ],
  ];
  return {
    paymentNotice: ways.flatMap(([some, amountOf, refusalOf, hours]) =>
      some.map((one) => {
        const amount = amountOf(one.totalAmount);
        return noticeOf(world, one, amount, refusalOf(one.totalAmount, amount), hours);
      }),
    ),
    paymentLink: charge ? [linkOf(world, charge)] : [],
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
