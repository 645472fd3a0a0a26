/** Tests quiz results against a hand-made table, and those of surveys and of quizzes without attempts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getQuizResults, mostChosenWrong } from '#contract/course/quiz/results.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { quizRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([quizRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

const ask = (id: string, caller = instructor) => caller.call(getQuizResults, { params: { id } });
const bodyOf = async (id: string) => (await ask(id)).body;

let place = 0;
async function question(quiz: string, type: string, right: readonly boolean[], answerKey: string | null = null) {
  place += 1;
  const options = right.map((isCorrect, n) => ({
    optionId: 'abc'[n],
    text: `Pilihan ${'ABC'[n]}`,
    isCorrect,
    priority: n + 1,
  }));
  const [row] = await test.sql(
    `insert into question (tenant, quiz_id, type, question, options, answer_key, position)
      values ('coding', $1, $2, 'Apa?', $3, $4, $5) returning id`,
    [quiz, type, JSON.stringify(options), answerKey, place],
  );
  return String(row?.['id']);
}

describe('the results of a quiz', () => {
  it('count members by their best attempt, and questions by every attempt', async () => {
    const make = await taughtCourse(test.sql);
    const quiz = await make.quiz('Kuis');
    const one = await question(quiz, 'SINGLE_CHOICE', [true, false, false]);
    const many = await question(quiz, 'MULTIPLE_CHOICE', [true, true, false]);
    const short = await question(quiz, 'SHORT_ANSWER', [], 'Jakarta\nDKI');
    const [adi, budi, citra] = [await make.member('Adi'), await make.member('Budi'), await make.member('Citra')];
    // Best scores: Adi 80, Budi 69, Citra 100. Average 83; two pass with 70 or more.
    await make.attempt(adi, quiz, 40, { [one]: ['b'], [many]: ['a'], [short]: 'Jakarta ' });
    await make.attempt(adi, quiz, 80, { [one]: ['c'], [many]: ['b', 'a'], [short]: 'dki' });
    await make.attempt(budi, quiz, 69, { [one]: ['c'], [many]: ['a', 'b', 'c'] });
    await make.attempt(citra, quiz, 100, { [one]: ['a'], [many]: ['a', 'b'], [short]: 'Bandung' });
    const { questions, ...totals } = await bodyOf(quiz);
    expect(totals).toEqual({ members: 3, attempts: 4, passed: 2, average: 83 });
    const figures = questions.map(({ questionId, answers, right, options }) => [
      questionId,
      answers,
      right,
      options.map(({ count }) => count),
    ]);
    expect(figures).toEqual([
      [one, 4, 1, [1, 1, 2]],
      [many, 4, 2, [4, 3, 1]],
      [short, 3, 2, []],
    ]);
    expect(questions.map(mostChosenWrong).map((option) => option?.text)).toEqual(['Pilihan C', 'Pilihan C', undefined]);
    expect(questions[2]?.texts.map(({ text }) => text.toLowerCase()).toSorted()).toEqual(['bandung', 'dki', 'jakarta']);
  });

  it('are empty without attempts, and are not found by another brand', async () => {
    const make = await taughtCourse(test.sql);
    const quiz = await make.quiz('Kuis');
    const id = await question(quiz, 'SINGLE_CHOICE', [true, false]);
    expect(await bodyOf(quiz)).toMatchObject({
      members: 0,
      attempts: 0,
      passed: 0,
      average: null,
      questions: [{ questionId: id, answers: 0, right: 0, options: [{ count: 0 }, { count: 0 }] }],
    });
    expect((await ask(quiz, await test.as('instructor', 'cyber'))).status).toBe(404);
  });
});

describe('the results of a survey', () => {
  it('count each answer, without right ones', async () => {
    const make = await taughtCourse(test.sql);
    const survey = await make.quiz('Survei', 'SURVEY');
    const rating = await question(survey, 'RATING', []);
    const pace = await question(survey, 'SINGLE_CHOICE', [false, false]);
    for (const [name, stars, chosen] of [
      ['Adi', '5', 'a'],
      ['Budi', '4', 'b'],
      ['Citra', '5', 'b'],
    ] as const)
      await make.attempt(await make.member(name), survey, 0, { [rating]: stars, [pace]: [chosen] });
    const { questions, ...totals } = await bodyOf(survey);
    expect(totals).toEqual({ members: 3, attempts: 3, passed: 0, average: null });
    expect(questions.map(({ right }) => right)).toEqual([null, null]);
    expect(questions[0]?.texts).toEqual([
      { text: '5', count: 2 },
      { text: '4', count: 1 },
    ]);
    expect(questions[1]?.options.map(({ count }) => count)).toEqual([1, 2]);
  });
});
