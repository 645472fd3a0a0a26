/** Tests the import of members: a file, its columns, the preview, a doubtful row, and the batch with its undo. */
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';

/** A brand whose users no other test counts. */
const tenant = 'data';

const fileOf = (rows: readonly string[]) => ({
  name: 'anggota.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\n')),
});

test('members are imported from a file in three clicks, and the import is undone', async ({ page, open, api }) => {
  const word = unique('impor')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');
  await open('/user', { tenant });
  await page.getByRole('link', { name: 'Import' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles(
      fileOf([
        'Nama Lengkap;Alamat Email;Sebutan',
        `Ayu ${word};ayu@${word}.test;x`,
        `Ed;ed@${word}.test;x`,
        `Budi ${word};budi@${word}.test;x`,
      ]),
    );
  await expect(page.getByLabel('Sebutan')).toHaveValue('');
  await expect(page.getByRole('radio', { name: 'New (2)' })).toBeChecked();
  await page.getByText('Refused (1)').click();
  await expect(page.getByRole('row', { name: /Nama Lengkap: At least 3 characters/ })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the refused rows' }).click();
  expect((await download).suggestedFilename()).toBe('refused-rows.xlsx');
  await expectAccessible(page, '/user/import');
  await page.getByRole('button', { name: 'Import 2 members' }).click();
  await expect(page.getByRole('heading', { name: 'Import 2 members' })).toBeVisible();
  await expect(page.locator('tr[data-row]', { hasText: `Ayu ${word}` })).toContainText('Done');
  const admin = await api('admin', tenant);
  expect((await admin.send('GET', `/admin/user?search=${word}`)).totalItems).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo 2 users' }).click();
  await expect(page.getByText('2 undone').first()).toBeVisible();
  expect((await admin.send('GET', `/admin/user?search=${word}`)).totalItems).toBe(0);
});
