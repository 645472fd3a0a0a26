/** Tests the messages about quizzes and questions (spec §8). */
import { expect, test, unique } from './fixtures.ts';
import type { Stage } from './screen-states.ts';
import { classroom, confirmingInHead, line, saved, testMessages, writing } from './message-tests.ts';

/** Creates a quiz with one question and opens one of its tabs. */
async function aQuiz({ page, open, api }: Stage, tab = '') {
  const admin = await api();
  const { sectionId } = await classroom(admin);
  const { quizId } = await admin.send('POST', '/admin/quiz/', { sectionId, name: unique('Kuis Kata') });
  const question = { quizId, type: 'SHORT_ANSWER', question: 'Dua tambah dua?', answerKey: 'empat' };
  await admin.send('POST', '/admin/question/', question);
  await open(`/quiz/${quizId}${tab}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

testMessages({
  does: 'writing a quiz into the curriculum',
  call: ['POST', '**/admin/quiz/*'],
  ok: 'Sucessfully Create New Quiz',
  fail: 'Failed to Create Quiz',
  begin: async (stage) => (await writing(stage, 'Quiz', 'Kuis Dua')).act,
});

test('Enter without a name creates a quiz named after its section and position', async ({ page, open, api }) => {
  const { act, sectionId } = await writing({ page, open, api }, 'Quiz', '');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/admin/quiz/'));
  await act();
  const name = `Nama Kuis ${sectionId}-2`;
  expect((await sent).postDataJSON()).toEqual({ sectionId, name, priority: 2, materialType: 'NONE' });
  await expect(line(page, name)).toBeVisible();
  const { quizzes } = await (await api()).send('GET', `/admin/quiz/?search=${sectionId}`);
  expect(quizzes.map((quiz: { name: string }) => quiz.name)).toEqual([name]);
});

testMessages({
  does: 'changing a quiz',
  call: ['PUT', '**/admin/quiz/*/'],
  ok: 'Successfully Updated Quiz Data!',
  fail: 'Fail to Update Quiz Data',
  begin: async (stage) => {
    await aQuiz(stage);
    await stage.page.getByLabel('Name', { exact: true }).fill(unique('Kuis Lain'));
    return saved(stage.page);
  },
});

testMessages({
  does: 'deleting a quiz, in the colour of a failure,',
  call: ['DELETE', '**/admin/quiz/*/'],
  ok: 'Successfully Deleted Quiz',
  colour: 'red',
  fail: 'Fail to Delete Quiz',
  begin: async (stage) => {
    await aQuiz(stage);
    return confirmingInHead(stage.page, 'Delete', 'Delete 1 quiz');
  },
});

testMessages({
  does: 'adding a question',
  call: ['PUT', '**/questions/'],
  ok: 'Successfully Added Question',
  fail: 'Fail to Add New Question',
  isFromServer: true,
  begin: async (stage) => {
    await aQuiz(stage, '/questions');
    await stage.page.getByRole('button', { name: 'Add question' }).click();
    await stage.page.keyboard.type('Tiga tambah tiga?');
    await stage.page.getByLabel('Answer').last().fill('enam');
    return saved(stage.page);
  },
});

testMessages({
  does: 'changing a question',
  call: ['PUT', '**/questions/'],
  ok: 'Successfully Updated Question',
  fail: 'Failed to Update Question',
  isFromServer: true,
  begin: async (stage) => {
    await aQuiz(stage, '/questions');
    await stage.page.getByLabel('Question', { exact: true }).fill('Satu tambah tiga?');
    return saved(stage.page);
  },
});
