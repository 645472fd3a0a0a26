/** Tests which access a payment gives, and which ends with it. */
import { expect, test } from 'vitest';
import { accessAfter, effectsOf, type itemAccess } from './rules.ts';

const item = (productName: string, access: (typeof itemAccess)[number], productType = 'courses') => ({
  productName,
  productType,
  access,
  isOpened: true,
  otherGrants: [],
});
const order = { user: { name: 'Siti' }, voucherCode: null };

test('a payment gives access to what is not open, and a further subscription to an open plan', () => {
  const items = [
    item('Go', 'open'),
    item('SQL', 'closed'),
    item('Lama', 'none'),
    item('Rust', 'unpublished'),
    item('Bulanan', 'open', 'subscriptions'),
  ];
  expect(effectsOf({ ...order, status: 'unpaid', items }, 'paid')).toEqual(['Siti gets access to SQL and Bulanan']);
  expect(effectsOf({ ...order, status: 'unpaid', items: items.slice(0, 1) }, 'paid')).toEqual([]);
});

test('access to an unpublished course ends too', () => {
  const items = [item('Go', 'unpublished'), item('SQL', 'missing')];
  expect(accessAfter(items).ends.map(({ productName }) => productName)).toEqual(['Go']);
});
