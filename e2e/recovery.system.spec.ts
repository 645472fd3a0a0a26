/** Tests that input survives failures and never overwrites others' changes. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, unique, type Api } from './fixtures.ts';
import { toast } from './toast.ts';

const somePromo = { discount: 10, discountType: 2, productType: 'courses' };

async function newDiscount(admin: Api) {
  const name = unique('Promo Pulih');
  const { discountId } = await admin.send('POST', '/admin/discount/', { name, ...somePromo });
  return { name, id: discountId as string };
}

/** Opens a discount with unsaved changes after another admin has saved it. */
async function meetTheirs({ page, open, admin }: { page: Page; open: (path: string) => Promise<void>; admin: Api }) {
  const { id, name } = await newDiscount(admin);
  await open(`/discount/${id}`);
  await page.getByLabel('Name').fill(`${name} punyaku`);
  const { version } = await admin.send('GET', `/admin/discount/${id}/`);
  await admin.send(
    'PUT',
    `/admin/discount/${id}/`,
    { name, ...somePromo, discount: 35, startDate: null, endDate: null },
    { 'if-match': `"${version}"` },
  );
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(`${name} punyaku`);
  return { id, name };
}

test('a draft restored after a reload does not overwrite another user’s changes', async ({ page, open, api }) => {
  const admin = await api('superadmin');
  const { id } = await meetTheirs({ page, open, admin });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog', { name: 'Somebody else saved first' })).toBeVisible();
  expect((await admin.send('GET', `/admin/discount/${id}/`)).discount).toBe(35);
  await page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(page.getByLabel('Percentage off')).toHaveValue(/35/);
});

test('discarding a restored draft shows the saved values', async ({ page, open, api }) => {
  const { name } = await meetTheirs({ page, open, admin: await api() });
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Percentage off')).toHaveValue(/35/);
  await expect(page.getByLabel('Name')).toHaveValue(name);
  await page.getByLabel('Percentage off').fill('40');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Discount updated successfully')).toBeVisible();
});

test('a save without a connection keeps the input, and shows an error', async ({ page, open, api }) => {
  const { id, name } = await newDiscount(await api());
  await open(`/discount/${id}`);
  await page.getByLabel('Name').fill(`${name} baru`);
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toContainText('Not saved. Try again.');
  await expect(toast(page, 'Failed to update data, please try again')).toContainText('The server does not answer.');
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(page.getByLabel('Name')).toHaveValue(`${name} baru`);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('heading', { name: `${name} baru`, level: 1 })).toBeVisible();
});

test('the focus returns to the last field after a save and after a discard', async ({ page, open, api }) => {
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Fokus') });
  const { id, name } = await newDiscount(admin);
  await admin.send('PUT', `/admin/discount/${id}/courses/`, { course_ids: [courseId] });
  await open(`/discount/${id}`);
  await expect(page.getByRole('region', { name: 'Courses 1' })).toBeVisible();
  const field = page.getByLabel('Name');
  await field.fill(`${name} satu`);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('heading', { name: `${name} satu`, level: 1 })).toBeVisible();
  await expect(field).toBeFocused();

  await page.route(`**/api/admin/discount/${id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { message: 'Out of order' } })
      : route.continue(),
  );
  await field.fill(`${name} dua`);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  const bar = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(bar).toContainText('Not saved');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(field).toHaveValue(`${name} satu`);
  await expect(field).toBeFocused();
  // The error of the discarded change is gone.
  await field.fill(`${name} tiga`);
  await expect(bar).toContainText('Unsaved changes');
});

test('a signed-in user on the sign-in page is redirected to where the session ended', async ({ page, open }) => {
  await open('/user?search=ratna');
  await expect(page.getByRole('table')).toBeVisible();
  await page.context().clearCookies({ name: 'role' });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await open('/');
  await expect(page).toHaveURL(/\/user\?search=ratna/);
});

test('a record deleted during editing is created again from its form, also after a reload', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('superadmin');
  const { id, name } = await newDiscount(admin);
  await open(`/discount/${id}`);
  await page.getByLabel('Name').fill(`${name} lagi`);
  await page.getByLabel('Percentage off').fill('15');
  await admin.send('DELETE', `/admin/discount/${id}`);
  await page.keyboard.press('Control+s');
  const notice = page.getByRole('alert').filter({ hasText: 'Somebody deleted this discount while you changed it' });
  await expect(notice).toBeVisible();
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations).toEqual([]);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(page.getByLabel('Percentage off')).toHaveValue('15');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await notice.getByRole('button', { name: 'Copy what is written' }).click();
  await expect(notice.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Name: ${name} lagi\n`);

  await notice.getByRole('button', { name: 'Create it again' }).click();
  await expect(toast(page, 'Discount created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: `${name} lagi`, level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activate' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
  const { discounts } = await admin.send('GET', `/admin/discount?search=${encodeURIComponent(name)}`);
  expect(discounts).toMatchObject([{ name: `${name} lagi`, discount: 15 }]);
});

test('a recreated course has its name, and the other fields wait in its form to be saved', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('superadmin');
  const name = unique('Kelas Hapus');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  await open(`/course/flexy/${courseId}`);
  await page.getByLabel('Price', { exact: true }).fill('125000');
  await admin.send('DELETE', `/admin/course/${courseId}/`);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Create it again' }).click();
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(courseId));
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('125.000');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Update Course')).toBeVisible();
});

test('a user without changes, or who discards them, sees that the record is deleted', async ({ page, open, api }) => {
  const admin = await api('superadmin');
  const { id, name } = await newDiscount(admin);
  await open(`/discount/${id}`);
  await page.getByLabel('Name').fill(`${name} buang`);
  await admin.send('DELETE', `/admin/discount/${id}`);
  await page.keyboard.press('Control+s');
  await page.getByRole('alert').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { name: 'This discount was not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await expect(page).toHaveURL(/\/home$/);
});
