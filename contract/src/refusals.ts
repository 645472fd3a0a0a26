/**
 * Why a rule does not apply to a purchase: every condition that fails, what it saw, and the nearest change that makes it
 * pass. Once all the changes of a rule are made, it applies; a code that is spent needs another code. Pure.
 */
import { isOver } from './price.ts';
import {
  type DiscountRule,
  type DiscountedItem,
  type ProductRef,
  type Purchase,
  type VoucherRule,
  discountedItem,
  isFor,
  totalOf,
  voucherShares,
} from './purchase.ts';

const refOf = ({ productType, productId }: ProductRef): ProductRef => ({ productType, productId });

/** `needs` of `product`: what of the basket it would have to be for; null where nothing can be done with this basket. */
export type Failure =
  | { condition: 'active' | 'published' | 'stackable'; saw: false; needs: true }
  /** ISO 8601: when it is bought; when it may be first, or what the end must lie after. */
  | { condition: 'start' | 'end'; saw: string; needs: string }
  | { condition: 'code'; saw: string | null; needs: string }
  | { condition: 'product'; saw: readonly ProductRef[]; needs: ProductRef | null }
  /** Rupiah: what it is for comes to; the least that will do. */
  | { condition: 'purchase'; saw: number; needs: number }
  /** The code was used by another order; it wants one that was not. */
  | { condition: 'spent code'; saw: string; needs: null }
  /** Times: used; the limit that lets in one more. */
  | { condition: 'quota' | 'member quota'; saw: number; needs: number }
  /** Rupiah: what has to be paid without it; what it must come to; null where there is nothing to lower. */
  | { condition: 'price'; saw: number; needs: number | null };

export interface Refusal {
  kind: 'discount' | 'voucher';
  id: string;
  name: string;
  failures: readonly Failure[];
}

const iso = (at: number) => new Date(at).toISOString();

function switchFailures({ isActive, startDate, endDate }: DiscountRule, at: number): Failure[] {
  const failures: Failure[] = [];
  if (!isActive) failures.push({ condition: 'active', saw: false, needs: true });
  if (startDate !== null && at < Date.parse(startDate))
    failures.push({ condition: 'start', saw: iso(at), needs: iso(Date.parse(startDate)) });
  if (isOver({ startDate, endDate }, at)) failures.push({ condition: 'end', saw: iso(at), needs: iso(at) });
  return failures;
}

/** To be below this price by a rupiah; what is free cannot be. */
const below = (price: number): Failure => ({ condition: 'price', saw: price, needs: price > 0 ? price - 1 : null });

/** The dearest, which has the most to take off; of equal ones the first. */
const dearest = (items: readonly DiscountedItem[]): DiscountedItem | undefined =>
  items.reduce<DiscountedItem | undefined>(
    (most, item) => (most && most.discountedPrice >= item.discountedPrice ? most : item),
    undefined,
  );

/** What stands against a discount that applies to none of the items. */
export function discountFailures(rule: DiscountRule, items: readonly DiscountedItem[], { at }: Purchase): Failure[] {
  const failures = switchFailures(rule, at);
  const its = items.filter((item) => isFor(rule, item));
  if (its.length === 0) failures.push(productFailure(items));
  const nearest = dearest(its.length > 0 ? its : items);
  const meant = its.length > 0 ? its : items.filter((item) => item === nearest);
  if (nearest && !meant.some((item) => isBest(rule, item))) failures.push(below(nearest.discountedPrice));
  return failures;
}

/** Whether it would be the one that applies to an item if it were in force and for it. */
const isBest = (rule: DiscountRule, item: DiscountedItem) =>
  discountedItem(item, [...(item.discount ? [item.discount] : []), { ...rule, products: [item] }]).discount?.id ===
  rule.id;

function productFailure(items: readonly DiscountedItem[]): Failure {
  const nearest = dearest(items);
  return { condition: 'product', saw: items.map(refOf), needs: nearest ? refOf(nearest) : null };
}

/** What stands against a voucher, and the items that it may be used for. */
export function voucherFailures(
  voucher: VoucherRule,
  items: readonly DiscountedItem[],
  { at, code }: Purchase,
): { failures: Failure[]; eligible: readonly DiscountedItem[] } {
  const failures = switchFailures(voucher, at);
  const typed = code?.trim().toUpperCase() || null;
  if (!voucher.isPublished) failures.push({ condition: 'published', saw: false, needs: true });
  if (typed !== voucher.code) failures.push({ condition: 'code', saw: typed, needs: voucher.code });
  if (voucher.isCodeSpent) failures.push({ condition: 'spent code', saw: voucher.code, needs: null });
  const used = [
    ['quota', voucher.usedCount, voucher.quota ?? Infinity],
    ['member quota', voucher.usedByMember, voucher.memberQuota],
  ] as const;
  for (const [condition, times, most] of used)
    if (times >= most) failures.push({ condition, saw: times, needs: times + 1 });
  const eligible = eligibleFor(voucher, items, failures);
  const sum = totalOf(eligible.map(({ discountedPrice }) => discountedPrice));
  if (eligible.length > 0 && voucher.minPurchase !== null && sum < voucher.minPurchase)
    failures.push({ condition: 'purchase', saw: sum, needs: voucher.minPurchase });
  if (eligible.length > 0 && totalOf(voucherShares(voucher, eligible)) === 0) failures.push(below(sum));
  return { failures, eligible };
}

/** What it is for, or would be once what stands against that is mended. */
function eligibleFor(voucher: VoucherRule, items: readonly DiscountedItem[], failures: Failure[]) {
  let its = voucher.allProduct ? items : items.filter((item) => isFor(voucher, item));
  if (its.length === 0) {
    failures.push(productFailure(items));
    const nearest = dearest(items);
    its = nearest ? [nearest] : [];
  }
  const free = its.filter(({ discount }) => voucher.isStackable || discount === null);
  if (its.length > 0 && free.length === 0) failures.push({ condition: 'stackable', saw: false, needs: true });
  return free.length > 0 ? free : its;
}
