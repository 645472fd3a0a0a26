/** Ledger of the demo's orders: payments and refunds, orders paid in parts, evidence and corrections. */
import { demoId } from './demo-id.ts';
import { before, hour } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Payment = Identified<'payment'>;
type Order = DemoRows['order'][number];

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
  const isByHand = order.paymentProvider === 'manual';
  const reference = isByHand ? '' : `TRX-${order.invoiceNumber.replaceAll(/\D/g, '')}`;
  const charge = { ...ofOrder(order), kind: 'charge', reference, amount: totalAmount, at: paidAt } as const;
  return [
    charge,
    ...(refundedAt ? [{ ...ofOrder(order), kind: 'refund', amount: -totalAmount, at: refundedAt } as const] : []),
  ];
}

/** First part of an open order, recorded by hand, and for the first of them a mistake that was corrected. */
function partly({ now }: World, order: Order, n: number, userId: string): Omit<Payment, 'id'>[] {
  const part = Math.max(Math.floor(order.totalAmount / 2 / 1000) * 1000, 1);
  const byHand = { orderId: order.id, provider: 'manual', method: 'Transfer Bank', byId: userId } as const;
  return [
    {
      ...byHand,
      kind: 'charge',
      reference: `BCA-${4_410_220 + n}`,
      amount: part,
      at: before(now, (n + 1) * hour).toISOString(),
      note: 'First half; the rest follows on payday',
    },
  ];
}

/** Entries in the order in which they happened. */
export function makePayments(
  world: World,
  users: DemoRows['user'],
  orders: DemoRows['order'],
): Pick<DemoRows, 'payment'> {
  const staff = users.find(({ role }) => role === 'customer-service')!;
  const open = orders.filter(({ status, totalAmount }) => status === 'unpaid' && totalAmount > 2000).slice(-inParts);
  const entries = [...orders.flatMap(settled), ...open.flatMap((order, n) => partly(world, order, n, staff.id))];
  return { payment: entries.map((entry, n) => ({ id: demoId(world.tenant, 'payment', n), ...entry })) };
}
