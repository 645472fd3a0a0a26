/** Tests merging two accounts in the browser, its undo, and a request for personal data. */
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

test('two accounts are merged by keyboard with a choice for the course that both have, and the merge is undone', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('superadmin', 'data');
  const { users } = await admin.send('GET', '/admin/user?pageSize=100&sort=-name');
  const [kept, merged] = users.filter(
    ({ role, totalCourses }: { role: string; totalCourses: number }) => role === 'member' && totalCourses > 0,
  );
  const { courses } = await admin.send('GET', `/admin/user/${kept.id}/courses`);
  await admin.send('PUT', `/admin/user/course/${courses[0].id}/assign/`, { userId: merged.id });
  await open(`/user/${kept.id}/account`, { role: 'superadmin', tenant: 'data' });
  await page.getByRole('button', { name: 'Merge another account' }).press('Enter');
  const finder = page.getByRole('combobox', { name: 'Other account of the same person' });
  await expect(finder).toBeFocused();
  await expectAccessible(page, '/user/merge/$id');
  await finder.fill(merged.email);
  await page.getByRole('option', { name: merged.name }).waitFor();
  await finder.press('Enter');
  await expect(page.getByRole('table', { name: 'Accounts' })).toContainText(merged.email);
  await expectAccessible(page, '/user/merge/$id/$other');
  const merge = page.getByRole('button', { name: `Merge into ${kept.name}` });
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'All of the account that stays' }).press('Enter');
  await merge.press('Enter');
  await expect(toast(page, 'Accounts merged')).toBeVisible();
  await page.goto(page.url().replace(kept.id, merged.id));
  await expect(page).toHaveURL(new RegExp(kept.id));
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Account' }).click();
  await page.getByRole('table', { name: 'Merged accounts' }).getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 1 merge' }).press('Enter');
  await expect(toast(page, 'Merge undone')).toBeVisible();
  expect((await admin.send('GET', `/admin/user/${merged.id}/profile/`)).mergedInto).toBeNull();
});

test('a request for a dossier waits on Today until the dossier was made', async ({ page, open, api }) => {
  // Brand without hosted tracking, whose project only some tests start.
  const admin = await api('superadmin', 'cyber');
  const { users } = await admin.send('GET', '/admin/user?pageSize=100&sort=name');
  const person = users.find(({ role }: { role: string }) => role === 'member');
  await open(`/user/${person.id}/account`, { role: 'superadmin', tenant: 'cyber' });
  await page.getByRole('button', { name: 'Note a request' }).click();
  await page.getByRole('button', { name: 'Note request' }).click();
  await expect(toast(page, 'Request noted')).toBeVisible();
  expect((await admin.send('GET', '/admin/home/?kind=privacy-request')).items[0].record.id).toBe(person.id);
  await page.getByRole('button', { name: 'Make dossier' }).click();
  await expect(page.getByRole('button', { name: 'Download dossier' })).toBeVisible();
  expect((await admin.send('GET', '/admin/home/?kind=privacy-request')).items).toEqual([]);
});

test('the queue of duplicates leads to both accounts side by side', async ({ page, open }) => {
  await open('/user', { tenant: 'cyber' });
  await page.getByRole('link', { name: /^Duplicates \(\d+\)/ }).click();
  await page.locator('tr[data-row]').first().getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Accounts' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Merge into/ })).toBeVisible();
});

test('the queue of duplicates says when there are none', async ({ page, open }) => {
  // Other tests create members that look like duplicates.
  const none = { totalItems: 0, page: 1, pageSize: 10, duplicates: [] };
  await page.route('**/api/admin/user-duplicates/?*', (route) => route.fulfill({ json: none }));
  await open('/user/duplicates', { role: 'admin', tenant: 'data' });
  await expect(page.getByText('No duplicates')).toBeVisible();
  await expectAccessible(page, '/user/duplicates');
});
