/** Tests the forecast of prices against prices calculated by hand. */
import { describe, expect, test } from 'vitest';
import { DiscountType } from './price.ts';
import { type PriceGroup, forecast } from './forecast.ts';

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

describe('forecast', () => {
  test('counts cheaper products, and names the lowest price with its product', () => {
    expect(forecast(groups, { type: PERCENTAGE, value: 25 }).cheaper).toMatchObject({
      products: 10,
      lowest: 30_000,
      witness: { name: 'Kelas 40000' },
    });
  });

  test('counts products that would cost nothing', () => {
    expect(counts({ type: IDR_OFF, value: 100_000 })).toEqual({ cheaper: 10, free: 3 });
    expect(forecast(groups, { type: IDR_OFF, value: 100_000 }).free?.witness.name).toBe('Kelas 100000');
    expect(counts({ type: PERCENTAGE, value: 100, maxDiscount: 60_000 })).toEqual({ cheaper: 10, free: 1 });
  });

  test('counts products that the rule does not make cheaper', () => {
    expect(counts({ type: IDR_BECOMES, value: 100_000 })).toEqual({ cheaper: 7, untouched: 3 });
    expect(counts({ type: PERCENTAGE, value: 1 }, [group(0, 5)])).toEqual({ untouched: 5 });
  });

  test('counts discounted products unless the rule is stackable', () => {
    expect(counts({ type: PERCENTAGE, value: 10, isStackable: false })).toEqual({ cheaper: 6, discounted: 4 });
    expect(counts({ type: PERCENTAGE, value: 10, isStackable: true })).toEqual({ cheaper: 10 });
  });

  test('counts products below the minimum purchase', () => {
    expect(counts({ type: IDR_OFF, value: 10_000, minPurchase: 100_000 })).toEqual({ cheaper: 9, tooSmall: 1 });
  });

  test('is empty without products', () => {
    expect(counts({ type: IDR_OFF, value: 1 }, [])).toEqual({});
  });
});
