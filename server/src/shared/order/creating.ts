/** Orders made here, for members and by the shop. */
import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import { dayMs, startOfDay } from '#contract/kernel/days.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { makeOrder } from '#contract/order/new-order.ts';
import { type ProductRef, productKey } from '#contract/pricing/purchase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import { checkProof } from '../proof.ts';
import { findMember, findUsedUniqueCodes, insertOrder, readDatabaseTime, reserveNumber } from './creation-queries.ts';
import { type PricedBasket, priceBasket } from './quoting.ts';
import { lockPlaces } from '../course-places.ts';
import { addSeats, findBuyer, findSeller } from './seats.ts';
import { applyStatus } from './status.ts';

type Body = z.output<NonNullable<typeof makeOrder.body>>;
type Basket = Pick<Body, 'userId' | 'voucherCode'> & { items: readonly (ProductRef & { quantity?: number })[] };
type CompanyPart = Pick<Body, 'companyId' | 'purchaseOrder' | 'purchaseOrderFile' | 'seatsEnd'>;

/** How an order is made: by staff, payable by bank transfer for some days, or by the shop, which reports the payment. */
type Origin =
  | ({ by: 'staff'; payableDays: number } & Partial<CompanyPart>)
  | { by: 'shop'; externalId: string; paymentProvider: string };

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

const itemsOf = ({ items, seatsOf }: PricedBasket) =>
  items.map((item) => ({
    productType: item.productType,
    productId: item.productId,
    productName: item.name,
    price: item.price,
    discountAmount: item.discountAmount,
    quantity: seatsOf(item),
    discountId: item.discount?.id ?? null,
    discountName: item.discount?.name ?? null,
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

/** Columns of a company's order. 400 if the company or the uploaded purchase order does not exist. */
async function companyOf(db: Db, origin: Origin) {
  if (origin.by !== 'staff' || !origin.companyId) return undefined;
  const { companyId, purchaseOrder = '', purchaseOrderFile = null, seatsEnd = null } = origin;
  if (seatsEnd !== null && Date.parse(seatsEnd) <= Date.now()) throw badRequest('Ends in the past', 'seatsEnd');
  await checkProof(db, purchaseOrderFile, 'purchaseOrderFile');
  return {
    company: await findBuyer(db, companyId),
    columns: { companyId, purchaseOrder, purchaseOrderFile },
    seatsEnd,
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
  const bought = await companyOf(db, origin);
  await lockPlaces(
    db,
    basket.items.filter(({ productType }) => productType === 'courses').map(({ productId }) => productId),
  );
  const priced = await priceBasket(db, { ...basket, companyId: bought?.company.id ?? null, at: null });
  check(priced, seen);
  const invoiceNumber = await reserveNumber(db, tenant, day);
  const payment = await paymentOf(db, origin, priced, day);
  const seatOf = priced.voucher && (await findSeller(db, priced.voucher.id, priced.totalAmount));
  const order = {
    invoiceNumber,
    ...buyer(member),
    ...payment,
    ...sums(priced, payment.uniqueCode),
    ...bought?.columns,
    seatOf,
  };
  const items = itemsOf(priced);
  const orderId = await insertOrder(db, { order, items, voucherId: priced.voucher?.id });
  if (bought) await addSeats(db, { orderId, items, company: bought.company, endsAt: bought.seatsEnd });
  if (priced.totalAmount === 0) await applyStatus(db, orderId, 'paid');
  return { orderId, invoiceNumber, totalAmount: order.totalAmount };
}
