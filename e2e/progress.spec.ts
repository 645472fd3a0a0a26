/** Tests members' progress: on their tab, in the course as a member sees it, and in a quiz's results. */
import { expectAccessible } from './axe.ts';
import { type Api, type Json, expect, test, unique } from './fixtures.ts';

/** Finds a demo course with a member who is half way. Only the members' site writes their progress. */
async function halfWay(api: Api) {
  // All pages, because other tests keep adding courses.
  for (let page = 1, isMore = true; isMore; page += 1) {
    const { courses, totalItems } = await api.send('GET', `/admin/course/type/flexy/?pageSize=100&page=${page}`);
    for (const { id } of courses) {
      const { users } = await api.send('GET', `/admin/user/course/${id}/?isAssigned=true&pageSize=100`);
      const member = users.find(({ progress }: Json) => progress.completed > 2 && progress.completed < progress.items);
      if (member) return { courseId: String(id), member };
    }
    isMore = page * 100 < totalItems;
  }
  throw new Error('The demo has nobody who is half way');
}

test('a course can be previewed as one of its members, by URL', { tag: '@system' }, async ({ page, open, api }) => {
  const { courseId, member } = await halfWay(await api('instructor'));
  const { items, completed } = member.progress;
  await open(`/course/flexy/${courseId}/rehearsal?day=2026-11-23`, { role: 'instructor' });
  await page.getByRole('combobox', { name: 'Member' }).fill(member.email);
  await page.getByRole('option', { name: member.email }).click();
  const whom = page.getByText(`to ${member.name}, who has done ${completed} of ${items} items until now`);
  await expect(whom).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Begins on' })).toHaveCount(0);
  const done = page
    .getByRole('list', { name: /^Outline of / })
    .getByRole('listitem')
    .filter({ hasText: /Done/ });
  await expect(done).toHaveCount(completed);
  await expect(page).toHaveURL(new RegExp(`member=${member.id}`));
  await page.reload();
  await expect(whom).toBeVisible();
  await expect(page.getByText('Sen, 23 Nov 2026')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Min, 22 Nov 2026')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Member' })).toHaveValue(member.name);
  await page.getByRole('combobox', { name: 'Member' }).click();
  await page.getByRole('option', { name: 'No specific member' }).click();
  await expect(done).toHaveCount(0);
  await expect(page).not.toHaveURL(/member=/);
});

test('the tree shows how many members started and finished each item, and the median score of a quiz', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const { courseId } = await halfWay(other);
  const course = await other.send('GET', `/admin/course/${courseId}/`);
  const progress = await other.send('GET', `/admin/course/${courseId}/progress/`);
  const items = course.sections.flatMap((section: Json) => section.items);
  expect(progress.items.map(({ id }: Json) => id)).toEqual(items.map(({ id }: Json) => id));
  await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
  const tree = page.getByRole('tree', { name: 'Curriculum' });
  const at = items.findIndex(({ type }: Json) => type === 'QUIZ');
  const { started, finished, medianScore } = progress.items[at];
  await expect(
    tree.getByRole('treeitem', { name: `${started} of ${progress.members} members came to it` }).first(),
  ).toBeVisible();
  await expect(tree.locator(`[data-key="quiz:${items[at].id}"]`)).toContainText(
    `${finished}/${started} · ${medianScore}`,
  );
  const figures = page.getByRole('region', { name: 'Members' });
  await expect(figures).toContainText(`Started${progress.started} · `);
  await expect(figures).toContainText(`Median score${progress.medianScore}`);
});

test('the members of a course are listed with their progress', async ({ page, open, api }) => {
  const { courseId, member } = await halfWay(await api('instructor'));
  const { items, completed } = member.progress;
  await open(`/course/flexy/${courseId}/members`, { role: 'instructor' });
  await page.getByRole('textbox', { name: 'Search users' }).fill(member.email);
  const row = page.locator('tr[data-row]').filter({ hasText: member.email });
  await expect(row).toContainText(`${completed} of ${items} · ${Math.floor((100 * completed) / items)}%`);
  await expectAccessible(page, '/course/flexy/$id/{-$tab}');
});

test('a quiz shows the answers of members, or that there are none', { tag: '@system' }, async ({ page, open, api }) => {
  const other = await api('instructor');
  const { courseId } = await halfWay(other);
  const course = await other.send('GET', `/admin/course/${courseId}/`);
  const quiz = course.sections.flatMap(({ items }: Json) => items).find(({ type }: Json) => type === 'QUIZ');
  const results = await other.send('GET', `/admin/quiz/${quiz.id}/results/`);
  expect(results.attempts).toBeGreaterThan(0);
  await open(`/quiz/${quiz.id}/results`, { role: 'instructor' });
  await expect(page.getByText(`average ${results.average} · ${results.passed} passed`)).toBeVisible();
  const headings = page.getByRole('list', { name: 'Questions' }).getByRole('heading');
  await expect(headings).toHaveCount(results.questions.length);
  await expect(page.getByText(/^\d+% right/).first()).toBeVisible();

  const made = await other.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Baru') });
  const { sectionId } = await other.send('POST', `/admin/course/${made.courseId}/section/`, { name: 'Awal' });
  const { quizId } = await other.send('POST', '/admin/quiz/', { sectionId, name: unique('Kuis Baru') });
  await open(`/quiz/${quizId}/results`, { role: 'instructor' });
  await expect(page.getByRole('heading', { name: 'Nobody has taken it yet' })).toBeVisible();
});
