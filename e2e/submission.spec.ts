/**
 * Tests project submissions: bulk review by keyboard, refused and conflicting saves, the list's URL, files beside the
 * form.
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { type Json, expect, test } from './fixtures.ts';
import { toast } from './toast.ts';
import { problem } from './screen-states.ts';

const score = (page: Page) => page.getByLabel('Score', { exact: true });
const calls = '/admin/project-submissions/';

test('ten submissions are reviewed by keyboard, with a score and one key each', async ({ page, open, api }) => {
  const instructor = await api('instructor', 'cyber');
  const { projects } = await instructor.send('GET', `${calls}?sort=not-reviewed`);
  const ids: string[] = projects.map(({ id }: Json) => id);
  expect(ids).toHaveLength(10);
  await open('/submission?sort=not-reviewed', { role: 'instructor', tenant: 'cyber' });
  await expect(page.locator('tr[data-row]')).toHaveCount(10);
  const spent = effort(page);
  await spent.press('ArrowDown');
  await spent.press('Enter');
  for (const [index, id] of ids.entries()) {
    await expect(page).toHaveURL(new RegExp(`/submission/${id}$`));
    await expect(score(page)).toBeFocused();
    await spent.type(String(70 + index * 3));
    await spent.press('Control+Enter');
  }
  await expect(page).not.toHaveURL(new RegExp(`/submission/${ids.at(-1)}$`));
  expect(spent).toMatchObject({ keys: 12, texts: 10, clicks: 0 });
  const letters = ['C', 'B-', 'B', 'B', 'B+', 'B+', 'A-', 'A', 'A', 'A'];
  for (const [index, id] of ids.entries())
    expect(await instructor.send('GET', `${calls}${id}/`)).toMatchObject({
      status: 'checked',
      reviewScore: 70 + index * 3,
      grade: letters[index],
      version: 2,
    });
  await page.keyboard.press('[');
  await expect(page).toHaveURL(new RegExp(`/submission/${ids.at(-1)}$`));
});

test('a failed save shows the server’s message and keeps the input', async ({ page, open, api }) => {
  const { projects } = await (await api()).send('GET', `${calls}?status=not-reviewed&sort=earliest`);
  const [{ id }] = projects;
  const refusal = 'The database is away for a moment';
  await page.route(`**/api${calls}${id}/`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(problem(500, refusal)) : route.fallback(),
  );
  await open(`/submission/${id}`);
  await score(page).fill('86');
  await page.getByLabel('Note (optional)').fill('Sudah rapi');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(`Not saved: ${refusal}`)).toBeVisible();
  await expect(page.getByText(refusal)).toHaveCount(1);
  await expect(score(page)).toHaveValue('86');
  await expect(page.getByLabel('Note (optional)')).toHaveValue('Sudah rapi');
  await score(page).fill('101');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('From 0 to 100', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await score(page).fill('86');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Review saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).locator('..').getByText('Checked')).toBeVisible();
  expect(await (await api()).send('GET', `${calls}${id}/`)).toMatchObject({
    reviewScore: 86,
    grade: 'A-',
    reviewNote: 'Sudah rapi',
  });
});

test('sort, filters and search are in the URL, and the next submission follows that order', async ({
  page,
  open,
  api,
}) => {
  const query = 'sort=earliest&status=checked&search=example';
  const { projects } = await (await api('admin', 'data')).send('GET', `${calls}?${query}`);
  await open('/submission', { tenant: 'data' });
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await expectAccessible(page, '/submission');
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Earliest Submission');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Checked');
  await page.locator('[data-list-search]').fill('example');
  await expect(page).toHaveURL(/search=example/);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('sort'), searchParams.get('status')]).toEqual(['earliest', 'checked']);
  const shown = () => page.locator('tr[data-row]').evaluateAll((rows) => rows.map((row) => row.dataset['row']));
  const ids = projects.map(({ id }: Json) => id);
  await expect.poll(shown).toEqual(ids);
  await page.reload();
  await expect.poll(shown).toEqual(ids);
  await page.locator('[data-row-link]').first().click();
  for (const [key, at] of [
    [']', 1],
    [']', 2],
    ['[', 1],
  ] as const) {
    await expect(score(page)).toBeFocused();
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`/submission/${ids[at]}$`));
  }
  await page.getByRole('button', { name: 'Previous submission' }).click();
  await expect(page).toHaveURL(new RegExp(`/submission/${ids[0]}$`));
  await expect(page.getByRole('button', { name: 'Previous submission' })).toHaveAttribute('aria-disabled', 'true');
});

test('the file is shown beside the score and grade, its link opens a new tab, and earlier attempts have their scores', async ({
  page,
  open,
  api,
  server,
}) => {
  const { projects } = await (await api('admin', 'data')).send('GET', `${calls}?pageSize=100`);
  const withFile = (end: string) => projects.find(({ fileUrl }: Json) => fileUrl?.endsWith(end));
  const file = await server.get('/demo/module.pdf');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect(file.headers()['content-security-policy']).toContain(`frame-ancestors 'self'`);
  await open(`/submission/${withFile('/demo/module.pdf').id}`, { tenant: 'data' });
  await expect(page.locator('iframe[title="module.pdf"]')).toBeVisible();
  for (const [typed, letter] of [
    ['90', 'A-'],
    ['91', 'A'],
    ['70', 'C'],
  ] as const) {
    await score(page).fill(typed);
    await expect(page.getByRole('status').filter({ hasText: 'Passing score' })).toContainText(letter);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();

  const linked = projects.find(({ submissionUrl, attempt }: Json) => submissionUrl && attempt > 1);
  const earlier = projects.find(
    ({ user, productId, attempt }: Json) =>
      user.id === linked.user.id && productId === linked.productId && attempt === linked.attempt - 1,
  );
  await open(`/submission/${linked.id}`, { tenant: 'data' });
  const link = page.getByRole('link', { name: 'Open link' });
  await expect(link).toHaveAttribute('href', linked.submissionUrl);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  const attempt = page.getByRole('listitem').filter({ hasText: `Attempt ${earlier.attempt}` });
  await expect(attempt).toContainText(`${earlier.reviewScore} ${earlier.grade}`);
  await expectAccessible(page, '/submission/$id');
  await attempt.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/submission/${earlier.id}$`));

  await open(`/submission/${withFile('.webp').id}`, { tenant: 'data' });
  await expect(page.getByRole('img', { name: withFile('.webp').fileUrl.split('/').at(-1) })).toHaveJSProperty(
    'complete',
    true,
  );
  await open(`/submission/${withFile('.webm').id}`, { tenant: 'data' });
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.duration))
    .toBeGreaterThan(1);
});

test('a review that another user saved first is not overwritten unseen', async ({ page, open, api }) => {
  const { projects } = await (await api()).send('GET', `${calls}?status=not-reviewed&sort=latest`);
  const [{ id }] = projects;
  await open(`/submission/${id}`, { role: 'instructor' });
  await score(page).fill('95');
  await (await api('admin')).send('PUT', `${calls}${id}/`, { reviewScore: '60', reviewNote: 'Belum lengkap' });
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('dialog')).toContainText('60');
  await expect(page.getByRole('dialog')).toContainText('95');
  expect(await (await api()).send('GET', `${calls}${id}/`)).toMatchObject({ reviewScore: 60, version: 2 });
});
