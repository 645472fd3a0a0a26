/** Tests the end of the access to a learning path in a browser. */
import { jakartaDay, plusDays, plusMonths } from '#contract/kernel/days.ts';
import { newMembers } from './access-gaps.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';

const inDays = (days: number) => plusDays(jakartaDay(new Date()), days);

test('a path gets months of access, and the end of two users is extended with four acts and undone', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const [one, two, other] = await newMembers(admin, 3);
  const { pathID } = await admin.send('POST', '/admin/learning-path/', { name: unique('Jalur Berakhir') });
  await open(`/learning-path/${pathID}`);
  await page.getByLabel('Months of access').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('12 months', { exact: true })).toBeVisible();
  for (const { id } of [one, two, other])
    await admin.send('PUT', `/admin/learning-path/${pathID}/users/`, { user_id: id });
  await admin.send('POST', `/admin/batch/path-access/?ownerId=${pathID}`, {
    expected: 2,
    value: 'until',
    mayShorten: true,
    ownerId: pathID,
    ids: [one.id, two.id],
    until: inDays(9),
  });
  await open(`/learning-path/${pathID}/users`);
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(3);
  const year = plusMonths(inDays(0), 12).slice(0, 4);
  await expect(rows.filter({ hasText: other.name })).toContainText(new RegExp(`Until \\d+ \\S+ ${year}`));
  await page.getByLabel('Access', { exact: true }).selectOption({ label: 'Ends in 30 days' });
  await expect(rows).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await page.getByRole('button', { name: 'Set the end of the access' }).click();
  await page.getByRole('textbox', { name: 'Last day' }).fill(inDays(90).split('-').toReversed().join('/'));
  await expectAccessible(page, '/learning-path/$id/{-$tab}');
  await page.getByRole('button', { name: 'Set it for 2 members' }).click();
  await expect(page.getByText('No users match')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  await open(`/user/${one.id}/courses`);
  await page.getByRole('button', { name: /^Change the access: Jalur Berakhir/ }).click();
  await page.getByRole('dialog').getByText('No end', { exact: true }).click();
  await page.getByRole('button', { name: 'Set it for 1 member' }).click();
  await expect(page.locator('tr[data-row]').filter({ hasText: 'Jalur Berakhir' })).toContainText('No end');
});
