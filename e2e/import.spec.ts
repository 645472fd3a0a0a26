/** Tests the import of members: a file, its columns, the preview, a doubtful row, and the batch with its undo. */
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { chooseImport, csvFile, importPage } from './import-file.ts';

/** A brand whose users no other test counts. */
const tenant = 'data';

test('members are imported from a file in three clicks, and the import is undone', async ({ page, open, api }) => {
  const word = unique('impor')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');
  await open('/user', { tenant });
  await page.getByRole('link', { name: 'Import' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles(
      csvFile([
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

test('the answer to a doubtful row is chosen by keyboard, stays in the field, and is not lost by leaving', async ({
  page,
  open,
  api,
}) => {
  await importPage({ page, open, api });
  await chooseImport({ page, open, api });
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('People /Users/Import');
  const question = page.getByRole('combobox', { name: 'Who is in row 4?' });
  await expect(page.getByRole('row', { name: /Gita Lestari/ })).toContainText('Phone: ');
  await page.getByRole('radio', { name: 'To decide (1)' }).focus();
  await page.keyboard.press('Tab');
  await expect(question).toBeFocused();
  await page.keyboard.type('Somebody');
  await expect(page.getByRole('button', { name: 'Import 2 members' })).toBeVisible();
  await expect(question).toHaveValue('new');
  await expect(question).toBeFocused();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave the import?' }).getByRole('button', { name: 'Stay' }).click();
  await question.selectOption('');
  await expect(page.getByRole('button', { name: 'Import 1 member' })).toBeVisible();
});
