/** Tests creating, naming, changing and deleting quizzes and surveys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as quiz from '#contract/course/quiz/endpoints.ts';
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

const aSection = () => addRecord(test.sql, 'section', 'coding');
const create = (sectionId: string, extra: object = {}, query: { type?: 'QUIZ' | 'SURVEY' } = {}) =>
  instructor.call(quiz.createQuiz, { query, body: { sectionId, ...extra } });
const aQuiz = async () => (await create(await aSection())).body.quizId!;
const get = async (id: string) => (await instructor.call(quiz.getQuiz, { params: { id } })).body;
const put = (id: string, body: object, ifMatch?: string) =>
  instructor.call(quiz.updateQuiz, { params: { id }, body }, ifMatch ? { ifMatch } : {});

describe('a quiz', () => {
  it('is named after its section and position, and a survey also returns its surveyId', async () => {
    const section = await aSection();
    const { status, body } = await create(section);
    expect([status, Object.keys(body)]).toEqual([201, ['quizId']]);
    expect(await get(body.quizId!)).toMatchObject({
      name: `Nama Kuis ${section}-1`,
      surveyId: null,
      type: 'QUIZ',
      materialType: 'NONE',
      passingScore: 70,
      timeLimit: null,
      maxAttempts: null,
      shuffleQuestions: false,
      header: '',
      content: '',
      resultDetail: [],
      questions: [],
      totalQuestions: 0,
      priority: 1,
      version: 1,
    });
    const survey = await create(section, { materialType: 'POST_LIVE_CLASS' }, { type: 'SURVEY' });
    expect(Object.keys(survey.body)).toEqual(['surveyId']);
    const { surveyId } = survey.body;
    expect((await put(surveyId!, {})).body).toMatchObject({ quizId: surveyId, surveyId });
    expect(await get(surveyId!)).toMatchObject({
      quizId: surveyId,
      surveyId,
      name: `Nama Kuis ${section}-2`,
      type: 'SURVEY',
      materialType: 'POST_LIVE_CLASS',
      priority: 2,
    });
    const first = await create(section, { name: 'Awal', priority: 1 });
    expect(await get(first.body.quizId!)).toMatchObject({ name: 'Awal', priority: 1 });
    expect(await get(body.quizId!)).toMatchObject({ priority: 2 });
    const labelled = await create(section, { label: 'Kuis Pekan' });
    expect(await get(labelled.body.quizId!)).toMatchObject({ name: `Kuis Pekan ${section}-4` });
  });

  it('keeps fields that a change omits; null results become an empty list', async () => {
    const id = await aQuiz();
    const bands = [
      { minScore: 0, maxScore: 69, title: 'Ulangi', description: '' },
      { minScore: 70, maxScore: 100, title: 'Lulus', description: 'Selamat' },
    ];
    expect((await put(id, { name: 'Kuis', timeLimit: 30, resultDetail: bands })).body).toEqual({
      quizId: id,
      version: 2,
    });
    await put(id, { passingScore: 80, content: '<p>Hai</p><script>x</script>' });
    expect(await get(id)).toMatchObject({
      name: 'Kuis',
      timeLimit: 30,
      passingScore: 80,
      content: '<p>Hai</p>',
      resultDetail: bands,
    });
    expect((await put(id, { resultDetail: null })).status).toBe(200);
    expect(await get(id)).toMatchObject({ name: 'Kuis', passingScore: 80, resultDetail: [] });
  });

  it('refuses overlapping results, with an error at the second one', async () => {
    const id = await aQuiz();
    const band = (minScore: number, maxScore: number) => ({ minScore, maxScore, title: 'Hasil' });
    for (const [resultDetail, path, message] of [
      [[band(0, 70), band(70, 100)], 'resultDetail.1.minScore', 'Overlaps with 0 to 70'],
      [[band(50, 60), band(80, 100), band(0, 50)], 'resultDetail.2.minScore', 'Overlaps with 50 to 60'],
      [[band(70, 60)], 'resultDetail.0.maxScore', 'Below its start'],
      [[band(0, 101)], 'resultDetail.0.maxScore', 'From 0 to 100'],
    ] as const)
      expect(await put(id, { resultDetail })).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
    expect(await get(id)).toMatchObject({ resultDetail: [], version: 1 });
  });

  it('is changed and deleted only with the current version, in its own brand', async () => {
    const id = await aQuiz();
    await put(id, { name: 'Dulu' }, '"v1"');
    expect(await put(id, { name: 'Nanti' }, '"v1"')).toMatchObject({
      status: 412,
      body: { conflict: { by: 'Tester instructor', version: 2 } },
    });
    const stranger = await test.as('instructor', 'cyber');
    expect((await stranger.call(quiz.deleteQuiz, { params: { id } })).status).toBe(404);
    expect((await instructor.call(quiz.deleteQuiz, { params: { id } }, { ifMatch: '"v2"' })).body).toEqual({
      quizId: id,
    });
    expect((await instructor.call(quiz.getQuiz, { params: { id } })).status).toBe(404);
    expect(await test.sql('select 1 from section_item where item_id = $1', [id])).toEqual([]);
    expect((await create('0190a000-0000-7000-8000-000000000000')).status).toBe(400);
  });

  it('is listed with its type, newest first, and found by its name', async () => {
    const section = await aSection();
    const ids: string[] = [];
    for (const name of ['Cari Satu', 'Cari Dua']) ids.push((await create(section, { name })).body.quizId!);
    await create(section, { name: 'Cari Tiga' }, { type: 'SURVEY' });
    const { body } = await instructor.call(quiz.listQuizzes, { query: { search: 'cari' } });
    expect([body.totalItems, body.quizzes.map(({ quizId }) => quizId)]).toEqual([2, ids.toReversed()]);
  });

  it('has the specification’s messages', () =>
    expect([quiz.createQuiz.messages, quiz.updateQuiz.messages, quiz.deleteQuiz.messages]).toEqual([
      { ok: 'Sucessfully Create New Quiz', fail: 'Failed to Create Quiz' },
      { ok: 'Successfully Updated Quiz Data!', fail: 'Fail to Update Quiz Data' },
      { ok: 'Successfully Deleted Quiz', tone: 'error', fail: 'Fail to Delete Quiz' },
    ]));
});
