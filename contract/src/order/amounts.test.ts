/** Tests that the lines of an order's amounts add up to its total, including orders of other systems. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountsOf } from './amounts.ts';

const order = {
  items: [{ price: 400_000 }, { price: 250_000 }],
  subtotal: 650_000,
  discountAmount: 65_000,
  voucherCode: 'HEMAT50',
  voucherAmount: 50_000,
  uniqueCode: 123,
  totalAmount: 535_123,
};

it('lists product discounts, the voucher and the unique code', () => {
  expect(amountsOf(order)).toEqual({
    toSubtotal: [],
    toTotal: [
      { label: 'Product discounts', amount: -65_000 },
      { label: 'Voucher HEMAT50', amount: -50_000 },
      { label: 'Unique code', amount: 123 },
    ],
  });
});

it('omits lines of 0', () => {
  const plain = {
    ...order,
    discountAmount: 0,
    voucherCode: null,
    voucherAmount: 0,
    uniqueCode: null,
    totalAmount: 650_000,
  };
  expect(amountsOf(plain)).toEqual({ toSubtotal: [], toTotal: [] });
});

it('adds a line for unexplained differences', () => {
  expect(amountsOf({ ...order, subtotal: 700_000, totalAmount: 600_000 })).toMatchObject({
    toSubtotal: [{ label: 'Other items', amount: 50_000 }],
    toTotal: [{}, {}, {}, { label: 'Other', amount: 14_877 }],
  });
});

it('adds up to the total for any order', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000 });
  fc.assert(
    fc.property(
      fc.record({
        items: fc.array(fc.record({ price: amount }), { maxLength: 5 }),
        subtotal: amount,
        discountAmount: amount,
        voucherCode: fc.option(fc.string()),
        voucherAmount: amount,
        uniqueCode: fc.option(amount),
        totalAmount: amount,
      }),
      (any) => {
        const { toSubtotal, toTotal } = amountsOf(any);
        const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
        const listed = sum(any.items.map(({ price }) => price));
        expect(listed + sum(toSubtotal.map((line) => line.amount))).toBe(any.subtotal);
        expect(any.subtotal + sum(toTotal.map((line) => line.amount))).toBe(any.totalAmount);
      },
    ),
  );
});
