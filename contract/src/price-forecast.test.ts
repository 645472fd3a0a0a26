/** Proves what is foretold of prices, against prices worked out by hand. */
import { describe, expect, test } from 'vitest';
import { DiscountType } from './price.ts';
import { type PriceGroup, forecast } from './price-forecast.ts';

const { IDR_BECOMES, IDR_OFF, PERCENTAGE } = DiscountType;
const group = (price: number, products = 1, isDiscounted = false): PriceGroup => ({
  price,
  products,
  isDiscounted,
  witness: { productType: 'courses', productId: '01890000-0000-7000-8000-000000000001', name: `Kelas ${price}` },
});
const groups = [group(500_000, 3), group(100_000, 2), group(40_000), group(200_000, 4, true)];
const counts = (draft: Parameters<typeof forecast>[1], of = groups) =>
  Object.fromEntries(
    Object.entries(forecast(of, draft)).flatMap(([key, some]) => (some ? [[key, some.products]] : [])),
  );

describe('a rule foretells', () => {
  test('how many get cheaper, and the lowest price with what has it', () => {
    expect(forecast(groups, { type: PERCENTAGE, value: 25 }).cheaper).toMatchObject({
      products: 10,
      lowest: 30_000,
      witness: { name: 'Kelas 40000' },
    });
  });

  test('what would cost nothing', () => {
    expect(counts({ type: IDR_OFF, value: 100_000 })).toEqual({ cheaper: 10, free: 3 });
    expect(forecast(groups, { type: IDR_OFF, value: 100_000 }).free?.witness.name).toBe('Kelas 100000');
    expect(counts({ type: PERCENTAGE, value: 100, maxDiscount: 60_000 })).toEqual({ cheaper: 10, free: 1 });
  });

  test('what costs no more already', () => {
    expect(counts({ type: IDR_BECOMES, value: 100_000 })).toEqual({ cheaper: 7, untouched: 3 });
    expect(counts({ type: PERCENTAGE, value: 1 }, [group(0, 5)])).toEqual({ untouched: 5 });
  });

  test('what is discounted already, unless it comes on top', () => {
    expect(counts({ type: PERCENTAGE, value: 10, isStackable: false })).toEqual({ cheaper: 6, discounted: 4 });
    expect(counts({ type: PERCENTAGE, value: 10, isStackable: true })).toEqual({ cheaper: 10 });
  });

  test('what is too small a purchase by itself', () => {
    expect(counts({ type: IDR_OFF, value: 10_000, minPurchase: 100_000 })).toEqual({ cheaper: 9, tooSmall: 1 });
  });

  test('nothing of nothing', () => {
    expect(counts({ type: IDR_OFF, value: 1 }, [])).toEqual({});
  });
});
