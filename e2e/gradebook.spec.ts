/** Tests the gradebook of a course in a browser. */
import { newMembers } from './access-gaps.ts';
import { expectAccessible } from './axe.ts';
import { downloadedSheet } from './files.ts';
import { expect, test, unique } from './fixtures.ts';

test('the gradebook of a course is narrowed, and exported with a column per quiz', async ({ page, open, api }) => {
  const admin = await api();
  const [one, two] = await newMembers(admin, 2);
  const name = unique('Kelas Nilai');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Bagian' });
  for (const quiz of ['Dasar', 'Lanjut'])
    await admin.send('POST', '/admin/quiz/?type=QUIZ', { sectionId, name: quiz, passingScore: 70 });
  await admin.send('PUT', `/admin/user/course/${courseId}/assign/`, { userIds: [one.id, two.id] });
  await open(`/course/flexy/${courseId}`, { role: 'instructor' });
  await page.getByRole('link', { name: 'Gradebook' }).click();
  const rows = page.getByRole('table', { name: 'Gradebook' }).locator('tr[data-row]');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: one.name })).toContainText('0 of 2');
  await expectAccessible(page, '/course/flexy/$id/{-$tab}');
  await page.getByRole('textbox', { name: 'Search members' }).fill(two.email);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(two.name);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`Gradebook of ${name}.xlsx`);
  const [headers = [], ...members] = (await downloadedSheet(download, 'Gradebook')).rows;
  expect(headers).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Dasar \(pass/), expect.stringMatching(/^Lanjut \(pass/)]),
  );
  expect(members.map(([member]) => member)).toEqual([one.name, two.name].toSorted());
});
