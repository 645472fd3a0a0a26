/** Tests slow, lost and concurrent saves: no input is lost or saved twice, and no screen shows an old value. */
import type { Page, Route } from '@playwright/test';
import { type Api, expect, loseAnswer, test, unique } from './fixtures.ts';
import { headBadge } from './head.ts';

async function newDiscount(api: Api) {
  const draft = { name: unique('Promo Simpan'), discount: 10, discountType: 2, productType: 'courses' };
  const { discountId } = await api.send('POST', '/admin/discount/', draft);
  return {
    name: draft.name,
    at: `/discount/${discountId}`,
    read: () => api.send('GET', `/admin/discount/${discountId}`),
  };
}

async function newQuiz(api: Api, ...questions: string[]) {
  const { courseId } = await api.send('POST', '/admin/course/type/flexy/', { name: unique('Kursus Simpan') });
  const { sectionId } = await api.send('POST', `/admin/course/${courseId}/section/`, { name: 'Bagian' });
  const { quizId } = await api.send('POST', '/admin/quiz/?type=QUIZ', { sectionId, name: 'Kuis' });
  const ids: string[] = [];
  for (const question of questions) {
    const draft = { quizId, type: 'SHORT_ANSWER', question, answerKey: 'ya' };
    ids.push((await api.send('POST', '/admin/question/', draft)).questionId);
  }
  const read = async () =>
    (await api.send('GET', `/admin/question/?quizId=${quizId}`)).map(({ question }: { question: string }) => question);
  const change = (at: number, question: string) => api.send('PUT', `/admin/question/${ids[at]}/`, { question });
  return { at: `/quiz/${quizId}/questions`, read, change };
}

/** Holds the first PUT until it is released. */
async function heldBack(page: Page, url: string) {
  const isLetGo = Promise.withResolvers<void>();
  const isSent = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(url, async (route: Route) => {
    if (route.request().method() !== 'PUT' || !isFirst) return route.fallback();
    isFirst = false;
    isSent.resolve();
    await isLetGo.promise;
    await route.continue();
  });
  return { isSent: isSent.promise, letGo: () => isLetGo.resolve() };
}

/** Saves "satu" and types " dua" while the save is running. */
async function typedWhileSaving(page: Page, was: string) {
  const save = await heldBack(page, '**/api/admin/discount/*');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill(`${was} satu`);
  await page.keyboard.press('Control+s');
  await save.isSent;
  await name.press('End');
  await page.keyboard.type(' dua');
  return { name, save };
}

const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const question = (page: Page, number: number) =>
  page.getByRole('group', { name: `Question ${number}`, exact: true }).getByLabel('Question', { exact: true });

test('input typed during a save stays unsaved, and the next save stores it', async ({ page, open, api }) => {
  const discount = await newDiscount(await api('superadmin'));
  await open(discount.at);
  const { name, save } = await typedWhileSaving(page, discount.name);
  save.letGo();
  await expect.poll(async () => (await discount.read()).name).toBe(`${discount.name} satu`);
  await expect(name).toHaveValue(`${discount.name} satu dua`);
  await expect(name).toBeFocused();
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(bar(page)).toHaveCount(0);
  expect((await discount.read()).name).toBe(`${discount.name} satu dua`);
});

test('a save pressed during a save runs once afterwards', { tag: '@system' }, async ({ page, open, api }) => {
  const discount = await newDiscount(await api('superadmin'));
  await open(discount.at);
  const sent: string[] = [];
  page.on('request', (call) => call.method() === 'PUT' && sent.push(String(call.postDataJSON().name)));
  const { save } = await typedWhileSaving(page, discount.name);
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  save.letGo();
  await expect(bar(page)).toHaveCount(0);
  expect(sent).toEqual([`${discount.name} satu`, `${discount.name} satu dua`]);
  expect((await discount.read()).name).toBe(`${discount.name} satu dua`);
});

test('a new question edited while it is saved stays one question', { tag: '@system' }, async ({ page, open, api }) => {
  const quiz = await newQuiz(await api('admin'), 'Satu?');
  await open(quiz.at, { role: 'instructor' });
  const save = await heldBack(page, '**/questions/');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByRole('combobox', { name: 'Type of question 2' }).selectOption({ label: 'Short answer' });
  await page.getByLabel('Answer').last().fill('ya');
  await question(page, 2).fill('Dua');
  await page.keyboard.press('Control+s');
  await save.isSent;
  await question(page, 2).pressSequentially(' dan lagi?');
  save.letGo();
  await expect.poll(quiz.read).toEqual(['Satu?', 'Dua']);
  await expect(question(page, 2)).toHaveValue('Dua dan lagi?');
  await page.keyboard.press('Control+s');
  await expect(bar(page)).toHaveCount(0);
  expect(await quiz.read()).toEqual(['Satu?', 'Dua dan lagi?']);
});

test('a save whose response was lost is repeated without asking, and is stored once', async ({ page, open, api }) => {
  const quiz = await newQuiz(await api('admin'), 'Satu?');
  await open(quiz.at, { role: 'instructor' });
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByRole('combobox', { name: 'Type of question 2' }).selectOption({ label: 'Short answer' });
  await page.getByLabel('Answer').last().fill('ya');
  await question(page, 2).fill('Dua?');
  // Not `times: 1`: a background read of the questions would be counted.
  await page.route('**/questions/', loseAnswer);
  await page.keyboard.press('Control+s');
  await expect.poll(quiz.read).toEqual(['Satu?', 'Dua?']);
  await expect(bar(page)).toContainText('Not saved');
  await page.unroute('**/questions/');
  await page.keyboard.press('Control+s');
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(question(page, 2)).toHaveValue('Dua?');
  expect(await quiz.read()).toEqual(['Satu?', 'Dua?']);
});

test('changes of different questions are both kept, and of the same question are compared', async ({
  page,
  open,
  api,
}) => {
  const other = await api('admin');
  const quiz = await newQuiz(other, 'Satu?', 'Dua?');
  await open(quiz.at, { role: 'instructor' });
  await question(page, 1).fill('Satu punyaku?');
  await quiz.change(1, 'Dua punya Dewi?');
  await page.keyboard.press('Control+s');
  await expect(bar(page)).toHaveCount(0);
  await expect(question(page, 2)).toHaveValue('Dua punya Dewi?');
  expect(await quiz.read()).toEqual(['Satu punyaku?', 'Dua punya Dewi?']);

  await question(page, 1).fill('Satu, tiga?');
  await quiz.change(0, 'Satu punya Dewi?');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Somebody else saved first' });
  await dialog.getByRole('button', { name: 'Compare' }).click();
  const row = dialog.getByRole('row', { name: 'Question 1' });
  await expect(row.getByRole('cell')).toHaveText([
    'Question 1',
    'Satu, tiga?\nAnswer: ya\nShort answer, 1 point',
    'Satu punya Dewi?\nAnswer: ya\nShort answer, 1 point',
  ]);
  await expect(dialog.getByRole('table').getByRole('row')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(bar(page)).toHaveCount(0);
  expect(await quiz.read()).toEqual(['Satu, tiga?', 'Dua punya Dewi?']);
});

test('a list that was open before a save in another area shows its effect when it is opened again', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const name = unique('Harga Ikut');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  await admin.send('PUT', `/admin/course/${courseId}/`, { name, type: 0, price: 400_000 });
  const draft = { name, discount: 25, discountType: 2, productType: 'courses' };
  const { discountId } = await admin.send('POST', '/admin/discount/', draft);
  await admin.send('PUT', `/admin/discount/${discountId}/courses/`, { course_ids: [courseId] });
  const find = async (entry: string, list: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry }).click();
    await expect(page.getByRole('heading', { name: list, level: 1 })).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).fill(name);
    return page.getByRole('row', { name });
  };
  await open('/home');
  await expect(await find('Courses', 'Flexy courses')).toContainText('Rp400.000');
  await (await find('Promotions', 'Discounts')).getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(headBadge(page, 'Active')).toBeVisible();
  await expect(await find('Courses', 'Flexy courses')).toContainText('Rp300.000');
});
