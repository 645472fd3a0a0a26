/** Tests the initial query of the pickers: page, size and side (spec §7, §9), and folded drafts. */
import { afterEach, expect, test, vi } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { fakeBrowser } from '#kit/testing/fake-browser.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['discountCourses', 5, 5, { isAssigned: 'true' }],
  ['discountPaths', 10, 10, { isAssigned: 'true' }],
  ['voucherCourses', 5, 5, { isAssigned: 'true' }],
  ['voucherPaths', 10, 10, { isAssigned: 'true' }],
  ['voucherPlans', 5, 5, { isAssigned: 'true' }],
  ['pathCourses', 5, 5, { assigned: 'true' }],
  ['userCourses', 100, 5, { isAssigned: 'true' }],
] as const)('%s lists %i assigned and %i available items per page', async (name, own, others, query) => {
  fakeBrowser();
  const { initialState } = await import('./assignment-side.ts');
  const link = assignments[name];
  expect(initialState(link, 'assigned')).toMatchObject({ page: 1, pageSize: own, search: '' });
  expect(initialState(link, 'available')).toMatchObject({ page: 1, pageSize: others });
  expect(link.sideQuery(true)).toEqual(query);
});

test.each([
  ['discountPlans', 'assigned', ''],
  ['discountPlans', 'available', 'true'],
  ['pathUsers', 'available', ''],
] as const)('%s: at first the %s items are filtered by publication "%s"', async (name, side, isPublished) => {
  fakeBrowser();
  const { initialState, isFiltered } = await import('./assignment-side.ts');
  const state = initialState(assignments[name], side);
  expect([state.isPublished, isFiltered(state)]).toEqual([isPublished, false]);
});
