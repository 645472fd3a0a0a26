/** Tests the jobs page: access by role, order, retrying failed jobs, their reasons, and the notice without a worker. */
import { expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

test('only a superadmin finds and opens the jobs page', { tag: '@system' }, async ({ page, open }) => {
  await open('/home', { role: 'superadmin' });
  const account = page.getByRole('button', { name: /^Account/ });
  await account.click();
  await page.getByRole('menuitem', { name: 'Jobs' }).click();
  await expect(page.getByRole('heading', { name: /^Jobs/ })).toBeVisible();
  await open('/home', { role: 'admin' });
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Exports' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Jobs' })).toHaveCount(0);
  await open('/jobs', { role: 'admin' });
  await expect(page.getByText('You do not have access')).toBeVisible();
});

test('failed jobs show the reason, and are retried one by one or all at once', async ({ page, open, api, server }) => {
  const admin = await api('admin', 'data');
  const { users } = await admin.send('GET', '/admin/user?pageSize=100');
  const { email } = users.findLast(({ role }: { role: string }) => role === 'member');
  // Ten wrong passwords from different addresses trigger an e-mail to the user.
  for (let n = 1; n <= 10; n += 1)
    await server.post('/api/auth/login/', {
      data: { email, password: 'bukan-sandi-1' },
      headers: { 'x-tenant': 'data', 'x-forwarded-for': `198.51.100.${n}` },
    });
  const list = '/jobs?state=all&name=send-mail';
  await open(list, { role: 'superadmin', tenant: 'data' });
  const failed = page.getByRole('row', { name: /E-mail.*Failed.*550 No such mailbox/ });
  await expect(async () => {
    await page.reload();
    await expect(failed).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Try again', exact: true }).press('Enter');
  await expect(toast(page, 'The job is tried again')).toBeVisible();
  // Focus is on the button if the job failed again already, otherwise next to it.
  await expect(page.getByRole('row', { name: /E-mail/ }).locator(':focus')).toHaveCount(1);
  await expect(async () => {
    await page.reload();
    await expect(failed).toContainText('2', { timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Try 1 failed job again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try 1 failed job again' }).click();
  await expect(toast(page, 'Failed jobs tried again: 1')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: /E-mail.*Done/ })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: /again/ })).toHaveCount(0);
});

test(
  'the page shows unfinished jobs first; finished ones are one click or key away, and in the URL',
  { tag: '@system' },
  async ({ page, open }) => {
    const counts = { waiting: 1, running: 0, failed: 2, done: 288 };
    const requestedStates: (string | null)[] = [];
    await page.route('**/api/admin/jobs**', (route) => {
      requestedStates.push(new URL(route.request().url()).searchParams.get('state'));
      return route.fulfill({ json: { totalItems: 0, page: 1, pageSize: 20, jobs: [], counts, waitingSince: null } });
    });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await open('/jobs', { role: 'superadmin' });
      const status = page.getByRole('radiogroup', { name: 'Status' });
      await expect(status.getByRole('radio', { name: 'Not done (3)' })).toBeChecked();
      await expect(page.getByText('No unfinished jobs')).toBeVisible();
      await status.getByText('Done (288)', { exact: true }).click();
      await expect(page).toHaveURL(/\/jobs\?state=done$/);
      await expect.poll(() => requestedStates.at(-1)).toBe('done');
      await page.keyboard.press('ArrowRight');
      await expect(page).toHaveURL(/\/jobs\?state=all$/);
      await page.goBack();
      await expect(status.getByRole('radio', { name: 'Done (288)' })).toBeChecked();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  },
);

test('the page shows since when no worker has run', { tag: '@system' }, async ({ page, open }) => {
  // Simulated, because other tests need the worker.
  const none = {
    totalItems: 0,
    page: 1,
    pageSize: 20,
    jobs: [],
    counts: { waiting: 1, running: 0, failed: 0, done: 0 },
  };
  await page.route('**/api/admin/jobs**', (route) =>
    route.fulfill({ json: { ...none, waitingSince: '2026-11-21T13:00:00.000Z' } }),
  );
  await open('/jobs', { role: 'superadmin' });
  await expect(page.getByRole('alert')).toContainText('The oldest has waited since 21 Nov 2026, 20.00');
});

test(
  'a long reason can be read and selected in full, by keyboard and on a phone',
  { tag: '@system' },
  async ({ page, open }) => {
    const error = `550 5.1.1 ${'The mailbox that was written to is not known here. '.repeat(6)}End of the reason`;
    const job = { jobId: crypto.randomUUID(), name: 'send-mail', state: 'failed', ids: {}, attempts: 11, error };
    const times = { createdAt: '2026-11-21T13:00:00.000Z', startedAt: null, finishedAt: '2026-11-21T13:05:00.000Z' };
    const counts = { waiting: 0, running: 0, failed: 1, done: 0 };
    const jobs = [{ ...job, ...times, nextAt: null }];
    await page.route('**/api/admin/jobs**', (route) =>
      route.fulfill({ json: { totalItems: 1, page: 1, pageSize: 20, jobs, counts, waitingSince: null } }),
    );
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await open('/jobs', { role: 'superadmin' });
      await page.getByRole('button', { name: 'More' }).press('Enter');
      const reason = page.getByText('End of the reason');
      await expect(page.getByRole('button', { name: 'Less' })).toBeFocused();
      expect(await reason.evaluate((at) => at.scrollHeight <= at.clientHeight)).toBe(true);
      await reason.selectText();
      expect(await page.evaluate(() => String(getSelection()))).toContain('End of the reason');
      const ended = page.getByText('Ended 21 Nov 2026, 20.05');
      expect(await ended.evaluate((at) => at.scrollWidth <= at.clientWidth)).toBe(true);
    }
  },
);

test('a running job shows how many records are left', { tag: '@system' }, async ({ page, open }) => {
  const job = { jobId: crypto.randomUUID(), name: 'find-at-risk', state: 'running', ids: {}, attempts: 1, error: null };
  const times = { createdAt: '2026-11-21T13:00:00.000Z', startedAt: null, finishedAt: null, nextAt: null };
  const counts = { waiting: 0, running: 1, failed: 0, done: 0 };
  const jobs = [{ ...job, ...times, left: 12_000 }];
  await page.route('**/api/admin/jobs**', (route) =>
    route.fulfill({ json: { totalItems: 1, page: 1, pageSize: 20, jobs, counts, waitingSince: null } }),
  );
  await open('/jobs', { role: 'superadmin' });
  const row = page.getByRole('row', { name: /Members at risk.*Running.*12.000 left/ });
  await expect(row).toBeVisible();
});
