/**
 * Tests concurrent changes: no user overwrites another's change unseen, and quick changes by one user do not conflict.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Api, expect, type Json, test, unique } from './fixtures.ts';
import { headBadge, pressInHeadMenu } from './head.ts';

const somePromo = { discount: 10, discountType: 2, productType: 'courses' };
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Somebody else saved first' });
const activate = (page: Page) => page.getByRole('button', { name: 'Activate' });

async function newDiscount(admin: Api, open: (path: string) => Promise<void>, page: Page) {
  const name = unique('Promo Berdua');
  const { discountId } = await admin.send('POST', '/admin/discount/', { name, ...somePromo });
  await open(`/discount/${discountId}`);
  await expect(activate(page)).toBeVisible();
  return { name, id: discountId as string };
}
const discountNow = (admin: Api, id: string): Promise<Json> => admin.send('GET', `/admin/discount/${id}`);

test('activating a discount that another admin changed offers to compare, take theirs or keep mine', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('superadmin');
  const { name, id } = await newDiscount(admin, open, page);
  await admin.send('PUT', `/admin/discount/${id}`, { name, ...somePromo, discount: 90 });
  await activate(page).click();
  await expect(dialog(page)).toContainText('It is not activated yet.');
  await dialog(page).getByRole('button', { name: 'Compare' }).click();
  const cells = (row: string) => dialog(page).getByRole('row', { name: row }).getByRole('cell');
  await expect(cells('Percentage off')).toHaveText(['Percentage off', '10% (not changed by you: theirs stays)', '90%']);
  await expect(cells('Status')).toHaveText(['Status', 'Active', 'Inactive']);
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(activate(page)).toBeVisible();
  await expect(activate(page)).toBeFocused();
  await expect(page.getByLabel('Percentage off')).toHaveValue('90');
  expect(await discountNow(admin, id)).toMatchObject({ status: 0, discount: 90 });

  await admin.send('PUT', `/admin/discount/${id}`, { name, ...somePromo, discount: 80 });
  await activate(page).click();
  await dialog(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('Percentage off')).toHaveValue('80');
  await expect(activate(page)).toBeHidden();
  // The switch changes before the state is stored.
  await expect.poll(() => discountNow(admin, id)).toMatchObject({ status: 1, discount: 80 });
});

test('a conflict with another tab of the same user is named as such', async ({ page, open, api }) => {
  const admin = await api('admin');
  const { name, id } = await newDiscount(admin, open, page);
  await admin.send('PUT', `/admin/discount/${id}`, { name, ...somePromo, discount: 90 });
  await activate(page).click();
  const own = page.getByRole('dialog', { name: 'You saved this in another tab' });
  await expect(own).toContainText(/You, in another tab, saved this on/);
  await expect(own).toContainText(
    'It is not activated yet. Only the status is overwritten; the other changes from that tab stay.',
  );
  const compare = own.getByRole('button', { name: 'Compare' });
  await compare.click();
  await expect(own.getByRole('table')).toBeVisible();
  await compare.click();
  await expect(own.getByRole('table')).toHaveCount(0);
});

test(
  'switching a discount that another user only switched shows no dialog',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api('superadmin');
    const { id } = await newDiscount(admin, open, page);
    await admin.send('PUT', `/admin/discount/${id}/status/`, { status: 1 });
    const switched = page.waitForResponse((answer) => answer.url().endsWith('/status/') && answer.ok());
    await activate(page).click();
    await switched;
    await expect(activate(page)).toBeHidden();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Fail to toggle')).toHaveCount(0);
  },
);

test('deleting a discount that another user changed asks first', { tag: '@system' }, async ({ page, open, api }) => {
  const admin = await api('superadmin');
  const { name, id } = await newDiscount(admin, open, page);
  const del = async () => {
    await pressInHeadMenu(page, 'Delete');
    await page.getByRole('button', { name: 'Delete 1 discount', exact: true }).click();
  };
  await admin.send('PUT', `/admin/discount/${id}`, { name: `${name} punya Dewi`, ...somePromo });
  await del();
  await expect(dialog(page)).toContainText('It is not deleted yet.');
  await dialog(page).getByRole('button', { name: 'Compare' }).click();
  await expect(dialog(page).getByRole('row', { name: `${name} punya Dewi` })).toBeVisible();
  // A repeated Enter must not delete anything.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: `${name} punya Dewi`, level: 1 })).toBeVisible();
  expect((await discountNow(admin, id)).name).toBe(`${name} punya Dewi`);

  await admin.send('PUT', `/admin/discount/${id}`, { name, ...somePromo });
  await del();
  await dialog(page).getByRole('button', { name: 'Keep mine: delete 1 discount' }).click();
  await expect(page).toHaveURL(/\/discount$/);
  await expect(discountNow(admin, id)).rejects.toThrow('404');
});

test('unpublishing a course that another user changed asks first', { tag: '@system' }, async ({ page, open, api }) => {
  const admin = await api('superadmin');
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true');
  const [{ id: model, type }] = courses;
  const { courseId: id } = await admin.send('PUT', `/admin/course/${model}/duplicate/`);
  await admin.send('PUT', `/admin/course/${id}/`, { type, isPublished: true });
  await open(`/course/flexy/${id}`);
  await expect(headBadge(page, 'On going')).toBeVisible();
  await admin.send('PUT', `/admin/course/${id}/`, { type, name: unique('Kelas Berdua') });
  await pressInHeadMenu(page, 'Unpublish');
  await expect(dialog(page)).toContainText('It is not unpublished yet.');
  await dialog(page).getByRole('button', { name: 'Compare' }).click();
  await expect(dialog(page).getByRole('row', { name: 'Status' }).getByRole('cell')).toHaveText([
    'Status',
    'Draft',
    'Published',
  ]);
  await dialog(page).getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  expect(await admin.send('GET', `/admin/course/${id}/`)).toMatchObject({ isPublished: true });
});

/** Records the method and status of all changes of a record. */
function answersOf(page: Page, id: string): string[] {
  const answers: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.includes(id) && answer.request().method() === 'PUT')
      answers.push(`${pathname.endsWith('/status/') ? 'switch' : 'save'} ${answer.status()}`);
  });
  return answers;
}

test(
  'a switch does not conflict with the same user’s next save before the record is reread',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { name, id } = await newDiscount(admin, open, page);
    // Switching off takes effect at once; switching on would save first.
    await admin.send('PUT', `/admin/discount/${id}/status/`, { status: 1 });
    await page.reload();
    await expect(headBadge(page, 'Nothing assigned')).toBeVisible();
    const answers = answersOf(page, id);
    // Holds the reread, so that the page cannot have read its own change.
    const released = Promise.withResolvers<void>();
    await page.route(`**/api/admin/discount/${id}`, async (route) => {
      if (route.request().method() === 'GET') await released.promise;
      await route.continue();
    });
    await page.getByLabel('Name').fill(`${name} cepat`);
    await pressInHeadMenu(page, 'Deactivate');
    await page.keyboard.press('Control+s');
    await expect.poll(() => answers).toEqual(['switch 200', 'save 200']);
    released.resolve();
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
    await expect(activate(page)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await discountNow(admin, id)).toMatchObject({ name: `${name} cepat`, status: 0 });
  },
);
