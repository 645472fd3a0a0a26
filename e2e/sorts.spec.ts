/** Tests sorting lists by their headings: by click and key, announced, kept in the URL and in saved views. */
import type { Page } from '@playwright/test';
import { isDescending, sortedField } from '#contract/kernel/sorts.ts';
import { type Api, expect, type Json, test, unique } from './fixtures.ts';

/** A brand where no other test relies on course members. */
const tenant = 'data';

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const press = (page: Page, name: string) => heading(page, name).getByRole('button').press('Enter');
const titles = (page: Page) => page.locator('[data-row-link]');
const sortChoice = (page: Page) => page.getByRole('combobox', { name: 'Sort' });
const way = { up: 'ascending', down: 'descending' };

const discount = { discount: 10, discountType: 2, productType: 'courses' };
async function makeDiscounts(admin: Api, name: string) {
  for (const [index, [startDate, endDate]] of [
    ['2031-05-01T00:00:00Z', null],
    [null, '2032-01-01T00:00:00Z'],
    ['2031-02-01T00:00:00Z', '2031-12-01T00:00:00Z'],
  ].entries())
    await admin.send('POST', '/admin/discount/', { ...discount, name: `${name} ${'BCA'[index]}`, startDate, endDate });
}

const makeCourses = (type: 'flexy' | 'fast-track') => async (admin: Api, name: string) => {
  const { users } = await admin.send('GET', '/admin/user?sort=joined&pageSize=100');
  const members = users.filter(({ role }: Json) => role === 'member');
  for (const [index, [price, startDate, count]] of (
    [
      [300_000, null, 1],
      [100_000, '2031-05-01', 0],
      [200_000, '2031-02-01', 2],
    ] as const
  ).entries()) {
    const named = { name: `${name} ${'BCA'[index]}` };
    const { courseId } = await admin.send('POST', `/admin/course/type/${type}/`, named);
    const kind = type === 'flexy' ? { type: 0 } : { type: 1, startDate };
    await admin.send('PUT', `/admin/course/${courseId}/`, { ...named, price, ...kind });
    for (const { id } of members.slice(0, count))
      await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: id });
  }
};

interface List {
  path: string;
  /** API path of rows that other tests do not change. */
  api: string;
  make?: (admin: Api, name: string) => Promise<void>;
  query?: string;
  rows: string;
  id: string;
  title: string;
  /** Headings with the first sort they request. */
  headings: readonly (readonly [label: string, word: string])[];
  /** Value that takes the place of an empty one when the order is compared. */
  empty?: Readonly<Record<string, string>>;
}

const common = [
  ['Name', 'name'],
  ['Changed', '-updatedAt'],
] as const;
const ofCourses = [...common, ['Price', 'price'], ['Members', '-totalMembers']] as const;
const lists: readonly List[] = [
  {
    path: '/order',
    api: '/admin/orders',
    query: 'status=refunded',
    rows: 'data',
    id: 'orderId',
    title: 'invoiceNumber',
    headings: [
      ['Total', '-totalAmount'],
      ['Ordered', '-createdAt'],
    ],
  },
  {
    path: '/discount',
    api: '/admin/discount',
    make: makeDiscounts,
    rows: 'discounts',
    id: 'discountId',
    title: 'name',
    headings: [...common, ['Starts', '-startDate'], ['Ends', 'endDate']],
    empty: { startDate: '', endDate: '9999' },
  },
  {
    path: '/course/flexy',
    api: '/admin/course/type/flexy/',
    make: makeCourses('flexy'),
    rows: 'courses',
    id: 'id',
    title: 'name',
    headings: ofCourses,
  },
  {
    path: '/course/fast-track',
    api: '/admin/course/type/fast-track/',
    make: makeCourses('fast-track'),
    rows: 'courses',
    id: 'id',
    title: 'name',
    headings: [...ofCourses, ['First day', 'startDate']],
    empty: { startDate: '9999' },
  },
];

for (const { path, api: url, make, query, rows, id, title, headings, empty = {} } of lists) {
  test(`${path} is sorted by its headings, both ways`, { tag: '@system' }, async ({ page, open, api }) => {
    const admin = await api('admin', tenant);
    const name = unique('Urut');
    await make?.(admin, name);
    const queryString = `pageSize=100&${query ?? `search=${encodeURIComponent(name)}`}`;
    const matching: Json[] = (await admin.send('GET', `${url}?${queryString}`))[rows];
    expect(matching.length).toBeGreaterThan(2);
    const sorted = (word: string) => {
      const field = sortedField(word);
      const of = (row: Json) => row[field] ?? empty[field];
      const isBelow = (one: Json, other: Json) => (of(one) === of(other) ? one[id] < other[id] : of(one) < of(other));
      const up = matching.toSorted((one, other) => (isBelow(one, other) ? -1 : 1));
      return (isDescending(word) ? up.toReversed() : up).map((row) => row[title] as string);
    };
    await open(`${path}?${queryString}`, { tenant });
    await titles(page).first().waitFor();
    for (const [label, word] of headings) {
      const other = isDescending(word) ? sortedField(word) : `-${word}`;
      const [first, second] = isDescending(word) ? [way.down, way.up] : [way.up, way.down];
      await press(page, label);
      // The default sort is omitted.
      await expect(page).toHaveURL(word === '-createdAt' ? /^[^?]*\?(?!.*sort=)/ : new RegExp(`[?&]sort=${word}(&|$)`));
      await expect(heading(page, label)).toHaveAttribute('aria-sort', first);
      await expect(titles(page)).toContainText(sorted(word));
      await heading(page, label).getByRole('button').click();
      await expect(heading(page, label)).toHaveAttribute('aria-sort', second);
      await expect(titles(page)).toContainText(sorted(other));
      await expect(page.locator('th[aria-sort]')).toHaveCount(1);
      await page.goBack();
      await expect(heading(page, label)).toHaveAttribute('aria-sort', first);
      await expect(titles(page)).toContainText(sorted(word));
    }
  });
}

test('sorting starts at the first page, is undone by the heading and Back, and is not remembered', async ({
  page,
  open,
}) => {
  await open('/order?page=2', { tenant });
  await titles(page).first().waitFor();
  await expect(heading(page, 'Ordered')).toHaveAttribute('aria-sort', way.down);
  await press(page, 'Total');
  await expect(page).toHaveURL(/\/order\?sort=-totalAmount$/);
  await expect(heading(page, 'Ordered')).not.toHaveAttribute('aria-sort');
  await expect(heading(page, 'Total').getByRole('button')).toBeFocused();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/sort=-totalAmount&page=2/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/order\?page=2$/);
  await expect(heading(page, 'Ordered')).toHaveAttribute('aria-sort', way.down);
  await press(page, 'Total');
  await press(page, 'Total');
  await expect(heading(page, 'Total')).toHaveAttribute('aria-sort', way.up);
  await press(page, 'Total');
  await expect(page).toHaveURL(/\/order$/);
  await expect(heading(page, 'Ordered')).toHaveAttribute('aria-sort', way.down);
  await press(page, 'Total');
  await expect(page).toHaveURL(/sort=/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Promotions' }).click();
  await expect(page).toHaveURL(/\/discount$/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL(/\/order$/);
  await expect(heading(page, 'Ordered')).toHaveAttribute('aria-sort', way.down);
});

test('an invalid sort in the URL shows the default order', { tag: '@system' }, async ({ page, open }) => {
  await open('/order?sort=colour', { tenant });
  await titles(page).first().waitFor();
  await expect(heading(page, 'Ordered')).toHaveAttribute('aria-sort', way.down);
});

test('a saved view keeps the sort', { tag: '@system' }, async ({ page, open, api }) => {
  const admin = await api('admin', tenant);
  const name = unique('Terbesar');
  const view = { list: '/order', name, isShared: false, query: 'sort=-totalAmount' };
  const { viewId } = await admin.send('POST', '/admin/saved-view/', view);
  await open('/order', { tenant });
  const tab = page.getByRole('navigation', { name: /^Views of/ }).getByRole('link', { name });
  await tab.click();
  await expect(heading(page, 'Total')).toHaveAttribute('aria-sort', way.down);
  await expect(tab).toHaveAccessibleName(name);
  await press(page, 'Total');
  await expect(tab).toHaveAccessibleName(`${name} unsaved changes`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(tab).toHaveAccessibleName(name);
  await expect
    .poll(async () => {
      const { views } = await admin.send('GET', '/admin/saved-view?list=/order');
      return views.find((one: Json) => one.viewId === viewId).query;
    })
    .toBe('sort=totalAmount');
  await admin.send('DELETE', `/admin/saved-view/${viewId}`);
});

test(
  'cards have a sort select, and so has a list whose sorted column is hidden',
  { tag: '@system' },
  async ({ page, open }) => {
    await open('/order', { tenant });
    await titles(page).first().waitFor();
    await expect(sortChoice(page)).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await sortChoice(page).selectOption({ label: 'Total ↓' });
    await expect(page).toHaveURL(/sort=-totalAmount/);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(heading(page, 'Total')).toHaveAttribute('aria-sort', way.down);
    await expect(sortChoice(page)).toBeHidden();
    await page.getByRole('button', { name: /^Columns/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Total' }).click();
    await page.keyboard.press('Escape');
    await expect(sortChoice(page)).toHaveValue('-totalAmount');
  },
);
