/** Price of a basket over time, which changes only when a discount or a voucher starts or ends. Pure. */
import { endOf, isInForce, startOf } from './price.ts';
import type { DiscountRule, Purchase } from './purchase.ts';
import { quote } from './quote.ts';

/** From `start` to before `end`, in milliseconds since 1970. */
export interface PricePeriod {
  start: number;
  end: number;
  totalAmount: number;
  discounts: readonly { id: string; name: string }[];
  voucher: { id: string; name: string; code: string } | null;
}

/** Rule without the products that have left it. */
const heldAt = (rule: DiscountRule, at: number): DiscountRule => ({
  ...rule,
  products: rule.products.filter(({ leavesAt }) => !leavesAt || at < Date.parse(leavesAt)),
});

/** Price at a moment and the rules that lower it. */
function chargedAt(purchase: Purchase, at: number): Omit<PricePeriod, 'start' | 'end'> {
  const discounts = purchase.discounts.filter((rule) => isInForce(rule, at)).map((rule) => heldAt(rule, at));
  const { items, voucher, totalAmount } = quote({ ...purchase, discounts, at });
  const applied = new Map(items.flatMap(({ discount }) => (discount ? [[discount.id, discount]] : [])));
  return { totalAmount, discounts: [...applied.values()], voucher };
}

/** Consecutive periods with the same price and rules from `start` to before `end`. */
export function pricePeriods(purchase: Purchase, start: number, end: number): PricePeriod[] {
  const turns = [...purchase.discounts, ...purchase.vouchers]
    .filter(({ isActive }) => isActive)
    .flatMap((rule) => [startOf(rule), endOf(rule)])
    .filter((at) => start < at && at < end);
  const starts = [...new Set([start, ...turns])].toSorted((one, other) => one - other);
  const periods: PricePeriod[] = [];
  let lastKey = '';
  for (const [index, at] of starts.entries()) {
    const charged = chargedAt(purchase, at);
    const until = starts[index + 1] ?? end;
    const key = JSON.stringify(charged);
    const last = periods.at(-1);
    if (last && key === lastKey) last.end = until;
    else periods.push({ start: at, end: until, ...charged });
    lastKey = key;
  }
  return periods;
}
