/** Tests that places of a cohort move to another batch in a few acts, with a preview, undo, and a queue of those who wait. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { effort, seenClicks } from './count-actions.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

async function cohort(api: Api, name: string, price: number): Promise<string> {
  const { courseId } = await api.send('POST', '/admin/course/type/fast-track/', { name });
  const fields = { type: 1, price, startDate: '2031-01-07', endDate: '2031-02-07', capacity: 20 };
  await api.send('PUT', `/admin/course/${courseId}/`, fields);
  return courseId;
}

/** Two members of the first of two cohorts; one has paid for it. */
async function cohorts(api: Api) {
  const name = unique('Kelas Pindah');
  const from = await cohort(api, `${name} Batch 1`, 800_000);
  const to = await cohort(api, `${name} Batch 2`, 1_000_000);
  const userIds: string[] = [];
  for (const person of ['Sari', 'Budi']) {
    const email = `${crypto.randomUUID()}@example.com`;
    const phoneNumber = person === 'Sari' ? '081234567890' : '';
    const { userId } = await api.send('POST', '/admin/user/', { name: unique(person), email, phoneNumber });
    userIds.push(userId);
  }
  await api.send('PUT', `/admin/user/course/${from}/assign/`, { userIds });
  return { name, from, to, sari: userIds[0]! };
}

const membersOf = async (api: Api, course: string): Promise<number> =>
  (await api.send('GET', `/admin/user/course/${course}/`)).totalAssigned;

test('two places move to the next batch in five acts, and Undo moves them back', async ({ page, open, api }) => {
  const admin = await api();
  const { name, from, to } = await cohorts(admin);
  await open(`/course/fast-track/${from}/members`);
  const [spent, seen] = [effort(page), await seenClicks(page)];
  await spent.click(page.getByRole('checkbox', { name: 'Select all of this page' }));
  await spent.click(page.getByRole('button', { name: 'Move to another batch…' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'Move to' })).toBeFocused();
  await spent.type(`${name} Batch 2`);
  await spent.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Preview' }).getByRole('listitem')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await spent.click(dialog.getByRole('button', { name: 'Move 2 places' }));
  await expect(toast(page, 'Moved 2 places')).toBeVisible();
  expect(spent.clicks + spent.keys + spent.texts).toBeLessThanOrEqual(5);
  expect(await seen()).toBe(spent.clicks);
  expect([await membersOf(admin, from), await membersOf(admin, to)]).toEqual([0, 2]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, '2 undone')).toBeVisible();
  expect([await membersOf(admin, from), await membersOf(admin, to)]).toEqual([2, 0]);
});

test('places wait, are listed under the members, and move on to a batch', async ({ page, open, api }) => {
  const admin = await api();
  const { name, from, to } = await cohorts(admin);
  await open(`/course/fast-track/${from}/members`);
  await page.getByRole('checkbox', { name: 'Select all of this page' }).click();
  await page.getByRole('button', { name: 'Move to another batch…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Later: the places wait for a batch' }).check();
  await dialog.getByRole('button', { name: 'Defer 2 places' }).click();
  const queue = page.getByRole('region', { name: 'Deferred' });
  await expect(queue.getByRole('heading', { name: 'Deferred 2' })).toBeVisible();
  expect(await membersOf(admin, from)).toBe(0);
  await queue.getByRole('checkbox', { name: 'Select all of this page' }).click();
  await page.getByRole('button', { name: 'Move to a batch…' }).click();
  await dialog.getByRole('combobox', { name: 'Move to' }).fill(`${name} Batch 2`);
  await page.getByRole('option', { name: `${name} Batch 2` }).click();
  await dialog.getByRole('button', { name: 'Move 2 places' }).click();
  await expect(queue).toBeHidden();
  expect(await membersOf(admin, to)).toBe(2);
});

/** Text of the first chat that a dialog opens, and of the second person, who has no number. */
async function writeToMoved(page: Page): Promise<string> {
  const chats = page.getByRole('dialog').getByRole('list', { name: 'Chats' });
  const lines = chats.getByRole('listitem');
  await expect(lines.filter({ hasText: 'Budi' })).toContainText('No number for WhatsApp');
  const link = chats.getByRole('link', { name: /^Write to .*Sari.* on WhatsApp$/ });
  const href = new URL(String(await link.getAttribute('href')));
  expect(`${href.origin}${href.pathname}`).toBe('https://wa.me/6281234567890');
  await page.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const opening = page.waitForEvent('popup');
  await link.click();
  await (await opening).close();
  await expect(lines.filter({ hasText: 'Sari' })).toContainText('Chat opened');
  return String(href.searchParams.get('text'));
}

test('those who moved are written to on WhatsApp, with the new course and its first day', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { name, from, to } = await cohorts(admin);
  await open(`/course/fast-track/${from}/members`);
  await page.getByRole('checkbox', { name: 'Select all of this page' }).click();
  await page.getByRole('button', { name: 'Move to another batch…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Move to' }).fill(`${name} Batch 2`);
  await page.getByRole('option', { name: `${name} Batch 2` }).click();
  await dialog.getByRole('checkbox', { name: 'Write to them on WhatsApp afterwards' }).check();
  await dialog.getByRole('button', { name: 'Move 2 places' }).click();
  await expect(dialog.getByRole('heading', { name: 'Write to 2 people on WhatsApp' })).toBeVisible();
  expect(await membersOf(admin, to)).toBe(2);
  expect(await violations(page)).toEqual([]);
  expect(await writeToMoved(page)).toMatch(
    new RegExp(
      `^Halo Kak .*Sari.*, tempat Anda di kelas ${name} Batch 1 dipindahkan ke kelas ${name} Batch 2, yang dimulai Selasa, 07 Januari 2031\\.$`,
    ),
  );
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Move to another batch…' })).toHaveCount(0);
});

test('one who waits is written to when the place moves on', async ({ page, open, api }) => {
  const admin = await api();
  const { name, from, sari } = await cohorts(admin);
  await admin.send('POST', `/admin/user/course/${from}/transfer/`, { userIds: [sari], toCourseId: null });
  await open(`/course/fast-track/${from}/members`);
  const queue = page.getByRole('region', { name: 'Deferred' });
  await queue.getByRole('checkbox', { name: 'Select all of this page' }).click();
  await page.getByRole('button', { name: 'Move to a batch…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Move to' }).fill(`${name} Batch 2`);
  await page.getByRole('option', { name: `${name} Batch 2` }).click();
  await dialog.getByRole('checkbox', { name: 'Write to them on WhatsApp afterwards' }).check();
  await dialog.getByRole('button', { name: 'Move 1 place' }).click();
  await expect(dialog.locator('[data-preview]')).toContainText(`dipindahkan ke kelas ${name} Batch 2`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(queue).toBeHidden();
});
