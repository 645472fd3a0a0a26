/** Rules of orders: status changes with their effects on access and voucher use, and orders made here. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { holdsVoucher, nextStatuses, opensItems } from '#contract/order/rules.ts';
import { type OrderStatus, orderStatusLabels } from '#contract/order/status.ts';
import { dayMs, startOfDay } from '#contract/kernel/days.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { setOrderStatus } from '#contract/order/endpoints.ts';
import type { makeOrder } from '#contract/order/new-order.ts';
import { productKey } from '#contract/pricing/purchase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { closeItems, openItems, reopenItems } from '#shared/order-access.ts';
import { findOrder } from './order-record.ts';
import { findOrderForStatus } from './queries.ts';
import { findMember, findUsedUniqueCodes, insertOrder, readDatabaseTime, reserveNumber } from './creation-queries.ts';
import { type PricedBasket, priceBasket } from './quoting.ts';

/** Holds or releases the use of the order's voucher. Holding it again is subject to the voucher's limits: 409. */
const setVoucherHeld = (db: Db, orderId: string, isHeld: boolean) =>
  isHeld
    ? sql`update voucher_redemption set released_at = null where order_id = ${orderId} and released_at is not null`.execute(
        db,
      )
    : sql`update voucher_redemption set released_at = now() where order_id = ${orderId} and released_at is null`.execute(
        db,
      );

/** Payment time that a status change sets, if any. An undone payment leaves none, and an undone refund the former one. */
function paidAtOf(from: OrderStatus, to: OrderStatus, isUndo: boolean): { paidAt?: string | null } {
  if (!isUndo) return opensItems(to) ? { paidAt: new Date().toISOString() } : {};
  return opensItems(from) ? { paidAt: null } : {};
}

/**
 * How a status is set. `isUndo`: gives back the former status, with what the order had opened. `removeAccess`: takes the
 * access back that a paid order gave; an undo always does.
 */
interface Way {
  isUndo?: boolean;
  removeAccess?: boolean;
}

/** Sets any status and applies its effects; the order must be locked. */
export async function applyStatus(
  db: Db,
  id: string,
  to: OrderStatus,
  { isUndo = false, removeAccess = true }: Way = {},
): Promise<void> {
  const order = await findOrderForStatus(db, id);
  if (holdsVoucher(order.status) !== holdsVoucher(to)) await setVoucherHeld(db, id, holdsVoucher(to));
  if (opensItems(to) && !opensItems(order.status)) await (isUndo ? reopenItems : openItems)(db, order);
  await updateRecord(db, 'order', id, { status: to, ...paidAtOf(order.status, to, isUndo) });
  if (opensItems(order.status) && !opensItems(to) && (removeAccess || isUndo)) await closeItems(db, order);
}

/** Locks the member, before the order is locked: orders of one member can open and close the same products. */
export const lockMember = (db: Db, orderId: string) =>
  sql`select 1 from "user" where id = (select user_id from "order" where id = ${orderId}) for no key update`.execute(
    db,
  );

type StatusChange = z.output<NonNullable<typeof setOrderStatus.body>>;

/** Sets a status; 409 if the transition is not allowed. */
export async function setStatus(
  db: Db,
  id: string,
  { status: to, removeAccess }: StatusChange,
  ifMatch: number | null,
) {
  await lockMember(db, id);
  await lockForUpdate(db, 'order', id, ifMatch);
  const { status } = await findOrderForStatus(db, id);
  if (status === to) return findOrder(db, id);
  if (!nextStatuses[status].includes(to))
    throw conflict(`An order that is ${orderStatusLabels[status]} cannot become ${orderStatusLabels[to]}`, 'status');
  await applyStatus(db, id, to, { removeAccess });
  return findOrder(db, id);
}

type Draft = z.output<NonNullable<typeof makeOrder.body>>;

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
function check({ items, problems, voucherProblem, totalAmount }: PricedBasket, seen: number): void {
  for (const item of items) {
    const problem = problems.get(productKey(item));
    if (problem) throw conflict(`“${item.name}”: ${problem}`, 'items');
  }
  if (voucherProblem) throw conflict(voucherProblem, 'voucherCode');
  if (totalAmount !== seen)
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

/**
 * Creates an order; the returned `totalAmount` includes the unique code. 409 if an item or voucher does not apply now, or
 * the price is not the `totalAmount` that was seen; 400 if the user is not a member. With nothing to pay, it is paid at
 * once, as by `setStatus`.
 */
export async function createOrder(db: Db, tenant: Tenant, { totalAmount: seen, payableDays, ...basket }: Draft) {
  // Before the price: a concurrent order may give the member the same product.
  const member = await findMember(db, basket.userId, true);
  const { day } = await readDatabaseTime(db);
  const priced = await priceBasket(db, { ...basket, at: null });
  check(priced, seen);
  const invoiceNumber = await reserveNumber(db, tenant, day);
  const isFree = seen === 0;
  const uniqueCode = isFree ? null : freeCode(await findUsedUniqueCodes(db, seen));
  const payment = {
    paymentMethod: isFree ? 'Gratis' : 'Transfer Bank',
    expiredAt: isFree ? null : endAfter(day, payableDays),
  };
  const order = { invoiceNumber, ...buyer(member), ...sums(priced, uniqueCode), ...payment };
  const orderId = await insertOrder(db, { order, items: itemsOf(priced), voucherId: priced.voucher?.id });
  if (isFree) await applyStatus(db, orderId, 'paid');
  return { orderId, invoiceNumber, totalAmount: seen + (uniqueCode ?? 0) };
}
