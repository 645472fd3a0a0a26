/** Browser test of the page Integration: an API key from its creation to its end. */
import { expect } from '@playwright/test';
import { test, unique } from './fixtures.ts';

test('a superadmin creates an API key by keyboard, a program uses it, and after revoking it is refused', async ({
  page,
  open,
  request,
}) => {
  const name = unique('Situs');
  await open('/integration', { role: 'superadmin' });
  await page.getByRole('button', { name: 'New API key' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Read the catalogue' }).press('Space');
  await page.getByRole('button', { name: 'Create API key' }).press('Enter');
  const secret = page.getByLabel('API key', { exact: true });
  await expect(secret).toHaveText(/^lk_[\w-]{43}$/);
  const headers = { authorization: `Bearer ${await secret.textContent()}`, 'x-tenant': 'coding' };
  const call = async (path: string) => {
    const answer = await request.get(`http://localhost:${new URL(page.url()).port}/api${path}`, { headers });
    return answer.status();
  };
  expect(await call('/admin/product')).toBe(200);
  expect(await call('/admin/user')).toBe(403);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'I have copied it' }).press('Enter');
  await expect(page.getByRole('button', { name: 'New API key' }), 'the opener has the focus again').toBeFocused();
  const row = page.getByRole('row', { name });
  await expect(row).toContainText('Active');
  const actions = row.getByRole('button', { name: `Actions of ${name}` });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Rotate' }).press('Enter');
  await page.getByRole('button', { name: 'Make a new key' }).press('Enter');
  await page.getByRole('button', { name: 'I have copied it' }).press('Enter');
  await expect(row).toContainText('former key until');
  await expect(actions).toBeFocused();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke 1 API key' }).click();
  await expect(row).toContainText('Revoked');
  await expect.poll(() => call('/admin/product')).toBe(401);
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('table', { name: 'Webhooks' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages of System' }), 'the title stays in place').toBeVisible();
});
