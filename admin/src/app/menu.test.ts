/** Tests the navigation: pages of all areas, in their groups, for roles that may open them. */
import { expect, test } from 'vitest';
import { fakeBrowser } from '#kit/testing/fake-browser.ts';

fakeBrowser();
const { setPageRole } = await import('#kit/api/session.ts');
const { creationsOf, entryAt, groupAt, menuOf, pageGroupAt } = await import('./menu.ts');

const seenBy = (role: string) =>
  Object.fromEntries(menuOf(role).map(({ group, entries }) => [group, entries.map(({ label }) => label)]));

test('the entries of all areas are in their groups, in order', () => {
  expect(Object.entries(seenBy('superadmin'))).toEqual([
    ['Courses', ['Flexy courses', 'Fast-track courses', 'Learning paths', 'Members at risk']],
    ['Calendar', ['Calendar']],
    ['Review', ['Submissions', 'Certificates']],
    ['Orders', ['Orders', 'Order tracking', 'Paid and access', 'Sales']],
    ['Payments', ['Differences', 'Bank transfers', 'Refunds', 'Payouts', 'Invoices']],
    ['Promotions', ['Discounts', 'Vouchers', 'Campaigns', 'Timeline', 'Why this price']],
    ['Catalogue', ['Products', 'Subscription plans']],
    ['People', ['Users', 'Subscriptions', 'Tags', 'Companies', 'Broadcasts', 'Staff']],
    ['System', ['Jobs', 'Exports', 'Bulk changes', 'Settings', 'Integration']],
  ]);
});

test('a role sees only the entries that it may open, and no empty group', () => {
  expect(seenBy('instructor')).toEqual({
    Courses: ['Flexy courses', 'Fast-track courses', 'Members at risk'],
    Calendar: ['Calendar'],
    Review: ['Submissions', 'Certificates'],
    System: ['Bulk changes'],
  });
  expect(seenBy('customer-service')).toEqual({
    Orders: ['Orders', 'Order tracking', 'Paid and access', 'Sales'],
    Payments: ['Differences', 'Bank transfers', 'Refunds', 'Invoices'],
    Promotions: ['Why this price'],
    People: ['Users', 'Companies'],
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
    ['New campaign', '/campaign'],
    ['New product', '/product'],
    ['New subscription plan', '/subscription/plan'],
    ['New tag', '/tag'],
    ['New company', '/company'],
    ['New broadcast', '/broadcast'],
  ]);
  expect(offered('instructor')).toEqual(courses);
  expect(offered('customer-service')).toEqual([order, ['New company', '/company']]);
});

test('a path belongs to the entry with the longest matching prefix', () => {
  expect(entryAt('/order/tracking')?.label).toBe('Order tracking');
  expect(entryAt('/order/0190')?.label).toBe('Orders');
  expect(entryAt('/discount/0190')?.label).toBe('Discounts');
  expect(entryAt('/discounts')).toBeUndefined();
});

test('a path belongs to the group of its entry, and a page without entry to that of its area', () => {
  expect(['/user', '/user/0190/orders', '/lesson/0190', '/quiz/0190/results', '/jobs'].map(groupAt)).toEqual([
    'People',
    'People',
    'Courses',
    'Courses',
    'System',
  ]);
  expect(groupAt('/home')).toBeUndefined();
});

test('a page has the pages of its group beside it that the role may open; a record and an only page have none', () => {
  const labelsAt = (role: string, path: string) => {
    setPageRole(role);
    return pageGroupAt(path)?.pages.map(({ label }) => label);
  };
  expect(labelsAt('admin', '/voucher')).toEqual(['Discounts', 'Vouchers', 'Campaigns', 'Timeline', 'Why this price']);
  expect(labelsAt('instructor', '/course/flexy')).toEqual(['Flexy courses', 'Fast-track courses', 'Members at risk']);
  expect(labelsAt('customer-service', '/user')).toEqual(['Users', 'Companies']);
  expect(labelsAt('instructor', '/calendar')).toBeUndefined();
  expect(labelsAt('admin', '/voucher/0190')).toBeUndefined();
});
