/** Tests certificates: issued, explained, looked up without sign-in, revoked and reissued. */
import { expectAccessible } from './axe.ts';
import { type Api, type Json, expect, test } from './fixtures.ts';
import { toast } from './toast.ts';

/**
 * Finds a demo course in which some members meet the rules and others do not. Only the members' site writes their
 * progress.
 */
async function mixedCourse(api: Api) {
  const { courses } = await api.send('GET', '/admin/certificate/?pageSize=100');
  for (const course of courses) {
    const { ready, notReady } = await api.send('GET', `/admin/certificate/course/${course.id}/members/`);
    if (ready > 0 && notReady > 0) return { ...course, ready, notReady };
  }
  throw new Error('The demo has no course where only some meet the rules');
}

async function issuedOne(api: Api, nth: number) {
  const { courses } = await api.send('GET', '/admin/certificate/?pageSize=100');
  const course = courses.filter(({ issued }: Json) => issued > 0)[nth];
  const path = `/admin/certificate/course/${course.id}?status=issued&sort=name`;
  await expect
    .poll(async () => (await api.send('GET', path)).certificates[0].fileUrl, { timeout: 30_000 })
    .toMatch(/^\/files\//);
  return { course, certificate: (await api.send('GET', path)).certificates[0] };
}

test('one click issues certificates to all members who meet the rules, with PDFs', async ({ page, open, api }) => {
  const admin = await api('admin', 'cyber');
  const course = await mixedCourse(admin);
  await open('/home', { tenant: 'cyber' });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Review/ })
    .click();
  await page.getByRole('navigation', { name: 'Pages of Review' }).getByRole('link', { name: 'Certificates' }).click();
  await page.getByRole('textbox', { name: 'Search courses' }).fill(course.name);
  await expectAccessible(page, '/certificate');
  await page.getByRole('link', { name: course.name }).first().click();
  await expect(page).toHaveURL(`http://cyber.localhost:${new URL(page.url()).port}/certificate/course/${course.id}`);
  const issue = page.getByRole('button', {
    name: course.ready === 1 ? 'Issue 1 certificate' : `Issue ${course.ready} certificates`,
  });
  await issue.click();
  await expect(toast(page, `Certificates issued: ${course.ready}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Issue certificates' })).toHaveAttribute('aria-disabled', 'true');
  // Without a reload: the page is updated when the PDFs are ready.
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: 'Issued' })
      .getByRole('link', { name: /^PDF of/ })
      .first(),
  ).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, '/certificate/course/$id');
  const { certificates } = await admin.send('GET', `/admin/certificate/course/${course.id}`);
  const made = certificates.find(({ fileUrl }: Json) => fileUrl);
  const pdf = await page.request.get(`http://127.0.0.1:${new URL(page.url()).port}${made.fileUrl}`);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the certificates of several cohorts are issued in three clicks, those with the most ready members first, and undone', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { courses } = await admin.send('GET', '/admin/certificate/?isReady=true&pageSize=100');
  const body = { courseIds: courses.map(({ id }: Json) => id) };
  const { ready } = await admin.send('POST', '/admin/certificate/issue/preview/', body);
  expect(ready).toBeGreaterThan(1);
  await open('/certificate?isReady=true&pageSize=100');
  await expect(page.locator('tr[data-row]').first()).toContainText(courses[0].name);
  await expect(page.getByRole('columnheader', { name: 'Ready' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('checkbox', { name: /^Select all/ }).click();
  await page.getByRole('button', { name: `Issue ${ready} certificates` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row').filter({ hasText: courses[0].name }).first()).toContainText(
    `${courses[0].ready}`,
  );
  const issue = dialog.getByRole('button', { name: `Issue ${ready} certificates` });
  await expect(issue).toBeFocused();
  await expectAccessible(page, '/certificate');
  await issue.click();
  const done = toast(page, `Certificates issued: ${ready}`);
  await expect(done).toBeVisible();
  await done.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, `${ready} undone`)).toBeVisible();
  expect(await admin.send('POST', '/admin/certificate/issue/preview/', body)).toMatchObject({ ready });
});

test('members without a certificate are listed with the failed rules, and an instructor can only read them', async ({
  page,
  open,
  api,
}) => {
  // A brand where no other test issues the certificates of all courses.
  const tenant = 'data';
  const course = await mixedCourse(await api('instructor', tenant));
  const path = `/course/${course.type === 0 ? 'flexy' : 'fast-track'}/${course.id}/certificates`;
  await open(path, { role: 'instructor', tenant });
  const without = page.getByRole('link', { name: /without one, and why$/ });
  await expect(without).toBeVisible();
  await expect(page.getByRole('button', { name: /^Issue/ })).toHaveCount(0);
  await without.click();
  await page.getByText(`Not yet (${course.notReady})`).click();
  const first = page.locator('tr[data-row]').first();
  await expect(first).toContainText(/\d+ of \d+ (lessons completed|quizzes passed)|[Ss]cored? \d+, \d+ needed|classes/);
  await expect(first).toContainText('Not yet');
  await page.getByText(`Ready (${course.ready})`).click();
  await expect(page.locator('tr[data-row]')).toHaveCount(course.ready);
  await expect(first).toContainText('Meets every rule');
  await expectAccessible(page, '/certificate/course/$id/members');
});

test('a certificate can be looked up without signing in', async ({ browser, api, baseURL }) => {
  const { certificate } = await issuedOne(await api(), 0);
  const stranger = await browser.newPage();
  await stranger.goto(`${baseURL}/certificate/${certificate.certificateId}`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(certificate.name);
  await expect(stranger.getByText('Sertifikat sah')).toBeVisible();
  for (const text of [certificate.courseName, certificate.certificateId])
    await expect(stranger.getByText(text)).toBeVisible();
  await expect(stranger).toHaveTitle(`Sertifikat ${certificate.certificateId} | Coding Studio`);
  await expectAccessible(stranger, '/certificate/$code');
  for (const code of ['2222222222', 'bukan-kode']) {
    await stranger.goto(`${baseURL}/certificate/${code}`);
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Sertifikat tidak ditemukan');
  }
  // A certificate of one brand is unknown to another.
  await stranger.goto(`${baseURL!.replace('coding', 'data')}/certificate/${certificate.certificateId}`);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Sertifikat tidak ditemukan');
  await stranger.close();
});

test('a revoked certificate is shown as revoked, and is valid again after it was reissued', async ({
  page,
  open,
  api,
  browser,
  originOf,
}) => {
  const { course, certificate } = await issuedOne(await api('admin', 'data'), 1);
  const { name, certificateId } = certificate;
  await open(`/certificate/course/${course.id}?search=${certificateId}`, { tenant: 'data' });
  await page.getByRole('button', { name: `Revoke the certificate of ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke 1 certificate' }).click();
  await expect(toast(page, 'Certificate revoked')).toBeVisible();
  await expect(page.locator('tr[data-row]')).toContainText('Revoked');
  const stranger = await browser.newPage();
  const address = `${originOf('data')}/certificate/${certificateId}`;
  await stranger.goto(address);
  await expect(stranger.getByText('Sertifikat dicabut')).toBeVisible();
  await page.getByRole('button', { name: `Reissue the certificate of ${name}` }).click();
  await expect(page.locator('tr[data-row]').getByText('Issued')).toBeVisible({ timeout: 30_000 });
  await stranger.goto(address);
  await expect(stranger.getByText('Sertifikat sah')).toBeVisible();
  await stranger.close();
});
