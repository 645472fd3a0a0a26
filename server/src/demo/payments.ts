/** Ledger of the demo's orders: payments and refunds, orders paid in parts, evidence and corrections. */
import { demoId } from './demo-id.ts';
import { before, hour } from './moments.ts';
import { manual } from '#contract/payment/ledger.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Payment = Identified<'payment'>;
type Order = DemoRows['order'][number];

/** Receipt, a file of the app. */
const evidence = '/demo/module.pdf';

/** Unpaid orders that have a first part of their total. */
const inParts = 3;

const ofOrder = ({ id, paymentProvider: provider, paymentMethod: method }: Order) => ({
  orderId: id,
  provider,
  method,
});

/** Payment and refund that follow from an order's status and dates. */
function settled(order: Order): Omit<Payment, 'id'>[] {
  const { paidAt, refundedAt, totalAmount } = order;
  if (!paidAt || totalAmount === 0) return [];
  const isByHand = order.paymentProvider === manual;
  const reference = isByHand ? '' : `TRX-${order.invoiceNumber.replaceAll(/\D/g, '')}`;
  const charge = { ...ofOrder(order), kind: 'charge', reference, amount: totalAmount, at: paidAt } as const;
  return [
    charge,
    ...(refundedAt ? [{ ...ofOrder(order), kind: 'refund', amount: -totalAmount, at: refundedAt } as const] : []),
  ];
}

/** First part of an open order, recorded by hand: one with evidence, one after a mistake that was taken back. */
function partly({ now }: World, order: Order, n: number, byId: string): Omit<Payment, 'id'>[] {
  const amount = Math.floor(order.totalAmount / 2000) * 1000;
  const hoursAgo = (hours: number) => {
    const at = before(now, hours * hour).toISOString();
    return order.createdAt && order.createdAt > at ? order.createdAt : at;
  };
  const at = hoursAgo(n + 1);
  const byHand = { orderId: order.id, provider: manual, method: 'Transfer Bank', byId, at } as const;
  const part = {
    ...byHand,
    kind: 'charge',
    reference: `BCA-${4_410_220 + n}`,
    amount,
    note: 'First half; the rest follows on payday',
    evidence: n === 0 ? evidence : null,
  } as const;
  if (n !== 1) return [part];
  const mistake = { ...byHand, at: hoursAgo(3), note: 'Seen in the statement' };
  return [
    { ...mistake, amount: order.totalAmount - 1, kind: 'charge' },
    { ...mistake, amount: 1 - order.totalAmount, kind: 'adjustment', note: '' },
    part,
  ];
}

/** Entries in the order in which they happened; an adjustment takes the entry before it back. */
export function makePayments(
  world: World,
  users: DemoRows['user'],
  orders: DemoRows['order'],
): Pick<DemoRows, 'payment'> {
  const staff = users.find(({ role }) => role === 'customer-service')!;
  const open = orders.filter(({ status, totalAmount }) => status === 'unpaid' && totalAmount > 2000).slice(-inParts);
  const entries = [...orders.flatMap(settled), ...open.flatMap((order, n) => partly(world, order, n, staff.id))];
  const idOf = (n: number) => demoId(world.tenant, 'payment', n);
  return {
    payment: entries.map((entry, n) => ({
      id: idOf(n),
      ...entry,
      reverses: entry.kind === 'adjustment' ? idOf(n - 1) : null,
    })),
  };
}
