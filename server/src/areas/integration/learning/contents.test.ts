/** Tests lessons and quizzes that a member opens on the members' site. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMemberLesson, getMemberQuiz } from '#contract/integration/contents.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { aCourse, learningScopes, membersSite, twoQuestions } from './testing/site.ts';

let site: Awaited<ReturnType<typeof membersSite>>;
beforeAll(async () => {
  site = await membersSite();
});
afterAll(() => site.test.close());

const lessonOf = (externalId: string, lessonId: string) =>
  site.key.call(getMemberLesson, { params: { externalId, lessonId } });
const quizOf = (externalId: string, quizId: string) => site.key.call(getMemberQuiz, { params: { externalId, quizId } });

describe('a lesson', () => {
  it('has its contents, and the time and link of its section', async () => {
    const { test, course } = site;
    const lesson = await course.lesson('Kelas pertama', 'LIVE_CLASS', 90);
    await test.sql(`update lesson set content = '<p>Halo</p>', attachments = $2 where id = $1`, [
      lesson,
      JSON.stringify([{ name: 'Slide', url: 'https://files.example.com/slide.pdf', size: 9 }]),
    ]);
    await test.sql(
      `update course_section set start_at = '2026-12-01T02:00:00Z', end_at = '2026-12-01T04:00:00Z', gmeet_url = 'https://meet.example.com/a'
        where id = (select section_id from lesson where id = $1)`,
      [lesson],
    );
    const { externalId } = await course.person();
    expect((await lessonOf(externalId, lesson)).body).toEqual({
      lessonId: lesson,
      courseId: course.course,
      name: 'Kelas pertama',
      type: 'LIVE_CLASS',
      description: '',
      content: '<p>Halo</p>',
      duration: 90,
      attachments: [{ name: 'Slide', url: 'https://files.example.com/slide.pdf', size: 9 }],
      videoURL: null,
      startAt: '2026-12-01T02:00:00.000Z',
      endAt: '2026-12-01T04:00:00.000Z',
      meetingUrl: 'https://meet.example.com/a',
      location: null,
    });
  });

  it('is refused with the reason while it is closed, and not found without its course or in another tenant', async () => {
    const { test } = site;
    const course = await aCourse(test);
    await course.quiz('Kuis');
    const lesson = await course.lesson('Lanjut');
    await test.sql(`update lesson set lock_rule = 'PREV_QUIZ' where id = $1`, [lesson]);
    const { externalId } = await course.person();
    const closed = await lessonOf(externalId, lesson);
    expect([closed.status, closed.problem.message]).toEqual([409, 'Opens once the quiz “Kuis” is done']);
    expect((await lessonOf((await course.person(false)).externalId, lesson)).status).toBe(404);
    const other = await test.asKey(learningScopes, { tenant: 'cyber' });
    expect((await other.call(getMemberLesson, { params: { externalId, lessonId: lesson } })).status).toBe(404);
  });
});

describe('a quiz', () => {
  it('has its questions and options without what is right, and explains them after the last attempt', async () => {
    const { test, course } = site;
    const { quizId, choice, words } = await twoQuestions(test.sql, course, { max_attempts: 2, time_limit: 15 });
    await test.sql(`update question set explanation = 'Karena a' where quiz_id = $1`, [quizId]);
    await test.sql(
      `update question set options = jsonb_set(options, '{0,imageUrl}', '"/files/coding/a.png"') where id = $1`,
      [choice],
    );
    const { id, externalId } = await course.person();
    await test.sql(
      `update question set question_html = '<p>Apa?<img src="/files/coding/b.png" alt=""></p>' where id = $1`,
      [choice],
    );
    const questions = [
      {
        questionId: choice,
        type: 'SINGLE_CHOICE',
        question: 'Apa?',
        questionHtml: expect.stringMatching(/^<p>Apa\?<img src="https?:[^"]*\/files\/coding\/b\.png" alt=""><\/p>$/),
        imageUrl: null,
        score: 1,
        options: [
          { optionId: 'a', text: 'a', imageUrl: expect.stringMatching(/^https?:.*\/files\/coding\/a\.png$/) },
          { optionId: 'b', text: 'b', imageUrl: null },
        ],
      },
      {
        questionId: words,
        type: 'SHORT_ANSWER',
        question: 'Apa?',
        questionHtml: null,
        imageUrl: null,
        score: 3,
        options: [],
      },
    ];
    const whole = { quizId, name: 'Kuis', type: 'QUIZ', header: '', content: '', timeLimit: 15, passingScore: 70 };
    expect((await quizOf(externalId, quizId)).body).toEqual({ ...whole, attemptsLeft: 2, bestScore: null, questions });
    await course.attempt(id, quizId, 25);
    expect((await quizOf(externalId, quizId)).body).toEqual({ ...whole, attemptsLeft: 1, bestScore: 25, questions });
    await course.attempt(id, quizId, 0);
    expect((await quizOf(externalId, quizId)).body).toEqual({
      ...whole,
      attemptsLeft: 0,
      bestScore: 25,
      questions: questions.map((question) => ({ ...question, explanation: 'Karena a', explanationHtml: null })),
    });
  });

  it('is shuffled for each member and attempt, and keeps its order until then', async () => {
    const { test, course } = site;
    const quizId = await course.quiz('Acak');
    await test.sql(
      `insert into question (tenant, quiz_id, position, question, type, answer_key)
        select 'coding', $1, n * 1024, n::text, 'SHORT_ANSWER', 'ya' from generate_series(1, 30) n`,
      [quizId],
    );
    const { id, externalId } = await course.person();
    const order = async () => (await quizOf(externalId, quizId)).body.questions.map(({ question }) => question);
    const sorted = Array.from({ length: 30 }, (_, n) => String(n + 1));
    expect(await order()).toEqual(sorted);
    await test.sql('update quiz set shuffle_questions = true where id = $1', [quizId]);
    const first = await order();
    expect(first).not.toEqual(sorted);
    expect(first.toSorted((one, other) => Number(one) - Number(other))).toEqual(sorted);
    expect(await order()).toEqual(first);
    await course.attempt(id, quizId, 0);
    expect(await order()).not.toEqual(first);
  });

  it('that ends a learning path is open while the path is', async () => {
    const { test } = site;
    const pathId = await addRecord(test.sql, 'learning-path', 'coding', { is_published: true });
    const [quiz] = await test.sql(`insert into quiz (tenant, path_id, name, type) values ('coding', $1, 'Akhir', 'QUIZ') returning id`, [pathId]); // prettier-ignore
    const quizId = String(quiz?.['id']);
    const { id, externalId } = await site.course.person();
    expect((await quizOf(externalId, quizId)).status).toBe(404);
    await test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [pathId, id]);
    expect((await quizOf(externalId, quizId)).body).toMatchObject({ quizId, attemptsLeft: null, questions: [] });
    await test.sql('update learning_path set is_published = false where id = $1', [pathId]);
    const closed = await quizOf(externalId, quizId);
    expect([closed.status, closed.problem.message]).toEqual([409, 'Not published']);
  });
});
