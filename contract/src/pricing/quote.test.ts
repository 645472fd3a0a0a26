/** Tests the pricing engine: a table of cases, and random baskets against a simple reimplementation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BasketItem, DiscountRule, Purchase, VoucherRule } from './purchase.ts';
import { quote, quoteSeats } from './quote.ts';
import type { Failure } from './refusals.ts';
import { has, keyOf, left, now, plus, purchases, runs, propertyRuns } from './testing/purchases.ts';

const course = (productId: string, price: number): BasketItem => ({
  productType: 'courses',
  productId,
  name: `Kelas ${productId}`,
  price,
});
const [go, sql] = [course('go', 200_000), course('sql', 100_000)];

const discount = (over: Partial<DiscountRule> = {}): DiscountRule => ({
  id: 'd1',
  name: 'Promo November',
  type: 2,
  value: 25,
  startDate: null,
  endDate: null,
  isActive: true,
  products: [go],
  ...over,
});
const voucher = (over: Partial<VoucherRule> = {}): VoucherRule => ({
  ...discount({ id: 'v1', name: 'Hemat', value: 10 }),
  products: [],
  code: 'HEMAT',
  isPublished: true,
  allProduct: true,
  maxDiscount: null,
  minPurchase: null,
  quota: null,
  usedCount: 0,
  memberQuota: 1,
  usedByMember: 0,
  isStackable: false,
  isCodeSpent: false,
  ...over,
});
const purchase = (over: Partial<Purchase> = {}): Purchase => ({
  items: [go],
  discounts: [],
  vouchers: [],
  code: 'HEMAT',
  at: now,
  floor: 0,
  uniqueCode: null,
  ...over,
});
const waterfall = (over: Partial<Purchase>) =>
  quote(purchase(over)).lines.map(({ kind, amount }) => [kind, amount] as const);

describe('lines of a quote', () => {
  it.each<[string, Partial<Purchase>, [string, number][]]>([
    ['is the list price where no rule is', {}, [['list price', 200_000]]],
    [
      'shows of a fixed price what it takes off the list price',
      { discounts: [discount({ type: 0, value: 150_000 })] },
      [
        ['list price', 200_000],
        ['discount', -50_000],
      ],
    ],
    [
      'is not raised by a fixed price',
      { discounts: [discount({ type: 0, value: 250_000 })] },
      [['list price', 200_000]],
    ],
    [
      'ends at nothing, and nothing is recognised by its last digits',
      { discounts: [discount({ type: 1, value: 300_000 })], uniqueCode: 7 },
      [
        ['list price', 200_000],
        ['discount', -200_000],
      ],
    ],
    [
      'tells what is less than a rupiah, of the discount and of the voucher, in one step',
      {
        items: [course('go', 99_999)],
        discounts: [discount({ value: 15 })],
        vouchers: [voucher({ isStackable: true, value: 33 })],
        uniqueCode: 123,
      },
      [
        ['list price', 99_999],
        ['discount', -14_999],
        ['voucher', -28_049],
        ['rounding', -2],
        ['unique code', 123],
      ],
    ],
    [
      'takes an amount off the purchase once',
      { items: [go, sql], vouchers: [voucher({ type: 1, value: 50_000 })] },
      [
        ['list price', 200_000],
        ['list price', 100_000],
        ['voucher', -50_000],
      ],
    ],
    [
      'makes each item cost what a fixed price of a voucher says, and none dearer',
      { items: [go, sql], vouchers: [voucher({ type: 0, value: 150_000 })] },
      [
        ['list price', 200_000],
        ['list price', 100_000],
        ['voucher', -50_000],
      ],
    ],
    [
      'takes at most so much off by a percentage',
      { vouchers: [voucher({ value: 50, maxDiscount: 30_000 })] },
      [
        ['list price', 200_000],
        ['voucher', -30_000],
      ],
    ],
    [
      'leaves what is discounted already to its discount',
      { items: [go, sql], discounts: [discount()], vouchers: [voucher()] },
      [
        ['list price', 200_000],
        ['list price', 100_000],
        ['discount', -50_000],
        ['voucher', -10_000],
      ],
    ],
    [
      'gives back what goes below the floor, and leaves alone what costs less',
      { items: [go, course('mini', 5000)], discounts: [discount({ value: 100 })], floor: 10_000 },
      [
        ['list price', 200_000],
        ['list price', 5000],
        ['discount', -200_000],
        ['floor', 10_000],
      ],
    ],
  ])('%s', (_, over, lines) => expect(waterfall(over)).toEqual(lines));

  it('splits a voucher among items by price, to the rupiah', () => {
    const items = [course('a', 10_000), course('b', 10_000), course('c', 10_000)];
    const { items: quoted } = quote(purchase({ items, vouchers: [voucher({ type: 1, value: 10_001 })] }));
    expect(quoted.map(({ voucherAmount }) => voucherAmount)).toEqual([3334, 3334, 3333]);
  });
});

describe('refusals of a quote', () => {
  const failures = (over: Partial<Purchase>) => quote(purchase(over)).refusals.map((one) => one.failures);
  it.each<[string, Partial<Purchase>, Failure[]]>([
    ['a switch', { discounts: [discount({ isActive: false })] }, [{ condition: 'active', saw: false, needs: true }]],
    [
      'a beginning',
      { discounts: [discount({ startDate: '2026-12-01T00:00:00Z' })] },
      [{ condition: 'start', saw: '2026-11-23T05:00:00.000Z', needs: '2026-12-01T00:00:00.000Z' }],
    ],
    [
      'an end',
      { discounts: [discount({ endDate: '2026-11-23T04:59:00Z' })] },
      [{ condition: 'end', saw: '2026-11-23T05:00:00.000Z', needs: '2026-11-23T05:00:00.000Z' }],
    ],
    [
      'what it is for; the dearest is the nearest',
      { items: [sql, go], discounts: [discount({ products: [{ productType: 'products', productId: 'go' }] })] },
      [
        {
          condition: 'product',
          saw: [
            { productType: 'courses', productId: 'go' },
            { productType: 'courses', productId: 'sql' },
          ],
          needs: { productType: 'courses', productId: 'go' },
        },
      ],
    ],
    [
      'another discount that leaves less',
      { discounts: [discount({ id: 'd2', value: 10 }), discount()] },
      [{ condition: 'price', saw: 150_000, needs: 149_999 }],
    ],
    ['a draft', { vouchers: [voucher({ isPublished: false })] }, [{ condition: 'published', saw: false, needs: true }]],
    ['no code', { vouchers: [voucher()], code: ' ' }, [{ condition: 'code', saw: null, needs: 'HEMAT' }]],
    ['another code', { vouchers: [voucher()], code: 'hema' }, [{ condition: 'code', saw: 'HEMA', needs: 'HEMAT' }]],
    [
      'a smallest purchase',
      { vouchers: [voucher({ minPurchase: 250_000 })] },
      [{ condition: 'purchase', saw: 200_000, needs: 250_000 }],
    ],
    [
      'a spent code',
      { vouchers: [voucher({ isCodeSpent: true })] },
      [{ condition: 'spent code', saw: 'HEMAT', needs: null }],
    ],
    ['a quota', { vouchers: [voucher({ quota: 5, usedCount: 5 })] }, [{ condition: 'quota', saw: 5, needs: 6 }]],
    [
      'that of a member',
      { vouchers: [voucher({ usedByMember: 1 })] },
      [{ condition: 'member quota', saw: 1, needs: 2 }],
    ],
    [
      'nothing to lower',
      { items: [course('go', 0)], vouchers: [voucher()] },
      [{ condition: 'price', saw: 0, needs: null }],
    ],
    [
      'all of them at once',
      { vouchers: [voucher({ isActive: false, isPublished: false, quota: 1, usedCount: 1 })], code: null },
      [
        { condition: 'active', saw: false, needs: true },
        { condition: 'published', saw: false, needs: true },
        { condition: 'code', saw: null, needs: 'HEMAT' },
        { condition: 'quota', saw: 1, needs: 2 },
      ],
    ],
  ])('report the failed condition: %s', (_, over, expected) => expect(failures(over)).toEqual([expected]));

  it('report a voucher that is not stackable with discounts', () => {
    expect(failures({ discounts: [discount()], vouchers: [voucher()] })).toEqual([
      [{ condition: 'stackable', saw: false, needs: true }],
    ]);
  });

  it('omit an applied voucher; its code is accepted in any case', () => {
    const { voucher: applied, refusals } = quote(purchase({ vouchers: [voucher()], code: ' hemat ' }));
    expect([applied, refusals]).toEqual([{ id: 'v1', name: 'Hemat', code: 'HEMAT' }, []]);
  });
});

// ── Against a simple reimplementation
// ───────────────────────────────────────────────────────────────────────────────────

/** The domain's rules, reimplemented without regard for speed or explanation. */
function restated({ items, discounts: all, vouchers: codes, code, floor, uniqueCode }: Purchase) {
  const prices = items.map((item) => {
    const options = all.filter((rule) => runs(rule) && has(rule, item)).map((rule) => left(BigInt(item.price), rule));
    const best = [BigInt(item.price), ...options].toSorted((one, other) => Number(one - other))[0]!;
    return { item, price: best, isDiscounted: best < BigInt(item.price) };
  });
  const used = codes.find((one) => {
    const its = prices.filter(
      ({ item, isDiscounted }) => (one.allProduct || has(one, item)) && (one.isStackable || !isDiscounted),
    );
    const sum = plus(its.map((own) => own.price));
    return (
      one.code === code?.toUpperCase() &&
      runs(one) &&
      one.isPublished &&
      (one.quota === null || one.usedCount < one.quota) &&
      !one.isCodeSpent &&
      one.usedByMember < one.memberQuota &&
      sum >= BigInt(one.minPurchase ?? 0) &&
      (one.maxDiscount !== 0 || one.type !== 2) &&
      its.some((own) => left(one.type === 0 ? own.price : sum, one) < (one.type === 0 ? own.price : sum))
    );
  });
  const isIts = ({ item, isDiscounted }: (typeof prices)[number]) =>
    used !== undefined && (used.allProduct || has(used, item)) && (used.isStackable || !isDiscounted);
  const sum = plus(prices.filter(isIts).map((own) => own.price));
  const most = used?.type === 2 && used.maxDiscount !== null ? BigInt(used.maxDiscount) : sum;
  const off = !used
    ? 0n
    : used.type === 0
      ? plus(prices.filter(isIts).map((own) => own.price - left(own.price, used)))
      : [sum - left(sum, used), most].toSorted((one, other) => Number(one - other))[0]!;
  const isFloored = floor > 0;
  return {
    used: used?.id ?? null,
    discounted: prices.map((own) => [keyOf(own.item), Number(own.price)] as const),
    // With a floor, the total depends on how the voucher is split; without one it does not.
    total: isFloored ? null : Number(plus(prices.map((own) => own.price)) - off),
    uniqueCode,
  };
}

/** Rule after the change that a failure calls for. */
function mended<Rule extends DiscountRule>(rule: Rule, failure: Failure): Rule {
  const { condition, saw, needs } = failure;
  if (condition === 'active') return { ...rule, isActive: needs };
  if (condition === 'published') return { ...rule, isPublished: needs };
  if (condition === 'stackable') return { ...rule, isStackable: needs };
  if (condition === 'start') return { ...rule, startDate: saw };
  if (condition === 'end') return { ...rule, endDate: new Date(Date.parse(needs) + 1).toISOString() };
  if (condition === 'product') return needs ? { ...rule, products: [...rule.products, needs] } : rule;
  if (condition === 'purchase') return { ...rule, minPurchase: saw };
  if (condition === 'quota') return { ...rule, quota: needs };
  if (condition === 'spent code') return { ...rule, isCodeSpent: false };
  if (condition === 'member quota') return { ...rule, memberQuota: needs };
  if (condition === 'price')
    return needs === null ? rule : { ...rule, type: 1, value: 1_000_000_000, maxDiscount: null };
  return rule;
}

describe('random baskets', () => {
  it('have the price of the reimplementation', () => {
    fc.assert(
      fc.property(purchases, (basket) => {
        const { items, voucher: applied, totalAmount, uniqueCode } = quote(basket);
        const plain = restated(basket);
        expect(applied?.id ?? null).toBe(plain.used);
        if (basket.floor === 0) {
          const after = items.map((item) => [keyOf(item), item.price - item.discountAmount]);
          expect(Object.fromEntries(after)).toEqual(Object.fromEntries(plain.discounted));
        }
        if (plain.total !== null)
          expect(totalAmount).toBe(plain.total + (plain.total > 0 ? (plain.uniqueCode ?? 0) : 0));
        expect(uniqueCode).toBe(totalAmount > 0 ? basket.uniqueCode : null);
      }),
      propertyRuns,
    );
  });

  it('add up to the rupiah, with every item between the floor, or 0, and its list price', () => {
    fc.assert(
      fc.property(purchases, (basket) => {
        const { items, lines, subtotal, discountAmount, voucherAmount, uniqueCode, totalAmount } = quote(basket);
        const sum = lines.reduce((all, { amount }) => all + amount, 0);
        expect([sum, subtotal - discountAmount - voucherAmount + (uniqueCode ?? 0)]).toEqual([
          totalAmount,
          totalAmount,
        ]);
        for (const item of items) {
          expect(item.finalPrice).toBe(item.price - item.discountAmount - item.voucherAmount);
          expect(item.finalPrice).toBeLessThanOrEqual(item.price);
          expect(item.finalPrice).toBeGreaterThanOrEqual(Math.min(basket.floor, item.price));
          expect(Math.min(item.discountAmount, item.voucherAmount)).toBeGreaterThanOrEqual(0);
        }
      }),
      propertyRuns,
    );
  });

  it('have the same price in any order of items and rules', () => {
    fc.assert(
      fc.property(purchases, (basket) => {
        const turned = {
          ...basket,
          items: basket.items.toReversed(),
          discounts: basket.discounts.toReversed(),
          vouchers: basket.vouchers.toReversed(),
        };
        expect(quote(turned)).toEqual(quote(basket));
      }),
      propertyRuns,
    );
  });

  it('meet each refused rule after the changes it calls for', () => {
    fc.assert(
      fc.property(purchases, (basket) => {
        for (const { kind, id, failures } of quote(basket).refusals) {
          expect(failures.length).toBeGreaterThan(0);
          if (failures.some(({ needs }) => needs === null)) continue;
          const mend = <Rule extends DiscountRule>(rule: Rule) =>
            rule.id === id ? failures.reduce(mended, rule) : rule;
          const code = failures.find(({ condition }) => condition === 'code')?.needs ?? basket.code;
          const after = quote({
            ...basket,
            code: String(code),
            discounts: basket.discounts.map(mend),
            vouchers: kind === 'voucher' ? basket.vouchers.filter((one) => one.id === id).map(mend) : basket.vouchers,
          });
          expect(after.refusals.map((one) => one.id)).not.toContain(id);
        }
      }),
      propertyRuns,
    );
  });
});

describe('a quote of seats', () => {
  it('is the price of one times its seats, less the discounts of one times its seats', () => {
    fc.assert(
      fc.property(
        purchases,
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 8, maxLength: 8 }),
        (basket, n) => {
          const keys = basket.items.map(keyOf);
          const seatsOf = (item: Parameters<typeof keyOf>[0]) => n[keys.indexOf(keyOf(item)) % n.length]!;
          const seats = quoteSeats(basket, seatsOf);
          const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
          const expected = basket.items.map((item) => {
            const [one] = quote({ ...basket, items: [item], vouchers: [], code: null }).items;
            return [one!.price * seatsOf(item), (one!.price - one!.finalPrice) * seatsOf(item)] as const;
          });
          expect(seats.subtotal).toBe(sum(expected.map(([price]) => price)));
          expect(seats.totalAmount).toBe(seats.subtotal - sum(expected.map(([, off]) => off)));
          expect(seats.totalAmount).toBe(seats.subtotal - seats.discountAmount);
          expect(sum(seats.lines.map(({ amount }) => amount))).toBe(seats.totalAmount);
          expect(seats.voucher).toBeNull();
        },
      ),
      propertyRuns,
    );
  });
});
