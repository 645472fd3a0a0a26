/** Tests work on learning paths: created, with ordered courses, users and an end, published, deleted. */
import { expectAccessible } from './axe.ts';
import { type Api, expect, loseAnswer, test, unique } from './fixtures.ts';
import { headBadge, inHeadMenu, pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';

/** Creates a path with courses and returns their names in order. */
async function aPath(api: Api, courses: number, more: object = {}) {
  const { pathID } = await api.send('POST', '/admin/learning-path/', { name: unique('Jalur'), ...more });
  const named: { id: string; name: string }[] = [];
  for (let n = 0; n < courses; n += 1) {
    const name = unique(`Kelas ${'ABCDE'[n]}`);
    const { courseId } = await api.send('POST', '/admin/course/type/flexy/', { name });
    named.push({ id: courseId, name });
  }
  if (courses > 0)
    await api.send('PUT', `/admin/learning-path/${pathID}/courses/`, { course_ids: named.map(({ id }) => id) });
  return { pathID: pathID as string, courses: named, names: named.map(({ name }) => name) };
}

const orderOf = async (api: Api, pathID: string): Promise<string[]> =>
  (await api.send('GET', `/admin/learning-path/${pathID}/`)).assignedCourses.map(({ name }: { name: string }) => name);

test('a path is created, filled, published and assigned to a user, and shows why it cannot be deleted', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const name = unique('Jalur Data');
  const course = unique('Kelas Jalur');
  await admin.send('POST', '/admin/course/type/flexy/', { name: course });
  await open('/learning-path');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page, '/learning-path');
  await page.keyboard.press('n');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Path created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const pathID = page.url().split('/').pop()!;
  const now = () => admin.send('GET', `/admin/learning-path/${pathID}/`);

  // Publishing too early leads to what is missing, and the input is kept.
  await page.getByLabel('Price', { exact: true }).fill('750000');
  const publish = page.getByRole('button', { name: 'Publish' });
  await expect(publish).toHaveAccessibleDescription('Publish: needs a course first');
  await publish.press('Enter');
  await expect(page).toHaveURL(/\/courses$/);
  expect(await now()).toMatchObject({ isPublished: false, price: 0 });

  const courses = page.getByRole('region', { name: /^Courses/ });
  await courses.getByRole('button', { name: 'Choose courses' }).click();
  await courses.getByRole('textbox', { name: 'Search courses' }).fill(course);
  // Waits for the result: a new search clears the selection.
  await expect(courses.getByRole('row')).toHaveCount(2);
  await courses.getByRole('checkbox', { name: `Select ${course}` }).check();
  await courses.getByRole('button', { name: 'Assign 1 course' }).click();
  await expect(toast(page, '1 Courses assigned successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('750.000');
  await publish.click();
  await expect(headBadge(page, 'Nothing to open')).toBeVisible();
  await expect.poll(now).toMatchObject({ isPublished: true, price: 750_000 });
  await expectAccessible(page, '/learning-path/$id/{-$tab}');

  await page
    .getByRole('navigation', { name: 'Tabs' })
    .getByRole('link', { name: /^Users/ })
    .click();
  const users = page.getByRole('region', { name: /^Users/ });
  await users.getByRole('button', { name: 'Choose users' }).click();
  await users.getByRole('textbox', { name: 'Search users' }).fill('putri');
  await users
    .getByRole('button', { name: /^Assign .*Putri/ })
    .first()
    .click();
  await expect(toast(page, 'User assigned successfully')).toBeVisible();
  await expect.poll(async () => (await now()).totalUsers).toBe(1);
  await expect(await inHeadMenu(page, 'Delete')).toHaveAccessibleDescription(
    '1 user is assigned to this learning path; unassign them first',
  );

  // The same rule from the user's and the course's page.
  const { users: its } = await admin.send('GET', `/admin/learning-path/${pathID}/users/?assigned=true`);
  await page.goto(`/user/${its[0].id}/courses`);
  const paths = page.getByRole('region', { name: /^Learning paths/ });
  await paths.getByRole('textbox', { name: 'Search learning paths' }).fill(name);
  await paths.getByRole('button', { name: `Unassign ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unassign 1 learning path' }).click();
  await expect(toast(page, 'User unassigned')).toBeVisible();
  await expect.poll(async () => (await now()).totalUsers).toBe(0);
  await page.goto(`/learning-path/${pathID}`);
  await pressInHeadMenu(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 learning path' }).click();
  await expect(toast(page, 'Path deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/learning-path$/);
});

test('a path created without a body is published with ordered courses, a user and a final project', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { pathID } = await admin.send('POST', '/admin/learning-path/');
  const name = unique('Jalur Utuh');
  const made = [unique('Kelas Utuh A'), unique('Kelas Utuh B')] as const;
  for (const course of made) await admin.send('POST', '/admin/course/type/flexy/', { name: course });
  await open(`/learning-path/${pathID}`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  await page.getByRole('link', { name: 'Choose its courses' }).click();
  const courses = page.getByRole('region', { name: /^Courses/ });
  await courses.getByRole('button', { name: 'Choose courses' }).click();
  await courses.getByRole('textbox', { name: 'Search courses' }).fill('Kelas Utuh');
  // Waits for the result: a new search clears the selection.
  await expect(courses.getByRole('row')).toHaveCount(3);
  for (const course of made) await courses.getByRole('checkbox', { name: `Select ${course}` }).check();
  await courses.getByRole('button', { name: 'Assign 2 courses' }).click();
  await expect(toast(page, '2 Courses assigned successfully')).toBeVisible();
  await page.reload();
  const list = page.getByRole('list', { name: 'Courses in order' });
  const [first, last] = await orderOf(admin, pathID);
  await list.getByRole('button', { name: `Move ${first} down` }).click();
  await expect.poll(() => orderOf(admin, pathID)).toEqual([last, first]);

  await page
    .getByRole('navigation', { name: 'Tabs' })
    .getByRole('link', { name: /^Users/ })
    .click();
  const users = page.getByRole('region', { name: /^Users/ });
  await users.getByRole('button', { name: 'Choose users' }).click();
  await users
    .getByRole('button', { name: /^Assign / })
    .first()
    .click();
  await expect(toast(page, 'User assigned successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Final quiz or project' }).click();
  await page.getByRole('button', { name: 'Create a final project' }).click();
  await page.getByLabel('Task').fill('Bangun toko');
  // Leaving asks nothing even before the created project is read again.
  const left = Promise.withResolvers<void>();
  await page.route('**/final-courses*', async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create final project' }).click();
  await expect(toast(page, 'Final Project created successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByLabel('Price', { exact: true })).toBeVisible();
  left.resolve();
  await page.getByRole('button', { name: 'Publish' }).click();
  const now = () => admin.send('GET', `/admin/learning-path/${pathID}/`);
  await expect.poll(now).toMatchObject({ name, isPublished: true, totalCourses: 2, totalUsers: 1 });
  expect((await admin.send('GET', `/admin/learning-path/${pathID}/final-courses/`)).kind).toBe('PROJECT');
});

test('courses are ordered by button, keyboard and dragging, and the order can be undone', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { pathID, names } = await aPath(admin, 4);
  const [a, b, c, d] = names as [string, string, string, string];
  await open(`/learning-path/${pathID}/courses`);
  const list = page.getByRole('list', { name: 'Courses in order' });
  const shown = () => list.getByRole('link').allTextContents();
  await expect.poll(shown).toEqual([a, b, c, d]);
  await expectAccessible(page, '/learning-path/$id/{-$tab}');
  await list.getByRole('button', { name: `Move ${a} down` }).click();
  expect(await shown()).toEqual([b, a, c, d]);
  await expect(list.getByRole('button', { name: `Move ${a} down` })).toBeFocused();
  // Repeated keys move the same line.
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  expect(await shown()).toEqual([b, c, d, a]);
  // At the end there is no way down, and the line keeps the focus.
  await expect(list.getByRole('button', { name: `Move ${a} down` })).toHaveCount(0);
  await expect(list.getByRole('button', { name: `Move ${a} up` })).toBeFocused();
  await expect.poll(() => orderOf(admin, pathID)).toEqual([b, c, d, a]);
  await expect(toast(page, 'Assigned course reordered successfully').first()).toBeVisible();
  // Removes the previous toasts.
  await page.reload();
  await list.getByText(a).dragTo(list.getByText(b), { targetPosition: { x: 10, y: 2 } });
  await expect.poll(() => orderOf(admin, pathID)).toEqual([a, b, c, d]);
  await toast(page, 'Assigned course reordered successfully').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => orderOf(admin, pathID)).toEqual([b, c, d, a]);
  await expect.poll(shown).toEqual([b, c, d, a]);
});

test(
  'the second user to reorder gets a message and sees the first user’s order',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { pathID, courses, names } = await aPath(admin, 3);
    const [a, b, c] = names as [string, string, string];
    await open(`/learning-path/${pathID}/courses`);
    const list = page.getByRole('list', { name: 'Courses in order' });
    await expect(list.getByRole('link')).toHaveCount(3);
    const ids = courses.map(({ id }) => id);
    await admin.send('PUT', `/admin/learning-path/${pathID}/courses/priority/`, [ids[2], ids[0], ids[1]]);
    await list.getByRole('button', { name: `Move ${a} down` }).click();
    await expect(toast(page, 'Failed to reorder assigned course, please refresh the page and try again')).toBeVisible();
    await expect.poll(() => list.getByRole('link').allTextContents()).toEqual([c, a, b]);
    expect(await orderOf(admin, pathID)).toEqual([c, a, b]);
  },
);

test('a path ends with either a quiz or a project', async ({ page, open, api }) => {
  const admin = await api();
  const { pathID } = await aPath(admin, 1);
  const end = () => admin.send('GET', `/admin/learning-path/${pathID}/final-courses/`);
  await open(`/learning-path/${pathID}/final`);
  await page.getByRole('button', { name: 'Create a final quiz' }).click();
  await expect(toast(page, 'Final Quiz created successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/quiz\/.*\/questions$/);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  await expect(page).toHaveURL(new RegExp(`/learning-path/${pathID}/final$`));
  await page.getByRole('button', { name: 'Delete the final quiz' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 final quiz' }).click();
  await expect(toast(page, 'Final Proj/Quiz deleted successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Create a final project' }).click();
  await page.getByLabel('Task').fill('Bangun aplikasi');
  await page.route('**/final-project/', loseAnswer);
  await page.getByRole('button', { name: 'Create final project' }).click();
  await expect(toast(page, 'Failed to create final project')).toBeVisible();
  await page.unroute('**/final-project/');
  await page.getByRole('button', { name: 'Create final project' }).click();
  await expect(toast(page, 'Final Project created successfully')).toBeVisible();
  expect(await end()).toMatchObject({ kind: 'PROJECT', finalProject: { description: 'Bangun aplikasi', version: 1 } });
  await page.getByLabel('Passing score').fill('85');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Final Project updated successfully')).toBeVisible();
  await expect.poll(async () => (await end()).finalProject.passingScore).toBe(85);
  await page.getByRole('button', { name: 'Delete the final project' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 final project' }).click();
  await expect(toast(page, 'Final Proj/Quiz deleted successfully')).toBeVisible();
  await expect.poll(async () => (await end()).kind).toBeNull();
});

test(
  'the preview of opening days follows the form before it is saved',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const admin = await api();
    const { pathID, courses, names } = await aPath(admin, 2);
    for (const name of ['Satu', 'Dua', 'Tiga'])
      await admin.send('POST', `/admin/course/${courses[0]!.id}/section/`, { name });
    await admin.send('POST', `/admin/course/${courses[1]!.id}/section/`, { name: 'Awal' });
    await open(`/learning-path/${pathID}/days`);
    await expect(page.getByText('4 sections of 2 courses open at once.')).toBeVisible();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('switch', { name: 'Open courses gradually' }).click();
    await page.getByLabel('A section opens').selectOption({ label: 'Weekly' });
    await page.getByRole('link', { name: 'As a member' }).click();
    await expect(page.getByText('4 sections of 2 courses open over 15 days.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Begins on' }).fill('01/12/2026');
    await page.keyboard.press('Enter');
    const day = (name: RegExp) => page.getByRole('region', { name }).getByRole('listitem').allTextContents();
    await expect.poll(() => day(/^Day 1 Sel, 1 Des 2026$/)).toEqual([`Satu${names[0]}`, `Awal${names[1]}`]);
    expect(await day(/^Day 8 Sel, 8 Des 2026$/)).toEqual([`Dua${names[0]}`]);
    expect(await day(/^Day 15 Sel, 15 Des 2026$/)).toEqual([`Tiga${names[0]}`]);
    expect(await admin.send('GET', `/admin/learning-path/${pathID}/`)).toMatchObject({ isDripContent: false });
  },
);
