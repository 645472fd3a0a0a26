/** Tests the text before products are taken over from other discounts. */
import { expect, test } from 'vitest';
import { DiscountType } from '#contract/pricing/price.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { startInWords, takingInWords } from './taking-words.ts';

const at = Date.parse('2026-11-22T00:00:00Z');
const plain = {
  status: SwitchStatus.INACTIVE,
  startDate: null,
  endDate: null,
  discountType: DiscountType.PERCENTAGE,
  discount: 50,
};
const ahead = { ...plain, startDate: '2026-12-02T17:00:00Z' };

test.each([
  ['when this one is switched on', plain],
  ['when this one is switched on', { ...plain, startDate: '2026-11-01T00:00:00Z' }],
  ['on 3 Des 2026, 00.00 WIB if this one is switched on by then', ahead],
  ['on 3 Des 2026, 00.00 WIB', { ...ahead, status: SwitchStatus.SCHEDULED }],
])('products leave %s', (words, discount) => expect(startInWords(discount, at)).toBe(words));

test('both choices show the prices until the discount starts, and from then on', () => {
  const contested = [
    { price: 200_000, finalPrice: 150_000 },
    { price: 100_000, finalPrice: 90_000 },
  ];
  expect(takingInWords({ ...ahead, status: SwitchStatus.SCHEDULED }, contested, at)).toEqual({
    start:
      'Removing them on 3 Des 2026, 00.00 WIB: Rp90.000 to Rp150.000 until then, Rp50.000 to Rp100.000 from then on.',
    now: 'Removing them restores full price until this discount starts: Rp100.000 to Rp200.000, then Rp50.000 to Rp100.000.',
  });
  expect(takingInWords(plain, contested.slice(0, 1), at).start).toBe(
    'Removing them when this one is switched on: Rp150.000 until then, Rp100.000 from then on.',
  );
});
