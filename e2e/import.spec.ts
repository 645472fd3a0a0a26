/** Tests the import of members: a file, its columns, the preview, a doubtful row, and the batch with its undo. */
import type { CellValue } from '#contract/kernel/testing/workbook.ts';
import { expectAccessible } from './axe.ts';
import { downloadedSheet } from './files.ts';
import { expect, test, unique } from './fixtures.ts';
import { chooseImport, csvFile, importPage } from './import-file.ts';
import { inboxDomain, linkTo } from './inbox.ts';

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
  const emails = page.getByLabel('Alamat Email');
  const field = await emails.inputValue();
  await emails.selectOption('');
  await expect(page.getByText('Required to continue')).toBeVisible();
  await expectAccessible(page, '/user/import');
  await emails.selectOption(field);
  await expect(page.getByRole('radio', { name: 'New (2)' })).toBeChecked();
  await page.getByText('Refused (1)').click();
  await expect(page.getByRole('row', { name: /Ed ed@.* Nama Lengkap “Ed”: At least 3 characters/ })).toBeVisible();
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

test('refused rows are downloaded, corrected and imported with invitations, and what is refused is shown', async ({
  page,
  open,
}) => {
  const word = unique('koreksi')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');
  const email = `ed${word}${inboxDomain}`;
  await open('/user/import', { tenant });
  const choose = (rows: readonly (readonly CellValue[])[]) =>
    page.locator('input[type=file]').setInputFiles(csvFile(rows.map((row) => row.join(';'))));
  await choose([
    ['Nama Lengkap', 'Alamat Email', 'No HP'],
    ['Ed', email, '12'],
  ]);
  const row = page.getByRole('row', { name: email });
  await expect(row).toContainText(`Ed${email}`);
  await expect(row).toContainText('Nama Lengkap “Ed”: At least 3 characters · No HP “12”: Not a phone number');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the refused rows' }).click();
  const { rows } = await downloadedSheet(await downloading, 'Refused rows');
  expect(rows[0]).toEqual(['Nama Lengkap', 'Alamat Email', 'No HP', 'Reason']);
  await choose([rows[0]!, [`Ed ${word}`, email, '081234567890', rows[1]![3]!]]);
  await expect(page.getByRole('radio', { name: 'New (1)' })).toBeChecked();
  await expect(page.getByText('None are sent')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Send each new member an invitation by mail' }).check();
  await expect(page.getByText('1 invitation')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 member' }).click();
  await expect(page.locator('tr[data-row]', { hasText: `Ed ${word}` })).toContainText('Done');
  await linkTo(email);
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
  // The tabs count what the button counts; the answer can still be taken back.
  await expect(page.getByRole('radio', { name: 'New (2)' })).toHaveCount(1);
  await expect(page.getByRole('radio', { name: 'To decide (0)' })).toBeChecked();
  await expect(question).toBeFocused();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave the import?' }).getByRole('button', { name: 'Stay' }).click();
  await question.selectOption('');
  await expect(page.getByRole('button', { name: 'Import 1 member' })).toBeVisible();
});
