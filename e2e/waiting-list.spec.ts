/** Tests the waiting list of a course in a browser. */
import { newMembers } from './access-gaps.ts';
import { expectAccessible } from './axe.ts';
import { expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

test('a full course offers its waiting list, and a free place is offered, taken back, and taken', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const [inside, first, second] = await newMembers(admin, 3);
  const { courseId } = await admin.send('POST', '/admin/course/type/fast-track/', { name: unique('Kelas Penuh') });
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 1, capacity: 1 });
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userId: inside.id });
  await open(`/course/fast-track/${courseId}/members`);
  await page.getByRole('button', { name: 'Assign many' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mails or phones').fill(first.email);
  await dialog.getByRole('button', { name: 'Put 1 person on the waiting list' }).click();
  await expect(toast(page, 'Added to the waiting list: 1')).toBeVisible();
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Waiting list' }).click();
  await expect(page.getByText('1 of 1 place taken · 0 held · 0 free')).toBeVisible();

  await page.getByRole('button', { name: 'Add person' }).click();
  await dialog.getByRole('combobox', { name: 'Member' }).fill(second.email);
  await page.getByRole('option', { name: second.name }).click();
  await dialog.getByLabel('Note').fill('Ikut angkatan lalu');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Ikut angkatan lalu');
  await expectAccessible(page, '/course/fast-track/$id/{-$tab}');

  await page.getByRole('button', { name: `Offer a place to ${first.name}` }).click();
  await dialog.getByRole('button', { name: 'Offer place' }).click();
  await expect(
    page.getByText('No place is free: all are taken, held, or due to people who paid').first(),
  ).toBeVisible();
  await admin.send('DELETE', `/admin/user/course/${courseId}/unassign/`, { userId: inside.id });
  await dialog.getByRole('button', { name: 'Offer place' }).click();
  await expect(rows.nth(0)).toContainText('Offered');
  await expect(page.getByText('0 of 1 place taken · 1 held: 1 offer · 0 free')).toBeVisible();
  await page.getByRole('button', { name: `Take back the offer to ${first.name}` }).click();
  await expect(rows.nth(0)).toContainText('Waiting');

  await page.getByRole('button', { name: `Offer a place to ${second.name}` }).click();
  await dialog.getByRole('button', { name: 'Offer place' }).click();
  await expect(dialog.getByText('1 person waits before them: write why they come first')).toBeVisible();
  await dialog.getByLabel('Why before the others').fill('Pindah kota');
  await dialog.getByRole('button', { name: 'Offer place' }).click();
  await expect(rows.nth(0)).toContainText(`Passed over for ${second.name}: Pindah kota`);
  await page.getByRole('button', { name: `Assign ${second.name}` }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: `Remove ${first.name}` }).click();
  await expect(page.getByText('Nobody waits')).toBeVisible();
  await toast(page, 'Removed from the waiting list').getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(1);
});
