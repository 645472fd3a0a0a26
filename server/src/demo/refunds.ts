/** Refunds of the demo, in every state, of orders that were paid a while ago. */
import { jakartaDay } from '#contract/kernel/days.ts';
import { manual } from '#contract/payment/ledger.ts';
import { paidOf, partsOf } from '#contract/payment/refund-rules.ts';
import { referenceOf } from '#contract/payment/gateways.ts';
import { demoId } from './demo-id.ts';
import { before, day, hour } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Refund = Identified<'refund'>;
type Plan = Pick<Refund, 'state' | 'reason'> & {
  /** Share of the order's total. */
  share: number;
  hoursAgo: number;
  isByGateway?: boolean;
  hasAccount?: boolean;
  failure?: string;
};

const plans: readonly Plan[] = [
  { state: 'to-approve', reason: 'The class was moved to a day on which they work', share: 1, hoursAgo: 3 },
  { state: 'to-approve', reason: 'Bought the same course twice', share: 1, hoursAgo: 20, isByGateway: true },
  { state: 'to-transfer', reason: 'Cannot attend: ill', share: 1, hoursAgo: 26, hasAccount: true },
  { state: 'to-transfer', reason: 'Half of the sessions were cancelled', share: 0.5, hoursAgo: 30, hasAccount: true },
  { state: 'to-transfer', reason: 'The company pays for it now', share: 1, hoursAgo: 50 },
  { state: 'at-gateway', reason: 'Wrong course', share: 1, hoursAgo: 1, isByGateway: true },
  {
    state: 'failed',
    reason: 'Bought by mistake',
    share: 1,
    hoursAgo: 44,
    isByGateway: true,
    failure: 'Refund was denied by the issuer',
  },
  { state: 'done', reason: 'One of the speakers was absent', share: 0.25, hoursAgo: 60, hasAccount: true },
  {
    state: 'rejected',
    reason: 'Did not like it',
    share: 1,
    hoursAgo: 90,
    failure: 'They watched all lessons, which the terms exclude',
  },
  { state: 'cancelled', reason: 'Cannot attend', share: 1, hoursAgo: 110, failure: 'They take the next class instead' },
];

const decided: ReadonlySet<string> = new Set(['to-transfer', 'at-gateway', 'failed', 'done', 'rejected']);
/** Age of the orders, so that each refund comes after the payment. */
const orderDays = 8;

type Rows = Pick<DemoRows, 'refund' | 'refundItem' | 'payment'>;

/** Parts of a refund by items of its order. */
function itemsOf(refundId: string, amount: number, order: DemoRows['order'][number], all: DemoRows['orderItem']) {
  const items = all
    .filter(({ orderId }) => orderId === order.id)
    .map(({ discountAmount = 0, ...item }) => ({ ...item, discountAmount }));
  const parts = partsOf(amount, paidOf(order.totalAmount, items));
  return items.map(({ line }, i) => ({ refundId, line, amount: parts[i]! }));
}

/** Way of a refund that its gateway pays back. */
const byGateway = (tenant: World['tenant'], orderId: string) => ({
  gateway: tenant === 'cyber' ? ('xendit' as const) : ('midtrans' as const),
  method: tenant === 'cyber' ? 'DANA' : 'QRIS',
  paymentReference: referenceOf(tenant, orderId, 1),
});

interface Staff {
  askedBy: string;
  decidedBy: string;
}

/** Refund of an order by its plan. */
function refundOf(
  { tenant, now }: World,
  n: number,
  order: DemoRows['order'][number],
  { askedBy, decidedBy }: Staff,
): Refund {
  const { state, reason, share, hoursAgo, isByGateway, hasAccount, failure = '' } = plans[n]!;
  const at = (hours: number) => before(now, hours * hour).toISOString();
  const doneAt = state === 'done' ? at(hoursAgo - 20) : null;
  return {
    id: demoId(tenant, 'refund', n),
    orderId: order.id,
    amount: Math.ceil(order.totalAmount * share),
    reason,
    state,
    failure,
    doneAt,
    paymentId: doneAt && demoId(tenant, 'refund payment', n),
    askedBy,
    askedAt: at(hoursAgo),
    removesAccess: share === 1,
    returnedOn: doneAt && jakartaDay(new Date(doneAt)),
    reference: doneAt ? 'BCA-7720011' : '',
    ...(decided.has(state) && { decidedBy, decidedAt: at(hoursAgo - 0.5) }),
    ...(isByGateway && byGateway(tenant, order.id)),
    ...(state === 'at-gateway' && { nextCheckAt: at(-12) }),
    ...(hasAccount && { bank: 'BCA', accountNumber: `44102200${n}`, accountName: order.userName }),
  };
}

/** Entry of the ledger of a refund that was paid back. */
const paymentsOf = (
  { paymentId, orderId, amount, doneAt, reason, reference }: Refund,
  { decidedBy }: Staff,
): Rows['payment'] =>
  paymentId && doneAt
    ? [
        {
          id: paymentId,
          orderId,
          kind: 'refund',
          amount: -amount,
          at: doneAt,
          note: reason,
          provider: manual,
          method: 'Transfer Bank',
          reference,
          byId: decidedBy,
        },
      ]
    : [];

/** The latest old orders, one for each plan. */
export function makeRefunds(
  world: World,
  users: DemoRows['user'],
  orders: DemoRows['order'],
  orderItem: DemoRows['orderItem'],
): Rows {
  const idOfRole = (role: string) => users.find((user) => user.role === role)!.id;
  const staff = { askedBy: idOfRole('customer-service'), decidedBy: idOfRole('admin') };
  const paidBefore = before(world.now, orderDays * day).toISOString();
  const old = orders
    .filter(({ status, paidAt, totalAmount }) => status === 'paid' && paidAt && paidAt < paidBefore && totalAmount > 0)
    .toSorted((one, other) => (one.paidAt! < other.paidAt! ? 1 : -1));
  const rows: Rows = { refund: [], refundItem: [], payment: [] };
  for (const n of plans.keys()) {
    const order = old[n * 2];
    if (!order) continue;
    const refund = refundOf(world, n, order, staff);
    rows.refund.push(refund);
    rows.payment.push(...paymentsOf(refund, staff));
    rows.refundItem.push(...itemsOf(refund.id, refund.amount, order, orderItem));
  }
  return rows;
}
