/**
 * Tests the curriculum: edited by keyboard, by dragging, by touch and in bulk, copied from another course, previewed;
 * items that wait for the server, and refused changes.
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

/** Creates a course with sections and lessons of these names. */
async function courseOf(api: Api, sections: Record<string, readonly string[]>): Promise<string> {
  const { courseId } = await api.send('POST', '/admin/course/type/flexy/', { name: unique('Kurikulum') });
  for (const [name, lessons] of Object.entries(sections)) {
    const { sectionId } = await api.send('POST', `/admin/course/${courseId}/section/`, { name });
    for (const lesson of lessons)
      await api.send('POST', '/admin/lesson/', { sectionId, name: lesson, type: 'ARTICLE', content: '<p>Isi</p>' });
  }
  return courseId;
}

/** Stored curriculum as one line: "Bagian 1: Satu, Dua | Bagian 2". */
const stored = async (api: Api, courseId: string): Promise<string> => {
  const { sections } = await api.send('GET', `/admin/course/${courseId}/`);
  return sections
    .map(({ name, items }: { name: string; items: { name: string }[] }) =>
      [name, items.map((item) => item.name).join(', ')].filter(Boolean).join(': '),
    )
    .join(' | ');
};

const tree = (page: Page) => page.getByRole('tree', { name: 'Curriculum' });
const line = (page: Page, name: string) => tree(page).getByRole('treeitem', { name: new RegExp(`^${name},`) });
/** Types new items after a line, as fast as possible. */
async function write(page: Page, after: string, names: readonly string[]): Promise<void> {
  await line(page, after).click();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name of the new item')).toBeFocused();
  for (const name of names) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  }
}
const shown = (page: Page) =>
  tree(page)
    .getByRole('treeitem')
    .evaluateAll((lines) => lines.map((one) => one.getAttribute('aria-label')?.split(',')[0]).join(' '));

test('a curriculum is built by keyboard alone', async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await courseOf(other, {});
  await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Add a section' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByLabel('Name of the new section')).toBeFocused();
  expect(await stored(other, courseId)).toBe('');
  await keyboard.type('Pembuka');
  await keyboard.press('Enter');
  await expect(toast(page, 'Course section created successfully')).toBeVisible();
  await expect(line(page, 'Pembuka')).toBeFocused();
  await keyboard.press('Enter');
  for (const name of ['Satu', 'Dua', 'Tiga']) {
    await expect(page.getByLabel('Name of the new item')).toBeFocused();
    await expect(page.getByLabel('Name of the new item')).toHaveValue('');
    await keyboard.type(name);
    await keyboard.press('Enter');
    await expect(line(page, name)).toBeVisible();
  }
  await keyboard.press('Escape');
  await expect(line(page, 'Tiga')).toBeFocused();
  await expect(toast(page, 'Create Lesson Success').first()).toBeVisible();

  await keyboard.press('Alt+ArrowUp');
  await keyboard.press('Alt+ArrowUp');
  await expect.poll(() => shown(page)).toBe('Pembuka Tiga Satu Dua');
  await expect.poll(() => stored(other, courseId)).toBe('Pembuka: Tiga, Satu, Dua');
  await expect(line(page, 'Tiga')).toBeFocused();
  await keyboard.press('Control+z');
  await expect.poll(() => stored(other, courseId)).toBe('Pembuka: Satu, Tiga, Dua');
  await keyboard.press('d');
  await expect(line(page, 'Tiga \\(copy\\)')).toBeFocused();
  await keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toContainText('Delete the video "Tiga (copy)"?');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect.poll(() => stored(other, courseId)).toBe('Pembuka: Satu, Tiga, Dua');
  await expect(line(page, 'Dua')).toBeFocused();
  await expectAccessible(page, '/course/flexy/$id/{-$tab}');
});

test('items are added to a section with buttons alone', async ({ page, open, api }) => {
  const courseId = await courseOf(await api(), { Pembuka: ['Nol'] });
  await open(`/course/flexy/${courseId}/curriculum`);
  await page.getByRole('button', { name: 'Add item' }).click();
  const name = page.getByLabel('Name of the new item');
  for (const item of ['Dengan tombol', 'Satu lagi']) {
    await name.fill(item);
    await page.getByRole('treeitem', { name: 'A new item' }).getByRole('button', { name: 'Add' }).click();
    await expect(line(page, item)).toBeVisible();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('');
  }
});

test('on a phone, the focus follows into the form of a new item, and back to its row', async ({ page, open, api }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const courseId = await courseOf(await api(), { Pembuka: ['Nol'] });
  await open(`/course/flexy/${courseId}/curriculum`);
  await page.getByRole('button', { name: 'Add item' }).click();
  const name = page.getByLabel('Name of the new item');
  await name.fill('Dari ponsel');
  await page.getByRole('treeitem', { name: 'A new item' }).getByRole('button', { name: 'Add' }).click();
  await expect(line(page, 'Dari ponsel')).toBeVisible();
  await name.press('Escape');
  const back = page.getByRole('button', { name: 'All of the curriculum' });
  await expect(back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(line(page, 'Dari ponsel')).toBeFocused();
});

test('an item is dragged into another section, and Undo moves it back', async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await courseOf(other, { Awal: ['Satu', 'Dua'], Akhir: ['Tiga'] });
  await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
  await line(page, 'Satu').dragTo(line(page, 'Tiga'), { targetPosition: { x: 100, y: 30 } });
  await expect.poll(() => shown(page)).toBe('Awal Dua Akhir Tiga Satu');
  await expect.poll(() => stored(other, courseId)).toBe('Awal: Dua | Akhir: Tiga, Satu');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shown(page)).toBe('Awal Satu Dua Akhir Tiga');
  await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Dua | Akhir: Tiga');
  await line(page, 'Akhir').dragTo(line(page, 'Awal'), { targetPosition: { x: 100, y: 4 } });
  await expect.poll(() => stored(other, courseId)).toBe('Akhir: Tiga | Awal: Satu, Dua');
});

test(
  'several items are moved, and deleted after a confirmation with their number',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await courseOf(other, { Awal: ['Satu', 'Dua', 'Tiga', 'Empat'], Akhir: [] });
    await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
    await line(page, 'Satu').click();
    await line(page, 'Tiga').click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 selected')).toBeVisible();
    await page.getByLabel('Move them to the end of a section').selectOption({ label: 'Akhir' });
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Empat | Akhir: Satu, Dua, Tiga');
    await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 lessons' }).click();
    await expect(toast(page, 'Deleted 3 items')).toBeVisible();
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Empat | Akhir');
  },
);

test('Ctrl Z undoes the last move, even while it is being saved', { tag: '@system' }, async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await courseOf(other, { Awal: ['Satu', 'Dua', 'Tiga'] });
  await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
  let calls = 0;
  const gate = Promise.withResolvers<void>();
  await page.route('**/items/move/', async (route) => {
    calls += 1;
    if (calls === 2) await gate.promise;
    await route.continue();
  });
  await line(page, 'Tiga').click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Tiga, Dua');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => calls).toBe(2);
  await page.keyboard.press('Control+z');
  await expect.poll(() => shown(page)).toBe('Awal Satu Tiga Dua');
  gate.resolve();
  await expect.poll(() => calls).toBe(3);
  await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Tiga, Dua');
});

test('a refused move is reverted with a message', async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await courseOf(other, { Awal: ['Satu', 'Dua'] });
  await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
  await page.route('**/items/move/', (route) =>
    route.fulfill({ status: 503, json: { message: 'The database is away', status: 503, requestId: 'x' } }),
  );
  await line(page, 'Satu').click();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(toast(page, 'Failed to move, please refresh the page and try again')).toBeVisible();
  await expect.poll(() => shown(page)).toBe('Awal Satu Dua');
});

test('input beside the tree is kept while another item is selected, and saved there', async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await courseOf(other, { Awal: ['Satu', 'Dua'] });
  await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
  await line(page, 'Satu').click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Satu');
  await name.fill('Satu yang lebih baik');
  await line(page, 'Dua').click();
  await expect(name).toHaveValue('Dua');
  await line(page, 'Satu').click();
  await expect(name).toHaveValue('Satu yang lebih baik');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Update Lesson Success')).toBeVisible();
  await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu yang lebih baik, Dua');
  await expect(line(page, 'Satu yang lebih baik')).toBeVisible();
});

/** Course with an open lesson, one locked until 4 May 2027, a class on that day, and one that never opens. */
async function lockedCourse(api: Api): Promise<string> {
  const { courseId } = await api.send('POST', '/admin/course/type/flexy/', { name: unique('Latihan') });
  const { sectionId } = await api.send('POST', `/admin/course/${courseId}/section/`, { name: 'Awal' });
  const lesson = { sectionId, type: 'ARTICLE', content: '<p>Isi</p>' };
  const startAt = '2027-05-04T12:00:00Z';
  await api.send('POST', '/admin/lesson/', { ...lesson, name: 'Terbuka' });
  await api.send('POST', '/admin/lesson/', { ...lesson, name: 'Nanti', startAt, lockRule: 'START_AT' });
  await api.send('POST', '/admin/lesson/', { sectionId, name: 'Kelas', type: 'LIVE_CLASS', startAt });
  await api.send('POST', '/admin/lesson/', { ...lesson, name: 'Sesudah', lockRule: 'PREV_SESSION' });
  await api.send('POST', '/admin/lesson/', { sectionId, name: 'Kosong', type: 'VIDEO', lockRule: 'PREV_QUIZ' });
  return courseId;
}

test('without a chosen item, the curriculum lists what is to fix with links, and figures of members', async ({
  page,
  open,
  api,
}) => {
  const courseId = await lockedCourse(await api('instructor'));
  await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
  await expect(page.getByRole('list', { name: 'Needed to publish' }).getByRole('link')).toHaveText([
    'a thumbnail',
    'a category',
  ]);
  const problems = page.getByRole('list', { name: 'To fix' }).getByRole('listitem');
  await expect(problems).toHaveText([/Kosong.*No video/, /Kosong.*there is no quiz before it/]);
  await expect(page.getByRole('region', { name: 'Members' })).toContainText(
    /With access\s*0 members.*Next class\s*Kelas/,
  );
  const above = async () => (await line(page, 'Kosong').boundingBox())?.y;
  const before = await above();
  await problems.first().getByRole('link').click();
  await expect(line(page, 'Kosong')).toHaveAttribute('aria-current', 'true');
  await expect(problems).toHaveCount(0);
  expect(await above()).toBe(before);
  await page.getByRole('button', { name: '2 to fix' }).click();
  await expect(problems).toHaveCount(2);
  await expectAccessible(page, '/course/flexy/$id/{-$tab}');
});

test('a course is walked day by day with the arrow keys, with what opens, what is locked and the classes', async ({
  page,
  open,
  api,
}) => {
  const courseId = await lockedCourse(await api('instructor'));
  await open(`/course/flexy/${courseId}/rehearsal?start=2027-05-02`, { role: 'instructor' });
  const outline = page.getByRole('list', { name: 'Outline of Awal' }).getByRole('listitem');
  const classes = page.getByRole('list', { name: 'Classes of the day' }).getByRole('listitem');
  await expect(page.getByText('Day 1 · Min, 2 Mei 2027')).toBeVisible();
  await expect(page.getByText('Opens today: 2. Open: 2. Locked: 3.')).toBeVisible();
  await expect(outline).toHaveText([
    /Terbuka.*Opens today/,
    /Nanti.*Opens on 4 Mei 2027, 19.00/,
    /Kelas.*Opens today/,
    /Sesudah.*Opens once the class “Kelas” was held/,
    /Kosong.*Never opens: there is no quiz before it/,
  ]);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Opens today: 0. Open: 2. Locked: 3.')).toBeVisible();
  await expect(outline.first()).toHaveText(/Terbuka.*Open$/);
  await expect(classes).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Day 3 · Sel, 4 Mei 2027')).toBeVisible();
  await expect(classes).toHaveText([/Kelas.*Class at 19.00/]);
  await expect(page.getByText('Opens today: 2. Open: 4. Locked: 1.')).toBeVisible();
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Day 1 · ')).toBeVisible();
  await expect(page).toHaveURL(/day=2027-05-02/);
  await page.getByRole('button', { name: 'Next change: Sel, 4 Mei 2027' }).click();
  await expect(page.getByText('Day 3 · ')).toBeVisible();
  await page.getByRole('textbox', { name: 'Begins on' }).fill('04/05/2027');
  await page.getByRole('textbox', { name: 'Begins on' }).blur();
  await expect(page.getByText('Day 1 · Sel, 4 Mei 2027')).toBeVisible();
  await expect(page.getByText('Opens today: 4. Open: 4. Locked: 1.')).toBeVisible();
  await expectAccessible(page, '/course/flexy/$id/{-$tab}');
});

test('a quiz is written beside the curriculum, and its questions are kept while another item is chosen', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const courseId = await courseOf(other, { Awal: ['Satu'] });
  const { sections } = await other.send('GET', `/admin/course/${courseId}/`);
  const { quizId } = await other.send('POST', '/admin/quiz/', { sectionId: sections[0].sectionId, name: 'Kuis Awal' });
  await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
  const { keyboard } = page;
  await line(page, 'Kuis Awal').click();
  await expect(page.getByText('passing score 70 · no time limit · any number of attempts')).toBeVisible();
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Add question' })).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.type('Ibu kota?');
  await line(page, 'Satu').click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Satu');
  await page.getByText('Not saved yet:').getByRole('button', { name: 'Kuis Awal' }).click();
  const question = page.getByLabel('Question', { exact: true });
  await expect(question).toHaveValue('Ibu kota?');
  for (const [at, text] of ['Jakarta', 'Bandung'].entries())
    await page.getByRole('textbox', { name: `Option ${at + 1}` }).fill(text);
  await page.getByLabel('Option 1 is right').check();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Passing score').fill('80');
  // One save for the settings and the questions.
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(1);
  await keyboard.press('Control+s');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
  await expect
    .poll(() => other.send('GET', `/admin/quiz/${quizId}/`))
    .toMatchObject({
      passingScore: 80,
      questions: [{ question: 'Ibu kota?', options: [{ text: 'Jakarta', isCorrect: true }, { text: 'Bandung' }] }],
    });
  await expect(page).toHaveURL(new RegExp(`/curriculum\\?item=quiz`));
  await expectAccessible(page, '/course/flexy/$id/{-$tab}');
});

test('a course of 3 sections, 6 lessons and a quiz of 5 questions is built in at most 20 clicks', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const name = unique('Kelas Dua Puluh');
  await open('/course/flexy', { role: 'instructor' });
  await page.locator('tr[data-row]').first().waitFor();
  const spent = effort(page);
  const { click, choose, press, type } = spent;
  await click(page.getByRole('button', { name: 'New flexy course' }));
  await type(name);
  await press('Enter');
  await click(page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: /^Curriculum/ }));
  const newItem = page.getByLabel('Name of the new item');
  for (const [at, section] of ['Awal', 'Inti', 'Akhir'].entries()) {
    await click(page.getByRole('button', { name: at === 0 ? 'Add a section' : 'Add section' }));
    await type(section);
    await press('Enter');
    await expect(line(page, section)).toBeFocused();
    await press('Enter');
    await expect(newItem).toBeFocused();
    for (const lesson of [`${section} satu`, `${section} dua`]) {
      await type(lesson);
      await press('Enter');
      await expect(line(page, lesson)).toBeVisible();
    }
    if (at < 2) await press('Escape');
  }
  await choose(page.getByLabel('Type of the new item'), 'QUIZ');
  await newItem.focus();
  await type('Kuis');
  await press('Enter');
  await expect(line(page, 'Kuis')).toBeVisible();
  await press('Escape');
  await expect(line(page, 'Kuis')).toBeFocused();
  await press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Add question' })).toBeFocused();
  await press('Enter');
  for (let n = 1; n <= 5; n += 1) {
    const block = page.getByRole('group', { name: `Question ${n}`, exact: true });
    await expect(block.getByLabel('Question', { exact: true })).toBeFocused();
    await type(`Berapa ${n} + ${n}?`);
    await press('Tab');
    await type(String(2 * n));
    await press('Tab');
    await press('Space');
    await press('Tab');
    await type('0');
    if (n < 5) await press('Control+Enter');
  }
  await press('Control+s');
  await expect(toast(page, 'Successfully Added Question')).toBeVisible();
  await expect
    .poll(() => stored(other, new URL(page.url()).pathname.split('/')[3]!))
    .toBe('Awal: Awal satu, Awal dua | Inti: Inti satu, Inti dua | Akhir: Akhir satu, Akhir dua, Kuis');
  const { quizzes } = await other.send('GET', '/admin/quiz/?search=Kuis&pageSize=1');
  expect(quizzes[0]).toMatchObject({ courseName: name, totalQuestions: 5 });
  expect(spent.clicks).toBeLessThanOrEqual(20);
});

test(
  'sections and lessons of another course are copied by keyboard, and the copy is undone',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const from = await courseOf(other, { Dasar: ['A1', 'A2'], Lanjut: ['B1', 'B2'] });
    const { name } = await other.send('GET', `/admin/course/${from}/`);
    const courseId = await courseOf(other, { Awal: ['Satu', 'Dua'], Akhir: ['Tiga'] });
    await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
    const { keyboard } = page;
    await line(page, 'Satu').focus();
    await keyboard.press('c');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('searchbox', { name: 'Course' })).toBeFocused();
    await keyboard.type(name);
    await expect(dialog.getByRole('list', { name: 'Courses' }).getByRole('button')).toHaveCount(1);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: 'Dasar' }).focus();
    await keyboard.press('Space');
    await expect(dialog.getByRole('checkbox', { name: 'A2' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: 'B2' }).focus();
    await keyboard.press('Space');
    await expect(dialog).toContainText('Sections come behind the section "Awal". Items come behind "Satu".');
    await dialog.getByRole('button', { name: 'Copy 1 section with 2 items, and 1 item' }).focus();
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, B2, Dua | Dasar: A1, A2 | Akhir: Tiga');
    await expect(line(page, 'Satu')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Dua | Akhir: Tiga');
  },
);

test('item names typed faster than the server responds are all created', async ({ page, open, api }) => {
  const other = await api('instructor');
  const courseId = await courseOf(other, { Awal: ['Satu', 'Akhir'] });
  await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
  await write(page, 'Satu', ['Dua', 'Dua', 'Tiga', 'Empat']);
  await page.keyboard.press('Escape');
  await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Dua, Dua, Tiga, Empat, Akhir');
  await expect(line(page, 'Empat')).toBeFocused();
});

test(
  'items waiting for the server are shown, and are created while the person works elsewhere',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await courseOf(other, { Awal: ['Satu', 'Akhir'] });
    await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
    const isLetGo = Promise.withResolvers<void>();
    await page.route('**/api/admin/lesson/', async (route) => {
      await isLetGo.promise;
      await route.continue();
    });
    await write(page, 'Satu', ['Dua', 'Tiga']);
    await page.keyboard.press('Escape');
    await expect(line(page, 'Dua')).toHaveAttribute('aria-label', 'Dua, being added');
    expect(await shown(page)).toBe('Awal Satu Dua Tiga Akhir');
    const summary = page.getByLabel('Name', { exact: true });
    await summary.fill('Satu yang baru');
    await page.getByRole('link', { name: 'Members' }).click();
    await expect(page).toHaveURL(/\/members/);
    await expect(tree(page)).toHaveCount(0);
    isLetGo.resolve();
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Dua, Tiga, Akhir');
    await page.getByRole('link', { name: /^Curriculum/ }).click();
    await expect(tree(page)).toBeVisible();
    expect(await shown(page)).toBe('Awal Satu Dua Tiga Akhir');
    // The warning names unsaved input beside the tree and links to it.
    await line(page, 'Akhir').click();
    await page.getByText('Not saved yet:').getByRole('button', { name: 'Satu' }).click();
    await expect(summary).toHaveValue('Satu yang baru');
  },
);

test(
  'an item with a refused name stays in place with actions, and the others are created',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await courseOf(other, { Awal: ['Satu', 'Akhir'] });
    await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
    let refused = 0;
    await page.route('**/api/admin/lesson/', async (route) => {
      if (route.request().postDataJSON().name !== 'Dua' || refused > 0) return route.fallback();
      refused += 1;
      await route.fulfill({ status: 409, json: { message: 'Belum bisa' } });
    });
    await write(page, 'Satu', ['Dua', 'Tiga']);
    await page.keyboard.type('Empat');
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Tiga, Akhir');
    await expect(line(page, 'Dua')).toHaveAttribute('aria-label', 'Dua, not added: Belum bisa');
    await expect(page.getByLabel('Name of the new item')).toHaveValue('Empat');
    expect(await shown(page)).toBe('Awal Satu Dua Tiga A new item Akhir');
    await line(page, 'Dua').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Dua, Tiga, Akhir');
    await expect(page.getByLabel('Name of the new item')).toHaveValue('Empat');
  },
);

test(
  'a refused name can be corrected, and an item whose deletion is refused is selected again',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await courseOf(other, { Awal: ['Satu', 'Dua', 'Tiga'] });
    await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
    let isRefused = false;
    await page.route('**/api/admin/lesson/*/', async (route) => {
      if (route.request().method() !== 'PUT' || isRefused) return route.fallback();
      isRefused = true;
      await route.fulfill({ status: 409, json: { message: 'Belum bisa' } });
    });
    await line(page, 'Dua').click();
    await page.keyboard.press('F2');
    await page.keyboard.type('Kedua');
    await page.keyboard.press('Enter');
    const name = page.getByLabel('New name of Dua');
    await expect(name).toHaveValue('Kedua');
    await expect(name).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(line(page, 'Kedua')).toBeFocused();
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Kedua, Tiga');

    await page.route('**/api/admin/lesson/*/', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await route.fulfill({ status: 409, json: { message: 'Belum bisa' } });
    });
    await page.keyboard.press('Delete');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByText('Belum bisa').first()).toBeVisible();
    await expect(line(page, 'Kedua')).toHaveAttribute('aria-current', 'true');
    await expect(page).toHaveURL(/item=lesson/);
    expect(await stored(other, courseId)).toBe('Awal: Satu, Kedua, Tiga');
  },
);

test(
  'lines pasted into the name of a new item become an item each, in order',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await courseOf(other, { Awal: ['Satu', 'Akhir'] });
    await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
    await line(page, 'Awal').click();
    await page.keyboard.press('ArrowLeft');
    await expect(line(page, 'Satu')).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await line(page, 'Satu').click();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name of the new item')).toBeFocused();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Dua\n\n  Tiga\r\nEmpat\n');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Satu, Dua, Tiga, Empat, Akhir');
    await expect(page.getByLabel('Name of the new item')).toBeFocused();
  },
);

test(
  'the page of a lesson is marked in the navigation as its course’s',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await courseOf(other, { Awal: ['Satu'] });
    const { sections } = await other.send('GET', `/admin/course/${courseId}/`);
    await open(`/lesson/${sections[0].items[0].id}`, { role: 'instructor' });
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await expect(navigation.locator('[aria-current="page"]')).toHaveText('Courses');
  },
);

test(
  'unsaved input of a lesson that another user deletes can be copied',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const courseId = await courseOf(other, { Awal: ['Satu', 'Dua'] });
    const { sections } = await other.send('GET', `/admin/course/${courseId}/`);
    await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
    await line(page, 'Dua').click();
    await page.getByLabel('Name', { exact: true }).fill('Dua yang panjang');
    await other.send('DELETE', `/admin/lesson/${sections[0].items[1].id}/`);
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('alert').filter({ hasText: 'Somebody deleted this lesson' })).toBeVisible();
    await expect(line(page, 'Dua')).toHaveCount(0);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Dua yang panjang');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Somebody deleted this lesson' })).toHaveCount(0);
    await expect(line(page, 'Satu')).toBeVisible();
  },
);

test(
  'items are selected by tapping and moved by buttons on a phone, and moves are announced',
  { tag: '@system' },
  async ({ page, open, api }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const other = await api('instructor');
    const courseId = await courseOf(other, { Awal: ['Satu', 'Dua', 'Tiga'] });
    await open(`/course/flexy/${courseId}/curriculum`, { role: 'instructor' });
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await line(page, 'Dua').click();
    await line(page, 'Tiga').click();
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Move up' }).click();
    await expect(page.getByRole('status', { name: 'What was done' })).toHaveText('Moved 2 items to 1 of 3 in Awal');
    await expect.poll(() => stored(other, courseId)).toBe('Awal: Dua, Tiga, Satu');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Add item' })).toBeVisible();
  },
);
