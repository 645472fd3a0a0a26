/** Tests the rules of questions, and that replacing those of a quiz is all or nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallInput } from '#contract/kernel/endpoint.ts';
import * as questions from '#contract/course/quiz/questions.ts';
import { getQuiz } from '#contract/course/quiz/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { quizRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([quizRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

const aQuiz = (type: 'QUIZ' | 'SURVEY' = 'QUIZ') => addRecord(test.sql, 'quiz', 'coding', { type });
const right = (text: string, isCorrect = true) => ({ text, isCorrect });
const wrong = (text: string) => right(text, false);
const draftOf = (question: string) => ({
  type: 'SINGLE_CHOICE' as const,
  question,
  options: [right('Ya'), wrong('Tidak')],
});
type Draft = CallInput<typeof questions.saveQuestions>['body']['questions'][number];
const saveAll = (id: string, drafts: Draft[], ifMatch?: string, caller = instructor) =>
  caller.call(questions.saveQuestions, { params: { id }, body: { questions: drafts } }, ifMatch ? { ifMatch } : {});
const listOf = async (quizId: string) => (await instructor.call(questions.listQuestions, { query: { quizId } })).body;
const textsOf = async (quizId: string) => (await listOf(quizId)).map(({ question, priority }) => [priority, question]);

const two = 'Give at least 2 options';
const one = 'Mark the one right option';
const pair = [right('A'), wrong('B')];
describe('a question of a quiz', () => {
  it.each<[string, object, [string, string][]]>([
    [
      'single, without options',
      { type: 'SINGLE_CHOICE' },
      [
        ['options', two],
        ['options', one],
      ],
    ],
    ['single, with two right', { type: 'SINGLE_CHOICE', options: [right('A'), right('B')] }, [['options', one]]],
    ['single, with none right', { type: 'SINGLE_CHOICE', options: [wrong('A'), wrong('B')] }, [['options', one]]],
    [
      'single, twice the same',
      { type: 'SINGLE_CHOICE', options: [right('A'), wrong('A')] },
      [['options', 'Two options are the same']],
    ],
    [
      'multiple, with none right',
      { type: 'MULTIPLE_CHOICE', options: [wrong('A'), wrong('B')] },
      [['options', 'Mark at least one right option']],
    ],
    [
      'true or false of three',
      { type: 'TRUE_FALSE', options: [...pair, wrong('C')] },
      [['options', 'True or false has 2 options']],
    ],
    ['short, without an answer', { type: 'SHORT_ANSWER', answerKey: ' ' }, [['answerKey', 'Write the right answer']]],
    [
      'short, with options',
      { type: 'SHORT_ANSWER', answerKey: 'A', options: pair },
      [['options', 'This type of question has no options']],
    ],
    [
      'single, with a blank option without a picture',
      { type: 'SINGLE_CHOICE', options: [...pair, wrong(' ')] },
      [['options.2.text', 'Write something, or choose a picture']],
    ],
    ['a rating', { type: 'RATING' }, [['type', 'A quiz does not have this type of question']]],
    [
      'two options of one id',
      { type: 'MULTIPLE_CHOICE', options: pair.map((option) => ({ ...option, optionId: 'a' })) },
      [['options', 'Two options have the same id']],
    ],
  ])('is refused: %s', async (_, draft, errors) => {
    const quizId = await aQuiz();
    const body = { quizId, question: 'Apa?', ...draft } as never;
    expect(await instructor.call(questions.createQuestion, { body })).toMatchObject({
      status: 400,
      body: { errors: errors.map(([path, message]) => ({ path, message })) },
    });
    expect(await listOf(quizId)).toEqual([]);
  });

  it('has at most six options, each with a text', async () => {
    const quizId = await aQuiz();
    const seven = Array.from({ length: 7 }, (_, n) => right(`Pilihan ${n}`, n === 0));
    for (const [body, path] of [
      [{ ...draftOf('Apa?'), quizId, options: seven }, 'options'],
      [{ ...draftOf('   '), quizId }, 'question'],
      [{ ...draftOf('Apa?'), quizId, options: [right('A'), wrong('  ')] }, 'options.1.text'],
    ] as const)
      expect(
        await instructor.call(questions.createQuestion, { body: { ...body, options: [...body.options] } }),
      ).toMatchObject({
        status: 400,
        body: { errors: [{ path }] },
      });
  });

  it('may have options that are pictures', async () => {
    const quizId = await aQuiz();
    const drawn = (name: string, isCorrect: boolean) => ({
      text: '',
      imageUrl: `/files/coding/${name}.png`,
      isCorrect,
    });
    const body = { ...draftOf('Mana?'), quizId, options: [drawn('a', true), drawn('b', false)] };
    const same = { ...body, options: [drawn('a', true), drawn('a', false)] };
    expect(await instructor.call(questions.createQuestion, { body: same })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'options', message: 'Two options are the same' }] },
    });
    expect((await instructor.call(questions.createQuestion, { body })).status).toBe(201);
    expect((await listOf(quizId))[0]!.options).toMatchObject(body.options);
    // As it was stored before options had pictures.
    await test.sql(
      `update question set options = jsonb_build_array(options->0, (options->1) - 'imageUrl') where quiz_id = $1`,
      [quizId],
    );
    expect((await listOf(quizId))[0]!.options.map(({ imageUrl }) => imageUrl)).toEqual(['/files/coding/a.png', null]);
  });

  it('is refused when the quiz has the maximum number of questions', async () => {
    const quizId = await aQuiz();
    await test.sql(
      `insert into question (tenant, quiz_id, type, question, position)
      select 'coding', $1, 'SHORT_ANSWER', 'Soal ' || n, n from generate_series(1, 999) as n`,
      [quizId],
    );
    const add = () => instructor.call(questions.createQuestion, { body: { ...draftOf('Lagi?'), quizId } });
    expect((await add()).status).toBe(201);
    expect(await add()).toMatchObject({ status: 409, body: { message: expect.stringContaining('1.000 questions') } });
    expect(await listOf(quizId)).toHaveLength(1000);
  });

  it('is added last, and its options get ids and numbers from 1', async () => {
    const quizId = await aQuiz();
    const first = await instructor.call(questions.createQuestion, { body: { ...draftOf('Satu?'), quizId } });
    expect(first.status).toBe(201);
    await instructor.call(questions.createQuestion, {
      body: {
        quizId,
        type: 'MULTIPLE_CHOICE',
        question: 'Dua?',
        options: [right('A'), right('B'), wrong('C')],
        score: 3,
      },
    });
    await instructor.call(questions.createQuestion, {
      body: {
        quizId,
        type: 'SHORT_ANSWER',
        question: 'Tiga?',
        answerKey: 'Jakarta\nDKI Jakarta',
        explanation: 'Ibu kota',
      },
    });
    const all = await listOf(quizId);
    expect(all[0]).toEqual({
      questionId: first.body.questionId,
      quizId,
      type: 'SINGLE_CHOICE',
      question: 'Satu?',
      questionHtml: null,
      imageUrl: null,
      options: [
        { optionId: expect.stringMatching(/./), text: 'Ya', imageUrl: null, isCorrect: true, priority: 1 },
        { optionId: expect.stringMatching(/./), text: 'Tidak', imageUrl: null, isCorrect: false, priority: 2 },
      ],
      answerKey: null,
      explanation: '',
      explanationHtml: null,
      score: 1,
      priority: 1,
    });
    expect(all[1]).toMatchObject({
      priority: 2,
      score: 3,
      options: [{ isCorrect: true }, { isCorrect: true }, { isCorrect: false }],
    });
    expect(all[2]).toMatchObject({
      priority: 3,
      answerKey: 'Jakarta\nDKI Jakarta',
      explanation: 'Ibu kota',
      options: [],
    });
    expect(new Set(all.flatMap(({ options }) => options.map(({ optionId }) => optionId))).size).toBe(5);
  });

  it('keeps fields that a change omits, and raises the quiz’s version', async () => {
    const quizId = await aQuiz();
    const { body } = await instructor.call(questions.createQuestion, {
      body: { ...draftOf('Lama?'), quizId, explanation: 'Karena', score: 7 },
    });
    const [before] = await listOf(quizId);
    const id = body.questionId;
    await instructor.call(questions.updateQuestion, { params: { id }, body: { question: 'Baru?' } });
    expect(await listOf(quizId)).toEqual([{ ...before, question: 'Baru?' }]);
    expect(await instructor.call(questions.updateQuestion, { params: { id }, body: { options: [] } })).toMatchObject({
      status: 400,
    });
    expect((await instructor.call(getQuiz, { params: { id: quizId } })).body.version).toBe(3);
    expect((await instructor.call(questions.deleteQuestion, { params: { id } })).status).toBe(200);
    expect(await listOf(quizId)).toEqual([]);
    expect((await instructor.call(questions.deleteQuestion, { params: { id } })).status).toBe(404);
  });

  const added = async (draft: object) => {
    const quizId = await aQuiz();
    const { body, status } = await instructor.call(questions.createQuestion, {
      body: { ...draftOf('Lama?'), quizId, ...draft },
    });
    const change = (fields: object) =>
      instructor.call(questions.updateQuestion, { params: { id: body.questionId }, body: fields });
    return { quizId, status, body, change, stored: async () => (await listOf(quizId))[0]! };
  };

  it.each([
    ['<p>Berapa 2<sup>10</sup>?</p>', 'Berapa 2¹⁰?', '<p>Berapa 2<sup>10</sup>?</p>'],
    ['<p>satu<br>dua</p><p>tiga</p>', 'satu\ndua\ntiga', null],
    ['<p onclick="x()">a<script>x()</script><b>b</b><svg><a href="x"/></svg></p>', 'ab', '<p>a<strong>b</strong></p>'],
    ['<p>a<a href="javascript:x()">b</a></p>', 'ab', null],
    ['<p>a<img src="javascript:x()" onerror="x()"><img src="data:text/html,x"></p>', 'a', null],
    ['<img src="/files/coding/a.png" alt="Peta">', 'Peta', '<p><img src="/files/coding/a.png" alt="Peta"></p>'],
    ['<p>&lt;b&gt; <em>&amp;lt;</em></p>', '<b> &lt;', '<p>&lt;b&gt; <em>&amp;lt;</em></p>'],
  ])('has the text of its sanitized format: %s', async (questionHtml, question, html) => {
    const { stored } = await added({ questionHtml, explanationHtml: questionHtml });
    expect(await stored()).toMatchObject({
      question,
      questionHtml: html,
      explanation: question,
      explanationHtml: html,
    });
  });

  it('takes the text from the format alone, and refuses a question with neither', async () => {
    const { stored, quizId } = await added({ question: undefined, questionHtml: '<p>Berapa <b>dua</b>?</p>' });
    const formatted = { question: 'Berapa dua?', questionHtml: '<p>Berapa <strong>dua</strong>?</p>' };
    expect(await stored()).toMatchObject(formatted);
    const { questionId, questionHtml, options, type } = await stored();
    const all = options.map(({ priority: _, ...option }) => option);
    await saveAll(quizId, [{ questionId, type, questionHtml, options: all }]);
    expect(await stored()).toMatchObject(formatted);
    await saveAll(quizId, [{ questionId, type, questionHtml: '<p><i>Tiga</i>?</p>', options: all }]);
    expect(await stored()).toMatchObject({ question: 'Tiga?', questionHtml: '<p><em>Tiga</em>?</p>' });
    for (const html of [undefined, null])
      expect(await added({ question: undefined, questionHtml: html })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'question', message: 'Write something' }] },
      });
  });

  it('refuses a format that says nothing, or far too much', async () => {
    expect(await added({ questionHtml: '<p> <br></p>' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'question', message: 'Write something' }] },
    });
    for (const [name, html] of [
      ['question', `<b>${'a'.repeat(5001)}</b>`],
      ['questionHtml', '<b>a</b>b'.repeat(2000)],
      ['questionHtml', `<p>${'<i>a</i><a href="https://a.id">b</a>'.repeat(300)}</p>`],
    ])
      expect(await added({ questionHtml: html })).toMatchObject({ status: 400, body: { errors: [{ path: name }] } });
  });

  it('loses its format with another text, and keeps it with the same', async () => {
    const { change, stored, quizId } = await added({ questionHtml: '<p><b>Lama</b>?</p>' });
    const formatted = { question: 'Lama?', questionHtml: '<p><strong>Lama</strong>?</p>' };
    await change({ question: 'Lama?', score: 2 });
    expect(await stored()).toMatchObject({ ...formatted, score: 2 });
    await change({ ...(await stored()), quizId: undefined, question: 'Baru?' });
    expect(await stored()).toMatchObject({ question: 'Baru?', questionHtml: null });
    await change({ questionHtml: '<p><b>Lama</b>?</p>' });
    expect(await stored()).toMatchObject(formatted);
    const { questionId, question, questionHtml, options, type } = await stored();
    const all = options.map(({ priority: _, ...option }) => option);
    await saveAll(quizId, [{ questionId, type, question, questionHtml, options: all }]);
    expect(await stored()).toMatchObject(formatted);
    await saveAll(quizId, [{ questionId, type, question: 'Lain?', questionHtml, options: all }]);
    expect(await stored()).toMatchObject({ question: 'Lain?', questionHtml: null });
  });

  it('is not found by another brand', async () => {
    const quizId = await aQuiz();
    const { body } = await instructor.call(questions.createQuestion, { body: { ...draftOf('Apa?'), quizId } });
    const stranger = await test.as('instructor', 'cyber');
    const params = { id: body.questionId };
    expect((await stranger.call(questions.updateQuestion, { params, body: { question: 'Curi' } })).status).toBe(404);
    expect((await stranger.call(questions.deleteQuestion, { params })).status).toBe(404);
    expect((await stranger.call(questions.listQuestions, { query: { quizId } })).status).toBe(404);
    expect((await stranger.call(questions.createQuestion, { body: { ...draftOf('Apa?'), quizId } })).status).toBe(400);
    expect((await saveAll(quizId, [], undefined, stranger)).status).toBe(404);
    expect(await textsOf(quizId)).toEqual([[1, 'Apa?']]);
  });
});

describe('a question of a survey', () => {
  it('may be a rating or a text, and has no right answer', async () => {
    const id = await aQuiz('SURVEY');
    const { status } = await saveAll(id, [
      { type: 'RATING', question: 'Seberapa puas?' },
      { type: 'TEXT', question: 'Saran?', answerKey: 'tidak ada' },
      { type: 'MULTIPLE_CHOICE', question: 'Dari mana?', options: [right('Teman'), right('Iklan')] },
      { type: 'SINGLE_CHOICE', question: 'Lagi?', options: [wrong('Ya'), wrong('Tidak')] },
    ]);
    expect(status).toBe(200);
    const all = await listOf(id);
    expect(all.flatMap(({ options }) => options.filter((option) => 'isCorrect' in option))).toEqual([]);
    expect(all.flatMap(({ options }) => options)).toHaveLength(4);
    expect(all.map(({ answerKey }) => answerKey)).toEqual([null, null, null, null]);
  });
});

describe('all questions of a quiz', () => {
  it('are created, changed, reordered and deleted by one save', async () => {
    const id = await aQuiz();
    const first = await saveAll(id, ['A', 'B', 'C', 'D'].map(draftOf), '"v1"');
    expect([first.status, first.body.version, first.headers['etag']]).toEqual([200, 2, '"v2"']);
    const [a, , c, d] = first.body.questions;
    const again = (kept: typeof a): Draft => ({
      ...draftOf(kept!.question),
      questionId: kept!.questionId,
      options: kept!.options,
    });
    const answer = await saveAll(
      id,
      [draftOf('Baru 1'), again(d), { ...again(a), question: 'A diubah', score: 5 }, draftOf('Baru 2'), again(c)],
      '"v2"',
    );
    expect(answer.status).toBe(200);
    expect(await textsOf(id)).toEqual([
      [1, 'Baru 1'],
      [2, 'D'],
      [3, 'A diubah'],
      [4, 'Baru 2'],
      [5, 'C'],
    ]);
    const all = await listOf(id);
    expect(all).toEqual(answer.body.questions);
    expect([all[1]?.questionId, all[1]?.options, all[2]?.questionId, all[2]?.score]).toEqual([
      d?.questionId,
      d?.options,
      a?.questionId,
      5,
    ]);
    expect((await saveAll(id, [])).body.questions).toEqual([]);
  });

  it('are not saved when one is invalid; every error has its path', async () => {
    const id = await aQuiz();
    await saveAll(id, [draftOf('A')]);
    expect(
      await saveAll(id, [
        draftOf('B'),
        { type: 'SINGLE_CHOICE', question: 'C' },
        draftOf('D'),
        { type: 'SHORT_ANSWER', question: 'E' },
      ]),
    ).toMatchObject({
      status: 400,
      body: {
        errors: [
          { path: 'questions.1.options', message: two },
          { path: 'questions.1.options', message: one },
          { path: 'questions.3.answerKey', message: 'Write the right answer' },
        ],
      },
    });
    expect(await textsOf(id)).toEqual([[1, 'A']]);
  });

  it('are not saved with a question of another quiz, or with one twice', async () => {
    const [id, other] = [await aQuiz(), await aQuiz()];
    const [mine] = (await saveAll(id, [draftOf('Milik')])).body.questions;
    const [theirs] = (await saveAll(other, [draftOf('Lain')])).body.questions;
    const known = (question: string, questionId: string) => ({ ...draftOf(question), questionId });
    for (const [list, message] of [
      [[known('Curi', theirs!.questionId)], 'There is no such question in this quiz'],
      [[known('X', mine!.questionId), known('Y', mine!.questionId)], 'This question is in the list twice'],
    ] as const)
      expect(await saveAll(id, [...list])).toMatchObject({ status: 400, body: { message } });
    expect([await textsOf(id), await textsOf(other)]).toEqual([[[1, 'Milik']], [[1, 'Lain']]]);
  });

  it('are not saved with an option of another question, neither together nor alone', async () => {
    const [id, other] = [await aQuiz(), await aQuiz()];
    const [mine] = (await saveAll(id, [draftOf('Milik')])).body.questions;
    const [theirs] = (await saveAll(other, [draftOf('Lain')])).body.questions;
    const { questionId } = mine!;
    const message = 'There is no such option in this question';
    for (const optionId of ['tidak-ada', theirs!.options[0]!.optionId]) {
      const options = [{ ...right('Ya'), optionId }, wrong('Tidak')];
      expect(
        await instructor.call(questions.updateQuestion, { params: { id: questionId }, body: { options } }),
      ).toMatchObject({ status: 400, body: { errors: [{ path: 'options.0.optionId', message }] } });
      expect(await saveAll(id, [draftOf('Baru'), { ...draftOf('Milik'), questionId, options }])).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'questions.1.options.0.optionId', message }] },
      });
    }
    expect(await listOf(id)).toEqual([mine]);
    const kept = { ...right('Ya, diubah'), optionId: mine!.options[0]!.optionId };
    expect((await saveAll(id, [{ ...draftOf('Milik'), questionId, options: [kept, wrong('Baru')] }])).status).toBe(200);
    expect((await listOf(id))[0]!.options[0]).toMatchObject(kept);
  });

  it('are saved by one of two users with the same version; the other’s refusal names the first', async () => {
    const id = await aQuiz();
    const answers = await Promise.all([saveAll(id, [draftOf('Satu')], '"v1"'), saveAll(id, [draftOf('Dua')], '"v1"')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(answers.find(({ status }) => status === 412)?.body).toMatchObject({
      conflict: { by: 'Tester instructor', version: 2 },
    });
    expect(await textsOf(id)).toEqual([[1, answers[0].status === 200 ? 'Satu' : 'Dua']]);
  });

  it('are those of a single save after twenty concurrent ones', async () => {
    const id = await aQuiz();
    const save = (n: number) =>
      saveAll(
        id,
        ['a', 'b', 'c'].map((part) => draftOf(`${n} ${part}`)),
      );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => save(n)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const texts = (await listOf(id)).map(({ question }) => question);
    const winner = texts[0]!.split(' ')[0];
    expect(texts).toEqual([`${winner} a`, `${winner} b`, `${winner} c`]);
  });

  it('have the specification’s messages', () =>
    expect([questions.createQuestion.messages, questions.updateQuestion.messages]).toMatchObject([
      { ok: 'Successfully Added Question', fail: 'Fail to Add New Question', preferServer: true },
      { ok: 'Successfully Updated Question', fail: 'Failed to Update Question', preferServer: true },
    ]));
});
