/**
 * Tests the explanation of a price: why each rule does not apply, the sentence for the member, and the price over time
 * (random baskets).
 */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type PricePeriod, pricePeriods } from './periods.ts';
import { nearestFirst, orderSentence, priceSentence } from './words.ts';
import type { BasketItem, DiscountRule, Purchase, VoucherRule } from './purchase.ts';
import { quote } from './quote.ts';
import type { Refusal } from './refusals.ts';
import { has, hasEnded, left, now, plus, purchases, runs, propertyRuns } from './testing/purchases.ts';

interface Plain {
  item: BasketItem;
  price: bigint;
  /** Discount that applies. */
  by: string | null;
}

/** Items with the discount that leaves the lowest price; of equal ones the first by id. Sorted by key. */
function discounted({ items, discounts }: Purchase): Plain[] {
  const rules = discounts.filter(runs).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return items
    .toSorted((one, other) =>
      `${one.productType}:${one.productId}` < `${other.productType}:${other.productId}` ? -1 : 1,
    )
    .map((item) => {
      const plain: Plain = { item, price: BigInt(item.price), by: null };
      for (const rule of rules.filter((one) => has(one, item))) {
        const price = left(BigInt(item.price), rule);
        if (price < plain.price) Object.assign(plain, { price, by: rule.id });
      }
      return plain;
    });
}

const switches = ({ isActive, startDate, endDate }: DiscountRule): string[] => [
  ...(isActive ? [] : ['active']),
  ...(startDate !== null && new Date(startDate).getTime() > now ? ['start'] : []),
  ...(hasEnded({ endDate }) ? ['end'] : []),
];
/** The first of the most expensive items. */
const nearestOf = (all: readonly Plain[]) => {
  const most = all.reduce((max, { price }) => (price > max ? price : max), -1n);
  return all.filter(({ price }) => price === most).slice(0, 1);
};

function failingOfDiscount(rule: DiscountRule, all: readonly Plain[]): string[] {
  const its = all.filter(({ item }) => has(rule, item));
  const meant = its.length > 0 ? its : nearestOf(all);
  const isBest = meant.some(({ item, price, by }) => {
    const own = left(BigInt(item.price), rule);
    return own < price || (own === price && by !== null && rule.id <= by);
  });
  return [...switches(rule), ...(its.length > 0 ? [] : ['product']), ...(meant.length > 0 && !isBest ? ['price'] : [])];
}

function failingOfVoucher(voucher: VoucherRule, all: readonly Plain[], code: string | null): string[] {
  const held = voucher.allProduct ? all : all.filter(({ item }) => has(voucher, item));
  const meant = held.length > 0 ? held : nearestOf(all);
  const free = meant.filter(({ by }) => voucher.isStackable || by === null);
  const eligible = free.length > 0 ? free : meant;
  const sum = plus(eligible.map(({ price }) => price));
  const off = plus(
    voucher.type === 0 ? eligible.map(({ price }) => price - left(price, voucher)) : [sum - left(sum, voucher)],
  );
  const isNothing = off === 0n || (voucher.type === 2 && voucher.maxDiscount === 0);
  return [
    ...switches(voucher),
    ...(voucher.isPublished ? [] : ['published']),
    ...(code?.toUpperCase() === voucher.code ? [] : ['code']),
    ...(voucher.isCodeSpent ? ['spent code'] : []),
    ...(voucher.quota !== null && voucher.usedCount >= voucher.quota ? ['quota'] : []),
    ...(voucher.usedByMember >= voucher.memberQuota ? ['member quota'] : []),
    ...(held.length > 0 ? [] : ['product']),
    ...(meant.length > 0 && free.length === 0 ? ['stackable'] : []),
    ...(eligible.length > 0 && voucher.minPurchase !== null && sum < BigInt(voucher.minPurchase) ? ['purchase'] : []),
    ...(eligible.length > 0 && isNothing ? ['price'] : []),
  ];
}

test('each rule of random baskets applies, or is listed once with its failed conditions', () => {
  fc.assert(
    fc.property(purchases, (generated) => {
      const { items, voucher, refusals } = quote(generated);
      const all = discounted(generated);
      const used = new Set([...items.map(({ discount }) => discount?.id), voucher?.id]);
      const conditions = Object.fromEntries(
        refusals.map(({ id, failures }) => [id, failures.map(({ condition }) => condition)]),
      );
      expect(Object.keys(conditions)).toHaveLength(refusals.length);
      expect(conditions).toEqual(
        Object.fromEntries([
          ...generated.discounts
            .filter(({ id }) => !used.has(id))
            .map((rule) => [rule.id, failingOfDiscount(rule, all)] as const),
          ...generated.vouchers
            .filter(({ id }) => !used.has(id))
            .map((rule) => [rule.id, failingOfVoucher(rule, all, generated.code)] as const),
        ]),
      );
    }),
    propertyRuns,
  );
});

test('vouchers whose codes were not entered change no price of random baskets', () => {
  fc.assert(
    fc.property(purchases, (generated) => {
      const typed = generated.vouchers.filter(({ code }) => code === generated.code?.toUpperCase());
      const { refusals: _, ...alone } = quote({ ...generated, vouchers: typed });
      expect(quote(generated)).toMatchObject(alone);
    }),
    propertyRuns,
  );
});

describe('the sentence for the member', () => {
  const course: BasketItem = { productType: 'courses', productId: 'go', name: 'Dasar Go', price: 200_000 };
  const book: BasketItem = { productType: 'products', productId: 'b', name: 'Buku Go', price: 50_000 };
  const rule: DiscountRule = {
    id: 'd',
    name: 'Promo November',
    type: 2,
    value: 25,
    startDate: null,
    endDate: null,
    isActive: true,
    products: [course],
  };
  const voucher: VoucherRule = {
    ...rule,
    id: 'v',
    name: 'Hemat',
    type: 1,
    value: 10_000,
    code: 'HEMAT',
    isPublished: true,
    allProduct: true,
    maxDiscount: null,
    minPurchase: null,
    quota: null,
    usedCount: 0,
    memberQuota: 1,
    usedByMember: 0,
    isStackable: true,
    isCodeSpent: false,
  };
  const sentence = (over: Partial<Purchase>) => {
    const purchase: Purchase = {
      items: [course, book],
      discounts: [],
      vouchers: [],
      code: null,
      at: now,
      floor: 0,
      uniqueCode: null,
      ...over,
    };
    return priceSentence(quote(purchase), { at: now, code: purchase.code, voucherId: purchase.vouchers[0]?.id });
  };
  const begins = 'Total untuk Dasar Go dan Buku Go pada 23 Nov 2026, 12.00 WIB adalah';
  it.each<[string, Partial<Purchase>, string]>([
    ['says that nothing is taken off', {}, `${begins} Rp250.000, tanpa potongan harga.`],
    [
      'says what each rule takes off',
      { discounts: [rule], vouchers: [voucher], code: 'HEMAT' },
      `${begins} Rp190.000, dari harga Rp250.000 dikurangi diskon Promo November sebesar Rp50.000 dan voucher HEMAT sebesar Rp10.000.`,
    ],
    [
      'says why the code does nothing',
      { vouchers: [{ ...voucher, minPurchase: 300_000 }], code: 'HEMAT' },
      `${begins} Rp250.000, tanpa potongan harga; kode HEMAT tidak terpakai: tambah belanja Rp50.000 lagi untuk memakainya (minimal Rp300.000).`,
    ],
    [
      'says that there is no such code',
      { code: 'SALAH' },
      `${begins} Rp250.000, tanpa potongan harga; kode SALAH tidak dikenal.`,
    ],
  ])('%s', (_, over, expected) => expect(sentence(over)).toBe(expected));

  it('has amounts that add up to the total, for random baskets', () => {
    fc.assert(
      fc.property(purchases, (generated) => {
        const purchase = { ...generated, uniqueCode: null, code: null };
        const sentenceOf = priceSentence(quote(purchase), { at: now, code: null, voucherId: undefined });
        const [total = 0, list = total, ...off] = [...sentenceOf.matchAll(/Rp([\d.]+\d|\d)/g)].map(([, figure]) =>
          Number(figure!.replaceAll('.', '')),
        );
        expect(list - off.reduce((sum, amount) => sum + amount, 0)).toBe(total);
        expect(total).toBe(quote(purchase).totalAmount);
      }),
      propertyRuns,
    );
  });
});

describe('the sentence of an order', () => {
  const order = {
    invoiceNumber: 'INV/coding/20261123/0001',
    createdAt: '2026-11-23T05:00:00Z',
    items: [
      { productName: 'Dasar Go', price: 200_000 },
      { productName: 'Buku Go', price: 50_000 },
    ],
    subtotal: 250_000,
    discountAmount: 0,
    voucherCode: null,
    voucherAmount: 0,
    uniqueCode: null,
    totalAmount: 250_000,
  };
  const reduced = { ...order, discountAmount: 50_000, voucherCode: 'HEMAT', voucherAmount: 100_000 };
  it.each([
    ['nothing changed its price', order, 'Rp250.000, tanpa potongan harga.'],
    [
      'a discount and a used-up voucher lowered it, and a unique code was added',
      { ...reduced, uniqueCode: 123, totalAmount: 100_123 },
      'Rp100.123, dari harga Rp250.000 dikurangi diskon sebesar Rp50.000 dan voucher HEMAT sebesar Rp100.000, ditambah kode unik sebesar Rp123.',
    ],
    [
      'a discount lowered it whose name is stored',
      {
        ...order,
        items: order.items.map((item) => ({ ...item, discountAmount: 25_000, discountName: 'Promo Maret' })),
        discountAmount: 50_000,
        totalAmount: 200_000,
      },
      'Rp200.000, dari harga Rp250.000 dikurangi diskon Promo Maret sebesar Rp50.000.',
    ],
    [
      'the shop stored another total',
      { ...reduced, totalAmount: 90_000 },
      'Rp90.000, dari harga Rp250.000 dikurangi diskon sebesar Rp50.000, voucher HEMAT sebesar Rp100.000, dan penyesuaian sebesar Rp10.000.',
    ],
  ])('has its stored amounts: %s', (_, stored, end) => {
    expect(orderSentence(stored)).toBe(
      `Total pesanan INV/coding/20261123/0001 untuk Dasar Go dan Buku Go pada 23 Nov 2026, 12.00 WIB adalah ${end}`,
    );
  });
});

test('lists the requested rules first, then those with the fewest failed conditions', () => {
  const refusal = (id: string, failing: number): Refusal => ({
    kind: 'discount',
    id,
    name: id,
    failures: Array.from({ length: failing }, () => ({ condition: 'active', saw: false, needs: true })),
  });
  const sorted = nearestFirst([refusal('a', 2), refusal('b', 1), refusal('c', 3), refusal('d', 1)], new Set(['c']));
  expect(sorted.map(({ id }) => id)).toEqual(['c', 'b', 'd', 'a']);
});

describe('the price over time', () => {
  const hour = 3_600_000;
  const [start, end] = [now - 2 * hour, now + 2 * hour];
  const reason = ({ totalAmount, discounts, voucher }: PricePeriod) =>
    JSON.stringify([totalAmount, discounts, voucher]);

  it('is the price at each moment, in consecutive periods with different prices', () => {
    fc.assert(
      fc.property(purchases, fc.integer({ min: start, max: end - 1 }), (generated, at) => {
        const periods = pricePeriods(generated, start, end);
        expect(periods.map((period) => period.start)).toEqual([start, ...periods.slice(0, -1).map((one) => one.end)]);
        expect(periods.at(-1)!.end).toBe(end);
        for (const [index, period] of periods.entries()) {
          expect(period.end).toBeGreaterThan(period.start);
          if (index > 0) expect(reason(period)).not.toBe(reason(periods[index - 1]!));
        }
        const period = periods.find((one) => one.start <= at && at < one.end)!;
        const { totalAmount, voucher, items } = quote({ ...generated, at });
        expect([period.totalAmount, period.voucher]).toEqual([totalAmount, voucher]);
        expect(new Set(period.discounts.map(({ id }) => id))).toEqual(
          new Set(items.flatMap(({ discount }) => (discount ? [discount.id] : []))),
        );
      }),
      propertyRuns,
    );
  });
});
