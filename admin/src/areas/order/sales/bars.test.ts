/** Tests the geometry of the sales chart. */
import { expect, it } from 'vitest';
import { heightAt, roundedUp, scaleOf } from './bars.ts';

it('rounds up to a number that is easy to read', () => {
  expect([0, 1, 11, 21, 26, 51, 999_999, 1_000_000, 1_000_001].map(roundedUp)).toEqual([
    1, 1, 20, 25, 50, 100, 1_000_000, 1_000_000, 2_000_000,
  ]);
});

it('payments are above zero and refunds below', () => {
  const scale = scaleOf([
    { paid: 900, refunded: 0 },
    { paid: 0, refunded: 180 },
  ]);
  expect(scale).toEqual({ top: 1000, bottom: -200 });
  expect([1000, 400, 0, -200].map((amount) => heightAt(scale, amount))).toEqual([0, 50, (100 * 1000) / 1200, 100]);
});

it('without sales there is a scale, too', () => {
  expect(scaleOf([])).toEqual({ top: 1, bottom: 0 });
});
