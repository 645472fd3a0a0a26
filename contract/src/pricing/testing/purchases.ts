/** Baskets with rules as tests generate them, and the arithmetic of the domain in plain words to hold prices against. */
import fc from 'fast-check';
import type { BasketItem, DiscountRule, VoucherRule } from '../purchase.ts';

export const now = Date.parse('2026-11-23T05:00:00Z');

const types = ['courses', 'learning paths', 'subscriptions', 'products'] as const;
const ref = fc.record({ productType: fc.constantFrom(...types), productId: fc.constantFrom('a', 'b', 'c') });
export const keyOf = (one: { productType: string; productId: string }) => `${one.productType}/${one.productId}`;
const price = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 1_000_000_000 }));
const moment = fc.option(
  fc
    .tuple(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0, -60_000, 1, -30_000))
    .map(([hours, ms]) => new Date(now + hours * 3_600_000 + ms).toISOString()),
  { nil: null },
);
const reduction = fc.oneof(
  fc.record({ type: fc.constant(2 as const), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ type: fc.constantFrom(0 as const, 1 as const), value: price }),
);
const often = fc.integer({ min: 0, max: 9 }).map((n) => n > 0);
const common = {
  reduction,
  startDate: moment,
  endDate: moment,
  isActive: often,
  products: fc.array(ref, { maxLength: 6 }),
};
const discounts = fc
  .array(fc.record(common), { maxLength: 6 })
  .map((all) =>
    all.map(({ reduction: own, ...rule }, n): DiscountRule => ({ id: `d${n}`, name: `D${n}`, ...own, ...rule })),
  );
const vouchers = fc
  .array(
    fc.record({
      ...common,
      isPublished: often,
      allProduct: fc.boolean(),
      maxDiscount: fc.option(price, { nil: null }),
      minPurchase: fc.option(price, { nil: null }),
      quota: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
      usedCount: fc.integer({ min: 0, max: 2 }),
      memberQuota: fc.integer({ min: 1, max: 3 }),
      usedByMember: fc.integer({ min: 0, max: 1 }),
      isStackable: fc.boolean(),
      isCodeSpent: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
    { maxLength: 4 },
  )
  .map((all) =>
    all.map(({ reduction: own, ...rule }, n): VoucherRule => ({
      id: `v${n}`,
      name: `V${n}`,
      code: `KODE${n}`,
      ...own,
      ...rule,
    })),
  );
/** Up to 8 items, 6 discounts and 4 vouchers, bought at {@link now}. */
export const purchases = fc.record({
  items: fc
    .uniqueArray(fc.record({ ref, price }), { selector: ({ ref: one }) => keyOf(one), maxLength: 8 })
    .map((all) => all.map((one): BasketItem => ({ ...one.ref, price: one.price, name: keyOf(one.ref) }))),
  discounts,
  vouchers,
  code: fc.constantFrom(null, 'KODE0', 'kode1', 'LAIN'),
  at: fc.constant(now),
  floor: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
  uniqueCode: fc.option(fc.integer({ min: 1, max: 999 }), { nil: null }),
});

/** Whole rupiah that are left of a price, in exact arithmetic. */
export function left(amount: bigint, { type, value }: { type: number; value: number }): bigint {
  if (type === 0) return amount < BigInt(value) ? amount : BigInt(value);
  if (type === 1) return amount > BigInt(value) ? amount - BigInt(value) : 0n;
  return (amount * BigInt(100 - value)) / 100n;
}
export const has = (rule: DiscountRule, item: BasketItem) => rule.products.map(keyOf).includes(keyOf(item));
/** An end that is a whole minute includes that minute; any other is excluded itself. */
export const hasEnded = ({ endDate }: Pick<DiscountRule, 'endDate'>) =>
  endDate !== null &&
  (endDate.endsWith(':00.000Z')
    ? Date.parse(endDate.replace(/:00\.000Z$/, ':59.999Z')) < now
    : Date.parse(endDate) <= now);
export const runs = (rule: DiscountRule) =>
  rule.isActive && (rule.startDate === null || new Date(rule.startDate).getTime() <= now) && !hasEnded(rule);
export const plus = (all: readonly bigint[]) => all.reduce((sum, one) => sum + one, 0n);

/** Number of random baskets of a property: 1,000 in the gate, 10,000 in the system tier. */
export const propertyRuns = { numRuns: Number(process.env['BASKETS'] ?? 1_000) };
