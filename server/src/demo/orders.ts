/** Orders of one year, increasing over time, in every status; the sums are consistent (domain.md, Order). */
import { jakartaDay } from '#contract/kernel/days.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import { amountOff } from '#contract/pricing/price.ts';
import { demoId } from './demo-id.ts';
import { dice, type Dice } from './dice.ts';
import type { Discounts } from './discounts.ts';
import { before, day, hour, minute } from './moments.ts';
import { type Product, productsOnSale } from './products.ts';
import type { DemoRows, Identified, Row, World } from './records.ts';

export type Orders = Pick<DemoRows, 'order' | 'orderItem'>;
type Order = Identified<'order'>;
type Item = Row<'orderItem'>;

const count = 400;
/** Time until an unpaid order expires. */
const paymentTime = 3 * day;
/** Time from a payment to its refund. */
const refundTime = 4 * day;

const fresh: Partial<Record<OrderStatus, number>> = { unpaid: 25, pending: 20, paid: 50, cancelled: 5 };
const settled: Partial<Record<OrderStatus, number>> = { paid: 72, expired: 12, cancelled: 7, failed: 5, refunded: 4 };

const byHand = { paymentProvider: 'manual', paymentMethod: 'Transfer Bank' };
const payments = [
  byHand,
  { paymentProvider: 'midtrans', paymentMethod: 'QRIS' },
  { paymentProvider: 'midtrans', paymentMethod: 'GoPay' },
  { paymentProvider: 'midtrans', paymentMethod: 'BCA Virtual Account' },
  { paymentProvider: 'xendit', paymentMethod: 'Mandiri Virtual Account' },
  { paymentProvider: 'xendit', paymentMethod: 'Kartu Kredit' },
];
const vouchers = [
  ['KAMPUS25', 25_000],
  ['BELAJAR50', 50_000],
  ['HEMAT100', 100_000],
] as const;

export function makeOrders(
  { tenant, now }: World,
  users: DemoRows['user'],
  courses: DemoRows['course'],
  paths: DemoRows['learningPath'],
  discounts: Discounts,
): Orders {
  const chance = dice(`${tenant} orders`);
  const onSale = productsOnSale(courses, paths, discounts);
  const customers = users.filter(({ role }) => role === 'member');
  const invoiceNumber = invoices(tenant);
  const made = moments(chance, now).map((at, n) => {
    const id = demoId(tenant, 'order', n);
    const customer = chance.pick(
      customers.filter(({ joinedAt }) => joinedAt !== undefined && joinedAt < at.toISOString()),
    );
    const items = chance
      .sample(onSale(at), chance.chance(0.2) ? 2 : 1)
      .map((product, index) => itemOf(id, index + 1, product, at));
    const payment = chance.pick(payments);
    const order: Order = {
      id,
      invoiceNumber: invoiceNumber(at),
      ...buyer(customer),
      ...sums(chance, items, payment === byHand),
      ...payment,
      ...course(chance, at, now),
      createdAt: at.toISOString(),
      updatedAt: at.toISOString(),
    };
    return { order, items };
  });
  return { order: made.map(({ order }) => order), orderItem: made.flatMap(({ items }) => items) };
}

/** Oldest first; the square puts a seventh of them into the last week. */
const moments = (chance: Dice, now: Date): Date[] =>
  Array.from({ length: count }, () =>
    before(now, minute + Math.round(365 * day * (chance.int(0, 10_000) / 10_000) ** 2)),
  ).toSorted((one, other) => one.getTime() - other.getTime());

const buyer = ({ id, name, email, phoneNumber = '' }: Identified<'user'>) => ({
  userId: id,
  userName: name,
  userEmail: email,
  userPhone: phoneNumber,
});

function itemOf(orderId: string, line: number, { type, id, name, price, reductionAt }: Product, at: Date): Item {
  const discount = reductionAt(at);
  return {
    orderId,
    line,
    productType: type,
    productId: id,
    productName: name,
    price,
    discountAmount: amountOff(price, discount),
    discountId: discount?.id ?? null,
    discountName: discount?.name ?? null,
  };
}

/** Sums with product discounts first, then one voucher; a manual transfer has a unique code in its last digits. */
function sums(chance: Dice, items: readonly Item[], isByHand: boolean) {
  const subtotal = items.reduce((sum, { price }) => sum + price, 0);
  const discountAmount = items.reduce((sum, item) => sum + (item.discountAmount ?? 0), 0);
  const [code, value] = chance.pick(vouchers);
  const hasVoucher = chance.chance(0.12) && discountAmount === 0;
  const voucherAmount = hasVoucher ? Math.min(value, subtotal) : 0;
  const uniqueCode = isByHand ? chance.int(1, 999) : null;
  return {
    subtotal,
    discountAmount,
    voucherCode: hasVoucher ? code : null,
    voucherAmount,
    uniqueCode,
    totalAmount: subtotal - discountAmount - voucherAmount + (uniqueCode ?? 0),
  };
}

/** Final status and its dates; only orders within their payment time can be open. */
function course(chance: Dice, at: Date, now: Date): Pick<Order, 'status' | 'paidAt' | 'refundedAt' | 'expiredAt'> {
  const deadline = at.getTime() + paymentTime;
  const status = chance.weighted((deadline > now.getTime() ? fresh : settled) as Record<OrderStatus, number>);
  const paid = at.getTime() + chance.int(1, Math.min(20 * hour, now.getTime() - at.getTime()));
  return {
    status,
    paidAt: status === 'paid' || status === 'refunded' ? new Date(paid).toISOString() : null,
    refundedAt: status === 'refunded' ? new Date(Math.min(paid + refundTime, now.getTime())).toISOString() : null,
    expiredAt: ['unpaid', 'pending', 'expired'].includes(status) ? new Date(deadline).toISOString() : null,
  };
}

/** INV/{tenant}/{yyyymmdd}/{seq}; the sequence restarts each day in Jakarta. */
function invoices(tenant: string): (at: Date) => string {
  const used = new Map<string, number>();
  return (at) => {
    const date = jakartaDay(at).replaceAll('-', '');
    const sequence = (used.get(date) ?? 0) + 1;
    used.set(date, sequence);
    return `INV/${tenant}/${date}/${String(sequence).padStart(4, '0')}`;
  };
}
