/** The page of jobs in a real browser: who sees it, and how a failed job is tried again. */
import { expect, test } from './fixtures.ts';

test('a superadmin finds the jobs in the navigation; nobody else does, and the page is closed to them', async ({
  page,
  open,
}) => {
  await open('/home', { role: 'superadmin' });
  await page.getByRole('navigation').getByRole('link', { name: 'Jobs' }).click();
  await expect(page.getByRole('heading', { name: /^Jobs/ })).toBeVisible();
  await open('/home', { role: 'admin' });
  await expect(page.getByRole('link', { name: 'Users', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Jobs' })).toHaveCount(0);
  await open('/jobs', { role: 'admin' });
  await expect(page.getByText('Your role does not open this')).toBeVisible();
});

const failed = {
  jobId: '01890000-0000-7000-8000-000000000001',
  name: 'send-mail',
  state: 'failed',
  ids: { template: 'sign-in-alert' },
  attempts: 11,
  error: '550 No such mailbox',
  createdAt: '2026-11-21T13:00:00.000Z',
  startedAt: '2026-11-21T13:00:01.000Z',
  finishedAt: '2026-11-21T13:00:02.000Z',
  nextAt: null,
};

test('what failed says why, and is tried again with one click, or all of it', async ({ page, open }) => {
  let state = 'failed';
  const asked: string[] = [];
  // A mail server that refuses is none of this browser's; what it leads to on the server is tested there.
  await page.route('**/api/admin/jobs**', async (route) => {
    const request = route.request();
    if (request.method() === 'POST') {
      asked.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`.trim());
      state = 'waiting';
      return route.fulfill({ json: { jobId: failed.jobId, changed: 1 } });
    }
    const counts = { waiting: 0, running: 0, failed: 0, done: 0, [state]: 1 };
    return route.fulfill({
      json: {
        totalItems: 1,
        page: 1,
        pageSize: 20,
        jobs: [{ ...failed, state }],
        counts,
        waitingSince: '2026-11-21T13:00:00.000Z',
      },
    });
  });
  await open('/jobs', { role: 'superadmin' });
  await expect(page.getByRole('row', { name: /E-mail.*Failed.*550 No such mailbox/ })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The oldest has waited since 21 Nov 2026, 20.00');
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByText('The job is tried again')).toBeVisible();
  await expect(page.getByRole('row', { name: /E-mail.*Waiting/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /again/ })).toHaveCount(0);
  state = 'failed';
  await page.getByLabel('Job', { exact: true }).selectOption({ label: 'E-mail' });
  await page.getByRole('button', { name: 'Try 1 failed job again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try 1 failed job again' }).click();
  await expect(page.getByText('Failed jobs tried again: 1')).toBeVisible();
  expect(asked).toEqual([`/api/admin/jobs/${failed.jobId}/retry/`, '/api/admin/jobs/retry/ {"name":"send-mail"}']);
});
