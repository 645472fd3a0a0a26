/** Tests the navigation: entries of all areas, in their groups, for roles that may open them. */
import { expect, test } from 'vitest';
import { fakeBrowser } from '#kit/testing/fake-browser.ts';

fakeBrowser();
const { creationsOf, entryAt, menuOf } = await import('./menu.ts');

const seenBy = (role: string) =>
  Object.fromEntries(menuOf(role).map(({ group, entries }) => [group, entries.map(({ label }) => label)]));

test('the entries of all areas are in their groups, in order', () => {
  expect(Object.entries(seenBy('superadmin'))).toEqual([
    ['Courses', ['Flexy courses', 'Fast-track', 'Learning paths']],
    ['Calendar', ['Calendar']],
    ['Review', ['Submissions', 'Certificates']],
    ['Orders', ['Orders', 'Order tracking', 'Paid and access', 'Sales']],
    ['Promotions', ['Discounts', 'Vouchers', 'Why this price']],
    ['Catalogue', ['Products', 'Subscription plans']],
    ['People', ['Users', 'Subscriptions']],
    ['System', ['Jobs', 'Exports', 'Bulk changes']],
  ]);
});

test('a role sees only the entries that it may open, and no empty group', () => {
  expect(seenBy('instructor')).toEqual({
    Courses: ['Flexy courses', 'Fast-track'],
    Calendar: ['Calendar'],
    Review: ['Submissions', 'Certificates'],
    System: ['Bulk changes'],
  });
  expect(seenBy('customer-service')).toEqual({
    Orders: ['Orders', 'Order tracking', 'Paid and access', 'Sales'],
    Promotions: ['Why this price'],
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
