/** Tests a quiz and its questions: typed, pasted, rejected at the field, undone, saved. */
import { expectAccessible } from './axe.ts';
import { choosePicture, holdPictures } from './files.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { toast } from './toast.ts';

async function quizIn(api: Api, type: 'QUIZ' | 'SURVEY' = 'QUIZ') {
  const course = unique('Kursus Kuis');
  const { courseId } = await api.send('POST', '/admin/course/type/flexy/', { name: course });
  const { sectionId } = await api.send('POST', `/admin/course/${courseId}/section/`, { name: 'Bagian' });
  const made = await api.send('POST', `/admin/quiz/?type=${type}`, { sectionId, name: 'Kuis Dasar' });
  return { course, courseId, id: String(made.quizId ?? made.surveyId) };
}

const storedQuestions = async (api: Api, id: string) =>
  (await api.send('GET', `/admin/question/?quizId=${id}`)).map(
    ({
      type,
      question,
      options,
    }: {
      type: string;
      question: string;
      options: { text: string; isCorrect: boolean }[];
    }) => `${type} ${question} ${options.map(({ text, isCorrect }) => (isCorrect ? `*${text}` : text)).join('/')}`,
  );

test('questions are written by keyboard, pasted lines become options, and all are saved at once', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const { id } = await quizIn(other);
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Add question' }).focus();
  await keyboard.press('Enter');
  const first = page.getByRole('group', { name: 'Question 1', exact: true });
  await expect(first.getByLabel('Question', { exact: true })).toBeFocused();
  await keyboard.type('Apa ibu kota Indonesia?');
  await keyboard.press('Tab');
  await expect(first.getByRole('textbox', { name: 'Option 1' })).toBeFocused();
  await keyboard.type('Jakarta');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await expect(first.getByRole('textbox', { name: 'Option 2' })).toBeFocused();
  await keyboard.type('Bandung');
  await keyboard.press('Enter');
  await expect(first.getByRole('textbox', { name: 'Option 3' })).toBeFocused();
  await keyboard.press('Backspace');
  await expect(first.getByRole('textbox', { name: 'Option 2' })).toBeFocused();

  await keyboard.press('Control+Enter');
  const second = page.getByRole('group', { name: 'Question 2', exact: true });
  await expect(second.getByLabel('Question', { exact: true })).toBeFocused();
  await keyboard.type('Mana yang prima?');
  await second.getByRole('combobox').selectOption({ label: 'Multiple choice' });
  await second.getByRole('textbox', { name: 'Option 1' }).focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '*a. Dua\nb. Empat\n*c. Lima');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(second.getByRole('textbox', { name: 'Option 3' })).toHaveValue('Lima');
  await expectAccessible(page, '/quiz/$id/{-$tab}');
  await second.getByLabel('Question', { exact: true }).focus();
  await keyboard.press('Alt+ArrowUp');
  await keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Added Question')).toBeVisible();
  await expect
    .poll(() => storedQuestions(other, id))
    .toEqual([
      'MULTIPLE_CHOICE Mana yang prima? *Dua/Empat/*Lima',
      'SINGLE_CHOICE Apa ibu kota Indonesia? *Jakarta/Bandung',
    ]);
});

test('ten questions are typed with only Ctrl Enter between them', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { id } = await quizIn(other);
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Add question' }).focus();
  await keyboard.press('Enter');
  for (let n = 1; n <= 10; n += 1) {
    const block = page.getByRole('group', { name: `Question ${n}`, exact: true });
    await expect(block.getByLabel('Question', { exact: true })).toBeFocused();
    await keyboard.type(`Berapa ${n} + ${n}?`);
    await keyboard.press('Tab');
    await keyboard.type(String(2 * n));
    await keyboard.press('Tab');
    if (n !== 2) await keyboard.press('Space');
    await keyboard.press('Tab');
    await expect(block.getByRole('textbox', { name: 'Option 2' })).toBeFocused();
    await keyboard.type('0');
    await keyboard.press('Enter');
    await expect(block.getByRole('textbox', { name: 'Option 3' })).toBeFocused();
    await keyboard.type('1');
    if (n < 10) await keyboard.press('Control+Enter');
  }
  // A missing answer is reported after moving on.
  const forgotten = page.getByRole('group', { name: 'Question 2', exact: true });
  await expect(forgotten).toContainText('Mark the one right option');
  await expect(page.getByText('Mark the one right option')).toHaveCount(1);
  await forgotten.getByLabel('Option 1 is right').press('Space');
  await expect(forgotten).not.toContainText('Mark the one right option');
  await keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Added Question')).toBeVisible();
  const expected = Array.from(
    { length: 10 },
    (_, at) => `SINGLE_CHOICE Berapa ${at + 1} + ${at + 1}? *${2 * at + 2}/0/1`,
  );
  expect(await storedQuestions(other, id)).toEqual(expected);
});

test('an upload follows its question when it is moved', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { id } = await quizIn(other, 'SURVEY');
  for (const question of ['Satu', 'Dua'])
    await other.send('POST', '/admin/question/', { quizId: id, type: 'TEXT', question });
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  const blocks = page.getByRole('group', { name: /^Question \d$/ });
  for (const at of [0, 1])
    await blocks.nth(at).getByRole('button', { name: 'Add an explanation or a picture' }).click();
  const { release } = await holdPictures(page);
  await choosePicture(page, 'satu.png', blocks.first());
  await expect(blocks.first()).toContainText('satu.png');
  await page.getByRole('button', { name: 'Move question 1 down' }).click();
  await expect(blocks.last()).toContainText('satu.png');
  release();
  await expect(blocks.last().getByLabel(/^Picture/)).not.toHaveValue('');
  await expect(blocks.first().getByLabel(/^Picture/)).toHaveValue('');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Updated Question')).toBeVisible();
  const stored = await other.send('GET', `/admin/question/?quizId=${id}`);
  expect(stored).toMatchObject([
    { question: 'Dua', imageUrl: null },
    { question: 'Satu', imageUrl: expect.stringContaining('/') },
  ]);
});

test('options get pictures, are tried with them, and an upload stays with its option', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { id } = await quizIn(other);
  const options = ['Kubus', 'Bola', 'Kerucut'].map((text, at) => ({ text, isCorrect: at === 0 }));
  await other.send('POST', '/admin/question/', { quizId: id, type: 'SINGLE_CHOICE', question: 'Mana?', options });
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  const block = page.getByRole('group', { name: 'Question 1', exact: true });
  await block.getByRole('button', { name: 'Add pictures' }).press('Enter');
  const picture = (number: number) => block.getByRole('textbox', { name: `Picture of option ${number}` });
  await expect(picture(1)).toBeFocused();
  const { release } = await holdPictures(page);
  const third = block.getByRole('textbox', { name: 'Option 3', exact: true });
  await choosePicture(page, 'bola.png', block.locator('[class*=picture]').nth(1));
  await expect(block).toContainText('bola.png');
  await block.getByRole('button', { name: 'Remove option 1' }).click();
  await expect(third).toHaveCount(0);
  release();
  await expect(picture(1)).not.toHaveValue('');
  await expect(picture(2)).toHaveValue('');
  await block.getByRole('textbox', { name: 'Option 1', exact: true }).fill('');
  await block.getByLabel('Option 1 is right').press('Space');
  await expectAccessible(page, '/quiz/$id/{-$tab}');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Updated Question')).toBeVisible();
  const [stored] = await other.send('GET', `/admin/question/?quizId=${id}`);
  expect(stored.options).toMatchObject([
    { text: '', imageUrl: expect.stringContaining('/'), isCorrect: true },
    { text: 'Kerucut', imageUrl: null, isCorrect: false },
  ]);
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('radio', { name: 'Option 1 (a picture)' }).check();
  await expect(page.getByRole('img', { name: 'Option 1 (a picture)' })).toHaveJSProperty('naturalWidth', 320);
});

test('an invalid question shows the error at its field and nothing is saved, and Undo restores a removed one', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const { id } = await quizIn(other);
  for (const question of ['Satu', 'Dua'])
    await other.send('POST', '/admin/question/', {
      quizId: id,
      type: 'TRUE_FALSE',
      question,
      options: [
        { text: 'Benar', isCorrect: true },
        { text: 'Salah', isCorrect: false },
      ],
    });
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.keyboard.type('Tiga');
  await page.getByRole('combobox', { name: 'Type of question 3' }).selectOption({ label: 'Short answer' });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Write the right answer')).toBeVisible();
  await expect(page.getByText('1 field needs a look')).toBeVisible();
  expect(await storedQuestions(other, id)).toHaveLength(2);
  await page.getByLabel('Answer').fill('tiga');
  await page.getByRole('button', { name: 'Remove question 1 of 3' }).click();
  await expect(page.getByRole('heading', { name: 'Questions 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Questions 3' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Added Question')).toBeVisible();
  await expect
    .poll(() => storedQuestions(other, id))
    .toEqual(['TRUE_FALSE Satu *Benar/Salah', 'TRUE_FALSE Dua *Benar/Salah', 'SHORT_ANSWER Tiga ']);
  await page.getByLabel('Question', { exact: true }).first().fill('Satu lagi');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Updated Question')).toBeVisible();
});

test(
  'overlapping results are refused, the breadcrumb leads to the course, and the delete button is red',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const { id, course, courseId } = await quizIn(other);
    await open(`/quiz/${id}`, { role: 'instructor' });
    for (const [from, to] of [
      ['0', '60'],
      ['50', '100'],
    ] as const) {
      await page.getByRole('button', { name: 'Add result' }).click();
      const bands = page.getByRole('group', { name: /^Result \d$/ });
      await bands.last().getByLabel('From').fill(from);
      await bands.last().getByLabel('To').fill(to);
      await bands.last().getByLabel('Title').fill('Hasil');
    }
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Overlaps with 0 to 60')).toBeVisible();
    await page.getByLabel('From').last().fill('61');
    await page.keyboard.press('Control+s');
    await expect(toast(page, 'Successfully Updated Quiz Data!')).toBeVisible();
    await pressInHeadMenu(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 1 quiz' }).click();
    await expect(toast(page, 'Successfully Deleted Quiz')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/course/flexy/${courseId}/curriculum$`));
    await expect(page.getByRole('heading', { name: course, level: 1 })).toBeVisible();
  },
);

test(
  'unsaved questions of a quiz that another user deleted can be copied, also after a reload',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('admin');
    const { id } = await quizIn(other);
    await open(`/quiz/${id}/questions`, { role: 'instructor' });
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByRole('combobox', { name: 'Type of question 1' }).selectOption({ label: 'Short answer' });
    await page.getByLabel('Answer').fill('Jakarta');
    await page.getByLabel('Question', { exact: true }).fill('Apa ibu kota Indonesia?');
    await other.send('DELETE', `/admin/quiz/${id}/`);
    await page.keyboard.press('Control+s');
    const notice = page
      .getByRole('alert')
      .filter({ hasText: 'Somebody deleted this quiz while you changed its questions' });
    await expect(notice).toContainText('Apa ibu kota Indonesia?');
    await page.reload();
    await expect(notice).toContainText('Answer: Jakarta');
    await notice.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice).toHaveCount(0);
  },
);

test('Tab behind the last option adds one, and leaves a blank one behind', async ({ page, open, api }) => {
  const { id } = await quizIn(await api(), 'QUIZ');
  await open(`/quiz/${id}/questions`);
  await page.getByRole('button', { name: 'Add question' }).click();
  const { keyboard } = page;
  const texts = page.getByRole('group', { name: 'Options of question 1' }).getByRole('textbox');
  await keyboard.type('Yang mana?');
  await keyboard.press('Tab');
  await keyboard.type('Satu');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await keyboard.type('Dua');
  await keyboard.press('Tab');
  await expect(texts).toHaveCount(3);
  await expect(texts.last()).toBeFocused();
  await keyboard.press('Tab');
  await expect(texts).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Add option' })).toBeFocused();
  await expect(page.getByRole('group', { name: 'Question 1', exact: true })).not.toContainText('Write something');
});

test('a new question and a new option show no error before they were left', async ({ page, open, api }) => {
  const { id } = await quizIn(await api(), 'QUIZ');
  await open(`/quiz/${id}/questions`);
  const { keyboard } = page;
  const errors = page.getByText(/^(Write something(, or choose a picture)?|Mark the one right option)$/);
  const add = page.getByRole('button', { name: 'Add question' });
  await add.click();
  await add.click();
  // The first question was left.
  await expect(errors).toHaveCount(1);
  await keyboard.type('Dua');
  await page.getByRole('button', { name: 'Remove question 1 of 2' }).click();
  await expect(errors).toHaveCount(0);
  await add.click();
  await expect(page.getByLabel('Question', { exact: true }).last()).toBeFocused();
  await expect(errors).toHaveCount(0);
  await keyboard.press('Control+s');
  await expect(page.getByText(/fields need a look/)).toBeVisible();
  const before = await errors.count();
  expect(before).toBeGreaterThan(4);
  await add.click();
  await expect(page.getByLabel('Question', { exact: true }).last()).toBeFocused();
  await expect(page.getByRole('group', { name: 'Question 3', exact: true })).not.toContainText('Write something');
  await expect(errors).toHaveCount(before);
});

test('options are added with a button, up to six', async ({ page, open, api }) => {
  const { id } = await quizIn(await api(), 'QUIZ');
  await open(`/quiz/${id}/questions`);
  await page.getByRole('button', { name: 'Add question' }).click();
  const options = page.getByRole('group', { name: 'Options of question 1' });
  const texts = options.getByRole('textbox');
  const had = await texts.count();
  for (let count = had + 1; count <= 6; count += 1) {
    await options.getByRole('button', { name: 'Add option' }).click();
    await expect(texts).toHaveCount(count);
    await expect(texts.last()).toBeFocused();
  }
  await expect(options.getByRole('button', { name: 'Add option' })).toHaveCount(0);
});

test('a survey has no right answers', async ({ page, open, api }) => {
  const other = await api('instructor');
  const { id } = await quizIn(other, 'SURVEY');
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  await page.getByRole('combobox', { name: 'Type of the new question' }).selectOption({ label: 'Rating' });
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.keyboard.type('Seberapa puas?');
  await page.getByRole('combobox', { name: 'Type of the new question' }).selectOption({ label: 'Single choice' });
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.keyboard.type('Dari mana?');
  await page.getByRole('textbox', { name: 'Option 1' }).fill('Teman');
  await page.getByRole('textbox', { name: 'Option 2' }).fill('Iklan');
  await expect(page.getByLabel('Option 1 is right')).toHaveCount(0);
  await page.keyboard.press('Control+s');
  await expect
    .poll(() => storedQuestions(other, id))
    .toEqual(['RATING Seberapa puas? ', 'SINGLE_CHOICE Dari mana? Teman/Iklan']);
});

test('a question file is previewed before it is added, and is added only without errors', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const { id } = await quizIn(other);
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  const right = 'Ibu kota Indonesia? {=Jakarta ~Bandung}';
  await dialog.getByLabel('Or paste the questions').fill(`${right}\n\nTanpa jawaban? {~A ~B}\n\nRusak {=A ~`);
  await dialog.getByRole('button', { name: 'Read the text' }).click();
  await expect(dialog.getByText(/things? ha(s|ve) to be fixed first/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Choose another' }).click();
  await expect(dialog.getByLabel('Or paste the questions')).toHaveValue(/^Ibu kota.*Rusak/s);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByLabel('Or paste the questions').fill(`${right}\n\nDua tambah dua? {=4 =empat}`);
  await dialog.getByRole('button', { name: 'Read the text' }).click();
  await dialog.getByRole('button', { name: 'Add 2 questions' }).click();
  await expect(page.getByRole('heading', { name: 'Questions 2' })).toBeVisible();
  expect(await storedQuestions(other, id)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect
    .poll(() => storedQuestions(other, id))
    .toEqual(['SINGLE_CHOICE Ibu kota Indonesia? *Jakarta/Bandung', 'SHORT_ANSWER Dua tambah dua? ']);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /GIFT/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.(gift|txt)$/);
});

test('the preview of a file names what each question loses, and an option keeps its lines', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const { id } = await quizIn(other);
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  const gift =
    'Ibu kota Indonesia? {=Jakarta ~Bandung}\n\n[html]Dengar <audio src\\="a.mp3"></audio> {=satu\n  dua ~tiga}';
  await dialog.getByLabel('Or paste the questions').fill(gift);
  await dialog.getByRole('button', { name: 'Read the text' }).click();
  const losses = dialog.getByRole('alert').filter({ hasText: '1 question loses something' });
  await expect(losses.getByRole('listitem')).toHaveText(['Question 2: The sound “a.mp3” was left out.']);
  await dialog.getByRole('button', { name: 'Add 2 questions' }).click();
  const option = page
    .getByRole('group', { name: 'Question 1', exact: true })
    .getByRole('textbox', { name: 'Option 1' });
  await option.press('End');
  await option.press('Shift+Enter');
  await option.pressSequentially('raya');
  await page.keyboard.press('Control+s');
  await expect
    .poll(() => storedQuestions(other, id))
    .toEqual(['SINGLE_CHOICE Ibu kota Indonesia? *Jakarta\nraya/Bandung', 'SINGLE_CHOICE Dengar *satu dua/tiga']);
});

test(
  'a quiz is tried as a member by keyboard with unsaved input, and nothing is stored',
  { tag: '@system' },
  async ({ page, open, api }) => {
    const other = await api('instructor');
    const { id } = await quizIn(other);
    const options = [
      { text: 'Jakarta', isCorrect: true },
      { text: 'Bandung', isCorrect: false },
    ];
    const one = { quizId: id, type: 'SINGLE_CHOICE', question: 'Ibu kota?', options, explanation: 'Sejak 1945.' };
    await other.send('POST', '/admin/question/', { ...one, score: 3 });
    const key = { quizId: id, type: 'SHORT_ANSWER', question: 'Dua tambah dua?', answerKey: 'empat', score: 1 };
    await other.send('POST', '/admin/question/', key);
    const band = { minScore: 70, maxScore: 100, title: 'Hebat', description: 'Lanjutkan.' };
    await other.send('PUT', `/admin/quiz/${id}/`, {
      header: 'Siap?',
      content: '<p>Baca <strong>pelan-pelan</strong>:</p><ul><li><p>satu</p></li><li><p>dua</p></li></ul>',
      timeLimit: 10,
      resultDetail: [band],
    });
    await open(`/quiz/${id}/questions`, { role: 'instructor' });
    await page.getByLabel('Question', { exact: true }).first().fill('Ibu kota Indonesia?');
    await page.getByRole('button', { name: 'Try it' }).press('Enter');
    await expect(page.getByText('Siap?')).toBeVisible();
    await expect(page.getByRole('strong').filter({ hasText: 'pelan-pelan' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: /^(satu|dua)$/ })).toHaveText(['satu', 'dua']);
    await expect(page.getByText(/2 questions, 10 minutes at most/)).toBeVisible();
    const first = page.getByRole('group', { name: '1. Ibu kota Indonesia?' });
    await first.getByRole('radio', { name: 'Jakarta' }).press('Space');
    await page.getByLabel('Answer to question 2').focus();
    await page.keyboard.type('lima');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Score 75 · Passed')).toBeVisible();
    await expect(page.getByText('Hebat')).toBeVisible();
    await expect(page.getByText('Lanjutkan.')).toBeVisible();
    await expect(first).toContainText('Right');
    await expect(first).toContainText('Sejak 1945.');
    await expect(page.getByRole('group', { name: '2. Dua tambah dua?' })).toContainText('Wrong');
    await page.getByRole('button', { name: 'Again' }).press('Enter');
    await expect(first.getByRole('radio', { name: 'Jakarta' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Back to the questions' }).click();
    await expect(page.getByLabel('Question', { exact: true }).first()).toHaveValue('Ibu kota Indonesia?');
    expect((await other.send('GET', `/admin/quiz/${id}/results/`)).attempts).toBe(0);
  },
);

test('a word of a question is formatted, a superscript and a pasted table stay, and members see them', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const { id } = await quizIn(other);
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  await page.getByRole('button', { name: 'Add question' }).click();
  const { keyboard } = page;
  const block = page.getByRole('group', { name: 'Question 1', exact: true });
  await keyboard.type('Berapa x2 itu');
  await keyboard.press('Control+Shift+ArrowLeft');
  await keyboard.press('Control+b');
  const editor = block.locator('.tiptap');
  await expect(editor.locator('strong')).toHaveText('itu');
  await expect(editor).toBeFocused();
  await expect(async () => {
    await keyboard.press('End');
    expect(await page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
  }).toPass();
  await keyboard.press('Control+b');
  await keyboard.type(', x');
  await block.getByRole('button', { name: 'Superscript' }).click();
  await keyboard.type('10');
  await block.getByRole('button', { name: 'Superscript' }).click();
  await keyboard.type('?');
  await expectAccessible(page, '/quiz/$id/{-$tab}');
  await block.getByRole('combobox').selectOption({ label: 'Short answer' });
  await block.getByLabel('Answer').fill('1024');
  await block.getByRole('button', { name: 'Add an explanation or a picture' }).click();
  await block.getByLabel('Explanation (optional)', { exact: true }).focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<table><tr><td>a</td><td>b<sub>1</sub></td></tr></table>');
    clipboardData.setData('text/plain', 'a\tb1');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(block.locator('.tiptap td sub')).toHaveText('1');
  await keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Added Question')).toBeVisible();
  const [stored] = await other.send('GET', `/admin/question/?quizId=${id}`);
  expect(stored).toMatchObject({
    question: 'Berapa x2 itu, x¹⁰?',
    questionHtml: '<p>Berapa x2 <strong>itu</strong>, x<sup>10</sup>?</p>',
    explanation: 'a | b₁',
  });
  expect(stored.explanationHtml).toContain('<td><p>b<sub>1</sub></p></td>');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('group', { name: '1. Berapa x2 itu, x¹⁰?' }).locator('sup')).toHaveText('10');
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('table')).toContainText('b1');

  await page.reload();
  const shown = block.getByRole('textbox', { name: 'Question', exact: true });
  await expect(shown.locator('strong')).toHaveText('itu');
  await shown.focus();
  await expect(editor.first()).toBeFocused();
  await keyboard.press('Control+a');
  await keyboard.type('Biasa saja?');
  await keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Updated Question')).toBeVisible();
  await expect
    .poll(async () => (await other.send('GET', `/admin/question/?quizId=${id}`))[0])
    .toMatchObject({ question: 'Biasa saja?', questionHtml: null });
});

test('a question becomes formatted by its button, and Ctrl Enter still goes to the next', async ({
  page,
  open,
  api,
}) => {
  const { id } = await quizIn(await api(), 'QUIZ');
  await open(`/quiz/${id}/questions`);
  await page.getByRole('button', { name: 'Add question' }).click();
  const { keyboard } = page;
  const block = page.getByRole('group', { name: 'Question 1', exact: true });
  await keyboard.type('Kode');
  await block.getByRole('button', { name: 'Format Question' }).click();
  await expect(block.locator('.tiptap')).toBeFocused();
  await block.getByRole('button', { name: 'Code' }).click();
  await expect(block.locator('.tiptap pre')).toHaveText('Kode');
  await keyboard.press('Tab');
  await expect(block.getByRole('textbox', { name: 'Option 1' })).toBeFocused();
  await block.locator('.tiptap').focus();
  await keyboard.press('Control+Enter');
  await expect(
    page.getByRole('group', { name: 'Question 2', exact: true }).getByLabel('Question', { exact: true }),
  ).toBeFocused();
});

test('an editor that does not load is offered again in its place, and what is typed stays', async ({
  page,
  open,
  api,
}) => {
  const other = await api();
  const { id } = await quizIn(other, 'QUIZ');
  const editor = /rich-text-editor.*\.js/;
  // A browser may request the file again for the import whose preload has failed.
  const attempts = new Set<string>();
  await page.route(editor, (route) => {
    attempts.add(route.request().url());
    return route.abort();
  });
  await open(`/quiz/${id}/questions`);
  await page.getByRole('button', { name: 'Add question' }).click();
  const { keyboard } = page;
  const block = page.getByRole('group', { name: 'Question 1', exact: true });
  const text = block.getByLabel('Question', { exact: true });
  await keyboard.type('Berapa');
  await keyboard.press('Control+b');
  await keyboard.type(' dua');
  const again = block.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  expect(attempts.size).toBe(2);
  await text.press('End');
  await keyboard.type(' kali tiga?');
  await expect(text).toHaveValue('Berapa dua kali tiga?');
  await expectAccessible(page, '/quiz/$id/{-$tab}');
  await page.unroute(editor);
  await again.click();
  await expect(block.locator('.tiptap')).toHaveText('Berapa dua kali tiga?');
  await expect(block.locator('.tiptap')).toBeFocused();
});

test('an editor whose styles do not load is offered again, and gets them', async ({ page, open, api }) => {
  const { id } = await quizIn(await api(), 'QUIZ');
  const styles = /rich-text-editor.*\.css/;
  await page.route(styles, (route) => route.fulfill({ status: 503 }));
  await open(`/quiz/${id}/questions`);
  await page.getByRole('button', { name: 'Add question' }).click();
  const block = page.getByRole('group', { name: 'Question 1', exact: true });
  await page.keyboard.type('Kode');
  await page.keyboard.press('Control+b');
  const again = block.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute(styles);
  await again.click();
  await expect(block.locator('.tiptap')).toHaveText('Kode');
  await expect(block.locator('.tiptap')).toHaveCSS('white-space-collapse', 'preserve');
});

test('a formatted question whose editor does not load stays in view', async ({ page, open, api }) => {
  const other = await api();
  const { id } = await quizIn(other, 'QUIZ');
  const questionHtml = '<p>Berapa <strong>dua</strong> kali dua?</p>';
  await other.send('POST', '/admin/question/', { quizId: id, type: 'SHORT_ANSWER', questionHtml, answerKey: '4' });
  const editor = /rich-text-editor.*\.js/;
  await page.route(editor, (route) => route.abort());
  await open(`/quiz/${id}/questions`);
  const block = page.getByRole('group', { name: 'Question 1', exact: true });
  await block.getByRole('textbox', { name: 'Question', exact: true }).focus();
  const again = block.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(block.locator('strong')).toHaveText('dua');
  await page.unroute(editor);
  await again.press('Enter');
  await expect(block.locator('.tiptap strong')).toHaveText('dua');
});

test('a picture is added to the text of a question, described, changed, and shown to members', async ({
  page,
  open,
  api,
}) => {
  const other = await api('instructor');
  const { id } = await quizIn(other, 'QUIZ');
  await open(`/quiz/${id}/questions`, { role: 'instructor' });
  await page.getByRole('button', { name: 'Add question' }).click();
  const { keyboard } = page;
  const block = page.getByRole('group', { name: 'Question 1', exact: true });
  await block.getByRole('combobox').selectOption({ label: 'Short answer' });
  await block.getByLabel('Answer').fill('Jawa');
  await block.getByLabel('Question', { exact: true }).fill('Pulau apa ini: ');
  await block.getByRole('button', { name: 'Format Question' }).click();
  const tools = block.getByRole('group', { name: 'Format Question' });
  await tools.getByRole('button', { name: 'Picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Picture' });
  const { release } = await holdPictures(page);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'peta.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(dialog.getByText('A picture is a JPG, PNG or WebP of at most 2 MB.')).toBeVisible();
  await choosePicture(page, 'peta.png', dialog);
  await expect(dialog.getByText('The picture is being uploaded')).toBeVisible();
  await expectAccessible(page, '/quiz/$id/{-$tab}');
  release();
  await expect(dialog.getByRole('textbox', { name: 'Picture' })).toHaveValue(/^\/files\//);
  await dialog.getByRole('textbox', { name: 'Description (optional)' }).fill('Peta sebuah pulau');
  await expect(dialog.getByText(/^The picture is being/)).toHaveCount(0);
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const editor = block.locator('.tiptap');
  await expect(editor.getByRole('img', { name: 'Peta sebuah pulau' })).toBeVisible();
  await expect(editor).toBeFocused();
  await keyboard.type('?');
  await editor.getByRole('img').click();
  await tools.getByRole('button', { name: 'Picture' }).click();
  await dialog.getByRole('textbox', { name: 'Description (optional)' }).fill('Peta Jawa');
  await dialog.getByRole('button', { name: 'Change picture' }).click();
  await expect(editor.getByRole('img')).toHaveCount(1);
  await keyboard.press('Control+s');
  await expect(toast(page, 'Successfully Added Question')).toBeVisible();
  const [stored] = await other.send('GET', `/admin/question/?quizId=${id}`);
  expect(stored.questionHtml).toMatch(
    /^<p>Pulau apa ini:(?: |&nbsp;)<img src="\/files\/[^"]+" alt="Peta Jawa">\?<\/p>$/,
  );
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('img', { name: 'Peta Jawa' })).toBeVisible();
});
