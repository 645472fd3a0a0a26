/**
 * Reasons why a rule does not apply to a purchase: every failed condition with its actual value (`saw`) and the nearest
 * value that satisfies it (`needs`). With all of them changed, the rule applies; a spent code needs another code. Pure.
 */
import { isOver } from './price.ts';
import {
  type DiscountRule,
  type DiscountedItem,
  type ProductRef,
  type Purchase,
  type VoucherRule,
  discountedItem,
  appliesTo,
  totalOf,
  voucherShares,
} from './purchase.ts';

const refOf = ({ productType, productId }: ProductRef): ProductRef => ({ productType, productId });

/**
 * Failed condition. `needs` of `product`: product of the basket that the rule would have to include; null if no change
 * of the rule helps this basket.
 */
export type Failure =
  | { condition: 'active' | 'published' | 'stackable'; saw: false; needs: true }
  /** ISO 8601: time of purchase; earliest start, or time that the end must lie after. */
  | { condition: 'start' | 'end'; saw: string; needs: string }
  | { condition: 'code'; saw: string | null; needs: string }
  | { condition: 'product'; saw: readonly ProductRef[]; needs: ProductRef | null }
  /** Rupiah: sum of eligible items; required minimum. */
  | { condition: 'purchase'; saw: number; needs: number }
  /** Code used by another order; an unused code is needed. */
  | { condition: 'spent code'; saw: string; needs: null }
  /** Number of uses; the limit that allows one more. */
  | { condition: 'quota' | 'member quota'; saw: number; needs: number }
  /** Rupiah: price without the rule; the price needed to beat it; null if nothing is left to reduce. */
  | { condition: 'price'; saw: number; needs: number | null };

/** Rule that did not apply, with all its failed conditions. */
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

/** Failure of a rule that does not lower the price; a price of 0 cannot be lowered. */
const below = (price: number): Failure => ({ condition: 'price', saw: price, needs: price > 0 ? price - 1 : null });

/** Most expensive item, which has the most to reduce; of equal ones, the first. */
const dearest = (items: readonly DiscountedItem[]): DiscountedItem | undefined =>
  items.reduce<DiscountedItem | undefined>(
    (most, item) => (most && most.discountedPrice >= item.discountedPrice ? most : item),
    undefined,
  );

/** Failures of a discount that applies to no item. */
export function discountFailures(rule: DiscountRule, items: readonly DiscountedItem[], { at }: Purchase): Failure[] {
  const failures = switchFailures(rule, at);
  const its = items.filter((item) => appliesTo(rule, item));
  if (its.length === 0) failures.push(productFailure(items));
  const nearest = dearest(its.length > 0 ? its : items);
  const meant = its.length > 0 ? its : items.filter((item) => item === nearest);
  if (nearest && !meant.some((item) => isBest(rule, item))) failures.push(below(nearest.discountedPrice));
  return failures;
}

/** Whether the discount would be the best for an item if it were active and assigned to it. */
const isBest = (rule: DiscountRule, item: DiscountedItem) =>
  discountedItem(item, [...(item.discount ? [item.discount] : []), { ...rule, products: [item] }]).discount?.id ===
  rule.id;

function productFailure(items: readonly DiscountedItem[]): Failure {
  const nearest = dearest(items);
  return { condition: 'product', saw: items.map(refOf), needs: nearest ? refOf(nearest) : null };
}

/** Failures of a voucher, and its eligible items. */
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

/** Eligible items, or those that would be eligible after fixing the added failures. */
function eligibleFor(voucher: VoucherRule, items: readonly DiscountedItem[], failures: Failure[]) {
  let its = voucher.allProduct ? items : items.filter((item) => appliesTo(voucher, item));
  if (its.length === 0) {
    failures.push(productFailure(items));
    const nearest = dearest(items);
    its = nearest ? [nearest] : [];
  }
  const free = its.filter(({ discount }) => voucher.isStackable || discount === null);
  if (its.length > 0 && free.length === 0) failures.push({ condition: 'stackable', saw: false, needs: true });
  return free.length > 0 ? free : its;
}
