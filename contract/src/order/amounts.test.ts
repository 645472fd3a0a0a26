/** Tests that the steps of an order's amounts add up to its total, including orders of other systems. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelOfStep, otherItems, priceSteps } from './amounts.ts';

const order = {
  items: [{ price: 400_000 }, { price: 250_000 }],
  subtotal: 650_000,
  discountAmount: 65_000,
  voucherCode: 'HEMAT50',
  voucherAmount: 50_000,
  uniqueCode: 123,
  totalAmount: 535_123,
};

it('lists the discounts by name, the voucher and the unique code', () => {
  const steps = [
    { kind: 'voucher', name: 'HEMAT50', amount: -50_000 },
    { kind: 'unique code', name: '', amount: 123 },
  ];
  expect(priceSteps(order)).toEqual([{ kind: 'discount', name: '', amount: -65_000 }, ...steps]);
  const [one, two] = order.items;
  const named = (discountName: string | null, discountAmount: number) => ({ discountName, discountAmount });
  const items = [
    { ...one!, ...named('Promo', 40_000) },
    { ...two!, ...named(null, 5000) },
  ];
  expect(priceSteps({ ...order, items }).map(labelOfStep)).toEqual([
    'Discount Promo',
    'Product discounts',
    'Voucher HEMAT50',
    'Unique code',
  ]);
  expect(priceSteps({ ...order, items })).toMatchObject([{ amount: -40_000 }, { amount: -25_000 }, ...steps]);
});

it('shows the discounts of an order in one sum if those of its items are more', () => {
  const items = [{ price: 650_000, discountName: 'Promo', discountAmount: 70_000 }];
  expect(priceSteps({ ...order, items })[0]).toEqual({ kind: 'discount', name: '', amount: -65_000 });
});

it('omits steps of 0', () => {
  const plain = {
    ...order,
    discountAmount: 0,
    voucherCode: null,
    voucherAmount: 0,
    uniqueCode: null,
    totalAmount: 650_000,
  };
  expect(priceSteps(plain)).toEqual([]);
  expect(otherItems(plain)).toBe(0);
});

it('adds a step for unexplained differences', () => {
  const other = { ...order, subtotal: 700_000, totalAmount: 600_000 };
  expect(otherItems(other)).toBe(50_000);
  expect(priceSteps(other).at(-1)).toEqual({ kind: 'other', name: '', amount: 14_877 });
});

it('adds up to the total for any order', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000 });
  const item = fc.record({
    price: amount,
    discountAmount: amount,
    discountName: fc.option(fc.constantFrom('Promo', 'Kilat')),
  });
  fc.assert(
    fc.property(
      fc.record({
        items: fc.array(item, { maxLength: 5 }),
        subtotal: amount,
        discountAmount: amount,
        voucherCode: fc.option(fc.string()),
        voucherAmount: amount,
        uniqueCode: fc.option(amount),
        totalAmount: amount,
      }),
      (any) => {
        const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
        expect(sum(any.items.map(({ price }) => price)) + otherItems(any)).toBe(any.subtotal);
        expect(any.subtotal + sum(priceSteps(any).map((step) => step.amount))).toBe(any.totalAmount);
      },
    ),
  );
});
