/** Orders made here, for members and by the shop. */
import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { dayMs, startOfDay } from '#contract/kernel/days.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { makeOrder } from '#contract/order/new-order.ts';
import { productKey } from '#contract/pricing/purchase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { findMember, findUsedUniqueCodes, insertOrder, readDatabaseTime, reserveNumber } from './creation-queries.ts';
import { type PricedBasket, priceBasket } from './quoting.ts';
import { applyStatus } from './status.ts';

type Basket = Pick<z.output<NonNullable<typeof makeOrder.body>>, 'userId' | 'items' | 'voucherCode'>;

/** How an order is made: by staff, payable by bank transfer for some days, or by the shop, which reports the payment. */
type Origin = { by: 'staff'; payableDays: number } | { by: 'shop'; externalId: string; paymentProvider: string };

/** Last moment of the day that is `days` later. */
const endAfter = (day: string, days: number) => new Date(startOfDay(day) + (days + 1) * dayMs - 1).toISOString();

/** Maximum unique code; codes from 1 are added to the amount to identify the transfer. */
const maxCode = 999;

/** Random code that is not taken; if all are taken, any code. */
function freeCode(taken: ReadonlySet<number>): number {
  const free = Array.from({ length: maxCode }, (_, index) => index + 1).filter((code) => !taken.has(code));
  return free[randomInt(Math.max(free.length, 1))] ?? randomInt(1, maxCode + 1);
}

/** 409 if an item cannot be sold now, or if the price differs from the one that was `seen`. */
function check({ items, problems, voucherProblem, totalAmount }: PricedBasket, seen: number | undefined): void {
  for (const item of items) {
    const problem = problems.get(productKey(item));
    if (problem) throw conflict(`“${item.name}”: ${problem}`, 'items');
  }
  if (voucherProblem) throw conflict(voucherProblem, 'voucherCode');
  if (seen !== undefined && totalAmount !== seen)
    throw conflict(`The price is ${formatMoney(totalAmount)} by now, no longer ${formatMoney(seen)}`, 'totalAmount');
}

const buyer = ({ id, name, email, phoneNumber }: Awaited<ReturnType<typeof findMember>>) => ({
  userId: id,
  userName: name,
  userEmail: email,
  userPhone: phoneNumber,
});

const sums = (
  { subtotal, discountAmount, voucher, voucherAmount, totalAmount }: PricedBasket,
  uniqueCode: number | null,
) => ({
  subtotal,
  discountAmount,
  voucherCode: voucher?.code ?? null,
  voucherAmount,
  uniqueCode,
  totalAmount: totalAmount + (uniqueCode ?? 0),
});

const itemsOf = ({ items }: PricedBasket) =>
  items.map(({ productType, productId, name: productName, price, discountAmount, discount }) => ({
    productType,
    productId,
    productName,
    price,
    discountAmount,
    discountId: discount?.id ?? null,
    discountName: discount?.name ?? null,
  }));

/** Payment of an order before it is paid, with the code that identifies a bank transfer. */
async function paymentOf(db: Db, origin: Origin, { totalAmount }: PricedBasket, day: string) {
  const isFree = totalAmount === 0;
  if (origin.by === 'shop') {
    const { externalId, paymentProvider } = origin;
    return { externalId, paymentProvider, paymentMethod: isFree ? 'Gratis' : '', isOurs: false, uniqueCode: null };
  }
  return {
    paymentProvider: 'manual',
    paymentMethod: isFree ? 'Gratis' : 'Transfer Bank',
    isOurs: true,
    uniqueCode: isFree ? null : freeCode(await findUsedUniqueCodes(db, totalAmount)),
    expiredAt: isFree ? null : endAfter(day, origin.payableDays),
  };
}

/**
 * Creates an order; the returned `totalAmount` includes the unique code. 409 if an item or voucher does not apply now, or
 * the price is not the total that was `seen`; 400 if the user is not a member. With nothing to pay, it is paid at once,
 * as by `setStatus`.
 */
export async function createOrder(db: Db, tenant: Tenant, basket: Basket, seen: number | undefined, origin: Origin) {
  // Before the price: a concurrent order may give the member the same product.
  const member = await findMember(db, basket.userId, true);
  const { day } = await readDatabaseTime(db);
  const priced = await priceBasket(db, { ...basket, at: null });
  check(priced, seen);
  const invoiceNumber = await reserveNumber(db, tenant, day);
  const payment = await paymentOf(db, origin, priced, day);
  const order = { invoiceNumber, ...buyer(member), ...payment, ...sums(priced, payment.uniqueCode) };
  const orderId = await insertOrder(db, { order, items: itemsOf(priced), voucherId: priced.voucher?.id });
  if (priced.totalAmount === 0) await applyStatus(db, orderId, 'paid');
  return { orderId, invoiceNumber, totalAmount: order.totalAmount };
}
