/** Tests a course's tabs: unsaved input and errors across tabs, leaving, counts, and wrong URLs. */
import { expect, test, unique } from './fixtures.ts';

for (const type of ['flexy', 'fast-track'] as const) {
  test(
    `input on a ${type} course is kept across tabs and a reload, and leaving the course asks first`,
    { tag: '@system' },
    async ({ page, open, api }) => {
      const name = unique('Kelas Tab');
      const { courseId } = await (await api()).send('POST', `/admin/course/type/${type}/`, { name });
      const base = `/course/${type}/${courseId}`;
      const tabs = page.getByRole('navigation', { name: 'Tabs' });
      const field = page.getByLabel('Name', { exact: true });
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await open(base);
      await expect(tabs.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
      await field.fill(`${name} 2`);

      await tabs.getByRole('link', { name: 'Curriculum' }).click();
      await expect(page).toHaveURL(`${base}/curriculum`);
      await expect(page.getByRole('region', { name: /^Curriculum/ })).toBeVisible();
      await expect(question).toHaveCount(0);
      await expect(field).toHaveCount(0);
      await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();

      await page.reload();
      await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(base);
      await expect(question).toHaveCount(0);
      await expect(field).toHaveValue(`${name} 2`);

      await tabs.getByRole('link', { name: 'Curriculum' }).click();
      await page.getByRole('link', { name: 'Users' }).click();
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(page).toHaveURL(`${base}/curriculum`);
      await page.keyboard.press('Control+s');
      await expect(page.getByRole('heading', { name: `${name} 2`, level: 1 })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Users' }).click();
      await expect(page).toHaveURL(/\/user$/);
    },
  );
}

test('an error on another tab is focused', async ({ page, open, api }) => {
  const { courseId } = await (await api()).send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Salah') });
  await open(`/course/flexy/${courseId}`);
  await page.getByLabel('Price', { exact: true }).fill('');
  await page.getByRole('link', { name: 'Curriculum' }).click();
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(`/course/flexy/${courseId}`);
  await expect(page.getByText('Write a number', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Price', { exact: true })).toBeFocused();

  await page.getByLabel('Name', { exact: true }).focus();
  await page.getByRole('button', { name: '1 field to correct' }).click();
  await expect(page.getByLabel('Price', { exact: true })).toBeFocused();

  await page.getByRole('link', { name: 'Curriculum' }).click();
  await page.getByRole('link', { name: 'a thumbnail' }).click();
  await expect(page.getByRole('textbox', { name: 'Thumbnail' })).toBeFocused();
  await page.getByRole('link', { name: 'a section' }).click();
  await expect(page).toHaveURL(`/course/flexy/${courseId}/curriculum`);
});

test(
  'a URL with the wrong course type redirects to the same tab, and an unknown tab is not found',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const { courseId } = await (
      await api()
    ).send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Alamat') });
    await open(`/course/fast-track/${courseId}/curriculum`);
    await expect(page).toHaveURL(`/course/flexy/${courseId}/curriculum`);
    await expect(page.getByRole('region', { name: /^Curriculum/ })).toBeVisible();
    await open(`/course/flexy/${courseId}/nothing`);
    await expect(page.getByRole('heading', { name: 'This page was not found' })).toBeVisible();
  },
);

test('tabs show counts, and the certificates tab shows the rules with a link to change them', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Hitung') });
  const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pembuka' });
  for (const name of ['Satu', 'Dua'])
    await admin.send('POST', '/admin/lesson/', { sectionId, name, type: 'ARTICLE', content: '<p>Isi</p>' });
  await admin.send('POST', '/admin/quiz/', { sectionId, name: 'Kuis' });
  await admin.send('PUT', `/admin/course/${courseId}/`, { type: 0, hasCertificate: true, passingScore: 85 });
  await open(`/course/flexy/${courseId}`);
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await expect(tabs.getByRole('link', { name: 'Curriculum 3', exact: true })).toBeVisible();
  await expect(tabs.getByRole('link', { name: 'Members 0', exact: true })).toBeVisible();
  await tabs.getByRole('link', { name: 'Certificates' }).click();
  await expect(page).toHaveURL(`/course/flexy/${courseId}/certificates`);
  await expect(page.getByText(/complete this course with a score of 85 or more/)).toBeVisible();
  await page.getByRole('button', { name: 'Change the rules on the overview' }).press('Enter');
  await expect(page).toHaveURL(`/course/flexy/${courseId}`);
  await expect(
    page.getByRole('switch', { name: /certificate/i }).or(page.getByRole('checkbox', { name: /certificate/i })),
  ).toBeFocused();
});
