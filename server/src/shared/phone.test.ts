/** Tests the E.164 form of phone numbers. */
import { expect, test } from 'vitest';
import { e164Of } from './phone.ts';

test.each([
  '0812-3456-7890',
  '+62 812 3456 7890',
  '62812 34567890',
  '812 3456 7890',
  '0062 812 3456 7890',
  '62 0812 3456 7890',
  '+62 (0)812-3456-7890',
  'tel:+62-812-3456-7890',
  'https://wa.me/6281234567890',
  '0812\u20113456\u20117890',
  '0812 3456 7890 (WA)',
  '０８１２３４５６７８９０',
])('reads %j as the same number', (text) => {
  expect(e164Of(text)).toBe('+6281234567890');
});

test.each([
  ['(021) 555 1234', '+62215551234'],
  ['+1 415 555 2671', '+14155552671'],
  ['+60 12-345 6789', '+60123456789'],
])('reads %j as %s', (text, expected) => {
  expect(e164Of(text)).toBe(expected);
});

test.each(['', 'abc', '08123', '+49 30 1', '081234567890123456', '0812-3456-7890 / 0813-1111-2222'])(
  'returns null for %j, which is not one possible number',
  (text) => {
    expect(e164Of(text)).toBeNull();
  },
);
