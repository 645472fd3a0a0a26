/** Tests the navigation: entries of all areas, in their groups, for roles that may open them. */
import { expect, test } from 'vitest';
import { fakeBrowser } from '#kit/testing/fake-browser.ts';

fakeBrowser();
const { creationsOf, entryAt, menuOf } = await import('./menu.ts');

const seenBy = (role: string) =>
  Object.fromEntries(menuOf(role).map(({ group, entries }) => [group, entries.map(({ label }) => label)]));

test('the entries of all areas are in their groups, in order', () => {
  expect(Object.entries(seenBy('superadmin'))).toEqual([
    ['Learning', ['Flexy courses', 'Fast-track', 'Learning paths', 'Submissions', 'Certificates']],
    [
      'Selling',
      [
        'Orders',
        'Order tracking',
        'Discounts',
        'Vouchers',
        'Products',
        'Subscriptions',
        'Subscription plans',
        'Why this price',
        'Sales',
        'Paid and access',
      ],
    ],
    ['People', ['Users']],
    ['System', ['Jobs', 'Exports', 'Bulk changes']],
  ]);
});

test('a role sees only the entries that it may open, and no empty group', () => {
  expect(seenBy('instructor')).toEqual({
    Learning: ['Flexy courses', 'Fast-track', 'Submissions', 'Certificates'],
    System: ['Bulk changes'],
  });
  expect(seenBy('customer-service')).toEqual({
    Selling: ['Orders', 'Order tracking', 'Why this price', 'Sales', 'Paid and access'],
    People: ['Users'],
    System: ['Bulk changes'],
  });
  expect(seenBy('member')).toEqual({});
});

test('a role is offered to create only what it may create', () => {
  const offered = (role: string) => creationsOf(role).map(({ name, to, page }) => [name, page ?? to]);
  const order = ['New order', '/order/new'];
  const courses = [
    ['New flexy course', '/course/flexy'],
    ['New fast-track course', '/course/fast-track'],
  ];
  expect(offered('admin')).toEqual([
    ...courses,
    ['New learning path', '/learning-path'],
    order,
    ['New discount', '/discount'],
    ['New voucher', '/voucher'],
    ['New product', '/product'],
    ['New subscription plan', '/subscription/plan'],
  ]);
  expect(offered('instructor')).toEqual(courses);
  expect(offered('customer-service')).toEqual([order]);
});

test('a path belongs to the entry with the longest matching prefix', () => {
  expect(entryAt('/order/tracking')?.label).toBe('Order tracking');
  expect(entryAt('/order/0190')?.label).toBe('Orders');
  expect(entryAt('/discount/0190')?.label).toBe('Discounts');
  expect(entryAt('/discounts')).toBeUndefined();
});
