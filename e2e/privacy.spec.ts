/** Tests requests for personal data in a browser: the queue with deadlines, a dossier that is read, and an erasure. */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { inboxDomain } from './inbox.ts';
import { toast } from './toast.ts';

test('a person is noted, found in the queue by the deadline, gets a readable dossier, and is erased', async ({
  page,
  open,
  api,
}) => {
  const superadmin = await api('superadmin');
  const name = unique('Melati Kenanga');
  const email = `${name.replaceAll(/\W/g, '').toLowerCase()}${inboxDomain}`;
  const account = { name, email, phoneNumber: '', uoc: '', job: '', location: '', role: 'member' };
  const { userId } = await superadmin.send('POST', '/admin/user/', account);
  await open(`/user/${userId}/account`, { role: 'superadmin' });
  const region = page.getByRole('region', { name: 'Personal data' });
  const note = async (kind: string) => {
    await region.getByRole('button', { name: 'Note a request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Note a request' });
    await dialog.getByLabel('Request').selectOption(kind);
    await dialog.getByRole('button', { name: 'Note request' }).click();
    await expect(region.getByText(kind, { exact: true })).toBeVisible();
  };
  await note('Dossier');

  // 72 hours from now, after those that are due earlier.
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('/home', { role: 'superadmin' });
  await page.getByRole('link', { name: /^Request for personal data/ }).click();
  const row = page.locator('tr[data-row]', { hasText: name });
  await expect(row).toContainText('in 2 days');
  const kind = row.getByText('Request for personal data');
  expect(await kind.evaluate((cell) => cell.scrollWidth <= cell.clientWidth), 'is not cut').toBe(true);
  await row.getByRole('link', { name: `Answer ${name}` }).click();

  await region.getByRole('button', { name: 'Make dossier' }).click();
  const downloading = page.waitForEvent('download');
  await region.getByRole('button', { name: 'Download dossier' }).click();
  const archive = unzipSync(await readFile(await (await downloading).path()));
  const reader = await page.context().newPage();
  await reader.setContent(strFromU8(archive['index.html']!));
  await expect(reader.getByRole('heading', { level: 1, name: `Data of ${name}` })).toBeVisible();
  const table = reader
    .getByRole('heading', { name: 'Account (1)', exact: true })
    .locator('xpath=following-sibling::div[1]');
  await expect(table.getByRole('columnheader', { name: 'E-mail' })).toBeVisible();
  await expect(table.getByRole('cell', { name: email })).toBeVisible();
  await expect(reader.getByRole('heading', { name: /^History/ })).toBeVisible();
  await reader.close();

  await note('Erasure');
  await region.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: `Erase ${name}?` });
  await expect(dialog.getByRole('heading', { name: 'Deleted' })).toBeVisible();
  await expect(dialog.getByRole('row', { name: '2 requests for data' })).toContainText(
    'Proof that the request was met',
  );
  await expectAccessible(page, `/user/${userId}/account`);
  await dialog.getByLabel('E-mail of the account').fill('other@example.com');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not the e-mail of the account')).toBeVisible();
  await dialog.getByLabel('E-mail of the account').fill(email);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'The data is being erased')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await expect(region.getByRole('button', { name: 'Download dossier' })).toHaveCount(0);
});
