/** Tests the list of people with filters, tags and segments, and the staff of a brand. */
import { readFile } from 'node:fs/promises';
import { columnOf } from '#contract/kernel/testing/workbook.ts';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { downloadedSheet } from './files.ts';
import { type Json, expect, test, unique } from './fixtures.ts';
import { inboxDomain } from './inbox.ts';
import { toast } from './toast.ts';

test('the people of a search without a course are tagged in 8 clicks and a word, and saved as a segment', async ({
  page,
  open,
  api,
}) => {
  const word = unique('Calon');
  const admin = await api('admin', 'data');
  const { tagId } = await admin.send('POST', '/admin/tag/', { name: word, colour: 'green' });
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/');
  for (const first of ['Ani', 'Budi', 'Cici']) {
    const email = `${first}${word.replaceAll(/\W/g, '')}${inboxDomain}`;
    const { userId } = await admin.send('POST', '/admin/user/', { name: `${first} ${word}`, email });
    if (first === 'Cici') await admin.send('PUT', `/admin/user/course/${courses[0].id}/assign/`, { userId });
  }
  const heading = page.getByRole('heading', { level: 1 });
  await open(`/user?search=${encodeURIComponent(word)}`, { tenant: 'data' });
  await expect(heading).toHaveText('Users 3');
  const work = effort(page);
  await work.click(page.getByRole('button', { name: 'Add a filter' }));
  await work.click(page.getByRole('menuitem', { name: 'Has a course' }));
  const filter = page.getByRole('combobox', { name: 'Has a course' });
  await work.choose(filter, 'false');
  await expect(heading).toHaveText('Users 2');
  await page.reload();
  await expect(filter, 'a filter with the value false is shown').toHaveValue('false');
  await work.click(page.getByRole('checkbox', { name: 'Select all of this page' }));
  const bar = page.getByRole('region', { name: 'Selection' });
  await work.click(bar.getByRole('button', { name: 'Tag', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Tag people' });
  await expect(dialog.getByRole('combobox', { name: 'Tag' })).toBeFocused();
  // Without waiting for the list: Enter takes the best match.
  await work.type(word.toLowerCase());
  await work.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Tag' })).toHaveValue(word);
  await work.click(dialog.getByRole('button', { name: 'Continue' }));
  await work.click(page.getByRole('dialog').getByRole('button', { name: 'Tag 2 users' }));
  await expect(
    page.locator('tr[data-row]', { hasText: `Budi ${word}` }).getByText(word, { exact: true }),
  ).toBeVisible();
  expect((await admin.send('GET', `/admin/user?tagId=${tagId}`)).totalItems).toBe(2);
  expect([work.clicks, work.keys, work.texts]).toEqual([8, 1, 1]);

  // A view keeps filters, not the search.
  await open(`/user?tagId=${tagId}&hasCourse=false`, { tenant: 'data' });
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=/);
  await open('/user', { tenant: 'data' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByRole('menuitem', { name: 'Segment' }).click();
  await page.getByRole('option', { name: word }).click();
  await expect(heading).toHaveText('Users 2');
  await expectAccessible(page, '/user');
});

test('the people of a segment are exported as CSV and as a spreadsheet, and both are listed under Exports', async ({
  page,
  open,
  api,
}) => {
  const word = unique('Ekspor');
  const admin = await api('admin', 'data');
  const { tagId } = await admin.send('POST', '/admin/tag/', { name: word, colour: 'green' });
  for (const [name, job] of [
    [`Ani ${word}`, '=1+1'],
    [`Budi ${word}`, 'Guru'],
  ] as const) {
    const email = `${name.replaceAll(/\W/g, '')}${inboxDomain}`;
    const { userId } = await admin.send('POST', '/admin/user/', { name, email, phoneNumber: '0812-1234-5678', job });
    await admin.send('PUT', `/admin/tag/${tagId}/users/`, { userIds: [userId] });
  }
  const query = `tagId=${tagId}`;
  const { viewId } = await admin.send('POST', '/admin/saved-view/', {
    list: '/user',
    name: word,
    query,
    isShared: false,
  });
  await open(`/user?segment=${viewId}`, { tenant: 'data' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users 2');
  const work = effort(page);
  const file = async (format: string) => {
    const downloading = page.waitForEvent('download');
    await work.click(page.getByRole('button', { name: 'Export' }));
    await work.click(page.getByRole('menuitem', { name: format }));
    return downloading;
  };
  const csv = await file('CSV');
  expect(csv.suggestedFilename()).toMatch(/^people-data-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n');
  expect(head).toContain('"Name","E-mail","Phone","Institution","Job"');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(`"Budi ${word}"`);
  expect(lines[1], 'a formula is kept as a text').toContain(`"081212345678","","'=1+1"`);
  const sheet = await downloadedSheet(await file('Spreadsheet (XLSX)'), 'People');
  expect(columnOf(sheet, 'Job')).toEqual(['Guru', '=1+1']);
  expect([work.clicks, work.keys], 'two clicks for each file').toEqual([4, 0]);

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Exports' }).click();
  const rows = page.getByRole('row', { name: `Segment: ${word}` });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('People');
  await expect(rows.first()).toContainText('All 2');
  await expectAccessible(page, '/exports');
});

test('an export can be cancelled from the start by the button that began it, which keeps the focus', async ({
  page,
  open,
}) => {
  await open('/user', { tenant: 'data' });
  // Counting the rows takes long.
  await page.route(/\/user\/export\//, () => undefined);
  const button = page.getByRole('button', { name: 'Export' });
  await button.press('Enter');
  await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  await expect(page.getByTitle('Preparing the export')).toBeAttached();
  await cancel.press('Enter');
  await expect(button).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('staff is invited, gets another role and is deactivated, and the last superadmin stays', async ({
  page,
  open,
  api,
}) => {
  const superadmin = await api('superadmin', 'cyber');
  const name = unique('Staf Baru');
  await open('/staff', { role: 'superadmin', tenant: 'cyber' });
  await page.getByRole('button', { name: 'New staff' }).click();
  const dialog = page.getByRole('dialog', { name: 'New staff' });
  const proposed = dialog.getByLabel('Role').locator('option:checked');
  await expect(proposed, 'a role with few rights').toHaveText('Customer service');
  await dialog.getByLabel('Full name').fill(name);
  await dialog.getByLabel('E-mail').fill(`${name.replaceAll(/\W/g, '')}${inboxDomain}`);
  await dialog.getByRole('button', { name: 'Create staff' }).click();
  await expect(toast(page, /an invitation is sent to/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await open(`/staff?search=${encodeURIComponent(name)}`, { role: 'superadmin', tenant: 'cyber' });
  const row = page.locator('tr[data-row]', { hasText: name });
  const act = async (item: string) => {
    await row.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await act('Change role');
  const change = page.getByRole('dialog', { name: `Role of ${name}` });
  await change.getByLabel('Role').selectOption('Instructor');
  await change.getByRole('button', { name: 'Change role' }).click();
  await expect(toast(page, 'Role changed')).toBeVisible();
  await expect(row).toContainText('Instructor');
  await act('Deactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toContainText('Deactivated');
  await expectAccessible(page, '/staff');

  const { staff } = await superadmin.send('GET', '/admin/staff/?role=superadmin');
  expect(staff).toHaveLength(1);
  const [last]: Json[] = staff;
  await open('/staff?role=superadmin', { role: 'superadmin', tenant: 'cyber' });
  await page.getByRole('button', { name: `Actions for ${last.name}` }).click();
  await expect(page.getByText('You change neither your own role nor your account')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Change role' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toHaveCount(0);
  const withVersion = { 'if-match': `"${last.version}"` };
  for (const [path, body] of [
    ['role', { role: 'admin' }],
    ['status', { status: 0 }],
  ] as const)
    await expect(superadmin.send('PUT', `/admin/user/${last.id}/${path}/`, body, withVersion)).rejects.toThrow(/409/);
});
