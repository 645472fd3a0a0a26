/** Tests that a learning path ends with a final quiz or a final project, never both. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateFinalProject } from '#contract/course/final.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import * as final from '#contract/learning-path/final.ts';
import { deleteQuiz, getQuiz, listQuizzes, updateQuiz } from '#contract/course/quiz/endpoints.ts';
import { saveQuestions } from '#contract/course/quiz/questions.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { courseRoutes } from '../areas/course/routes.ts';
import { quizRoutes } from '../areas/course/quiz/routes.ts';
import { learningPathRoutes } from '../areas/learning-path/routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([learningPathRoutes, quizRoutes, courseRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const aPath = (name = 'Jalur') => addRecord(test.sql, 'learning-path', 'coding', { name });
const endOf = async (id: string) => (await admin.call(final.getPathFinal, { params: { id } })).body;
const addQuiz = (id: string, body?: object) => admin.call(final.createPathQuiz, { params: { id }, body });
const project = { description: 'Bangun toko daring', passingScore: 80 };
const addProject = (id: string) => admin.call(final.createPathProject, { params: { id }, body: project });

describe('the end of a learning path', () => {
  it('is empty at first', async () => {
    expect(await endOf(await aPath())).toEqual({ kind: null, quiz: null, finalProject: null });
  });

  it('is a quiz named after the path, which is edited like any quiz', async () => {
    const id = await aPath('Data dari nol');
    const { status, body } = await addQuiz(id);
    expect(status).toBe(201);
    const { quizId } = body;
    expect(await endOf(id)).toEqual({
      kind: 'QUIZ',
      quiz: { quizId, name: 'Kuis akhir: Data dari nol', passingScore: 70, totalQuestions: 0 },
      finalProject: null,
    });
    const question = {
      type: 'SHORT_ANSWER' as const,
      question: '1 + 1?',
      imageUrl: null,
      options: [],
      answerKey: '2',
      explanation: '',
      score: 1,
    };
    expect((await admin.call(saveQuestions, { params: { id: quizId }, body: { questions: [question] } })).status).toBe(
      200,
    );
    expect((await admin.call(updateQuiz, { params: { id: quizId }, body: { passingScore: 90 } })).status).toBe(200);
    expect((await admin.call(getQuiz, { params: { id: quizId } })).body).toMatchObject({
      pathId: id,
      pathName: 'Data dari nol',
      sectionId: null,
      courseId: null,
      courseName: null,
      courseType: null,
      sectionName: null,
      passingScore: 90,
    });
    expect((await endOf(id)).quiz).toMatchObject({ passingScore: 90, totalQuestions: 1 });
    const { body: list } = await admin.call(listQuizzes, { query: { search: 'data dari nol' } });
    expect(list.quizzes).toMatchObject([{ quizId, pathName: 'Data dari nol', courseName: null }]);
    expect((await admin.call(deleteQuiz, { params: { id: quizId } })).status).toBe(200);
    expect((await endOf(id)).kind).toBeNull();
  });

  it('takes a given name', async () => {
    const id = await aPath();
    await addQuiz(id, { name: 'Ujian akhir' });
    expect((await endOf(id)).quiz?.name).toBe('Ujian akhir');
  });

  it('is a project that can be changed in part, with If-Match', async () => {
    const id = await aPath();
    const { status, body } = await addProject(id);
    expect(status).toBe(201);
    const params = { id, finalProjectId: body.finalProjectId };
    expect((await admin.call(final.getPathProject, { params })).body).toMatchObject({
      ...project,
      finalProjectId: body.finalProjectId,
      pathId: id,
      version: 1,
    });
    const change = (ifMatch: string) =>
      admin.call(final.updatePathProject, { params, body: { passingScore: 60 } }, { ifMatch });
    expect((await change('"v1"')).body).toEqual({ finalProjectId: body.finalProjectId, version: 2 });
    expect((await change('"v1"')).status).toBe(412);
    expect((await endOf(id)).finalProject).toMatchObject({ description: project.description, passingScore: 60 });
    expect((await admin.call(final.deletePathProject, { params }, { ifMatch: '"v2"' })).status).toBe(200);
    expect((await endOf(id)).kind).toBeNull();
  });

  it('refuses a second one of either kind', async () => {
    const [withQuiz, withProject] = [await aPath(), await aPath()];
    await addQuiz(withQuiz);
    await addProject(withProject);
    for (const refused of [await addProject(withQuiz), await addQuiz(withQuiz)])
      expect(refused).toMatchObject({
        status: 409,
        body: { message: 'This learning path has a final quiz already; delete that first' },
      });
    expect(await addQuiz(withProject)).toMatchObject({
      status: 409,
      body: { message: 'This learning path has a final project already; delete that first' },
    });
  });

  it('is a single one after concurrent creates', async () => {
    const id = await aPath();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? addQuiz(id) : addProject(id))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
  });

  it('can be deleted, whichever it is; without one returns 404', async () => {
    for (const [add, kind] of [
      [addQuiz, 'QUIZ'],
      [addProject, 'PROJECT'],
    ] as const) {
      const id = await aPath();
      await add(id);
      const remove = () => admin.call(final.deletePathFinal, { params: { id } });
      expect(await remove()).toMatchObject({ status: 200, body: { kind } });
      expect((await endOf(id)).kind).toBeNull();
      expect((await remove()).status).toBe(404);
    }
  });

  it('is not found through another path, nor as the project of a course', async () => {
    const [id, other] = [await aPath(), await aPath()];
    const { finalProjectId } = (await addProject(id)).body;
    const params = { id: other, finalProjectId };
    expect((await admin.call(final.getPathProject, { params })).status).toBe(404);
    expect((await admin.call(final.updatePathProject, { params, body: project })).status).toBe(404);
    expect((await admin.call(final.deletePathProject, { params })).status).toBe(404);
    const asCourses = { params: { id: finalProjectId }, body: project };
    expect((await admin.call(updateFinalProject, asCourses)).status).toBe(404);
    expect((await endOf(id)).finalProject).toMatchObject({ ...project, version: 1 });
  });

  it('is deleted with its path', async () => {
    const id = await aPath();
    const { quizId } = (await addQuiz(id)).body;
    expect((await admin.call(learningPaths.remove, { params: { id } })).status).toBe(200);
    expect((await admin.call(getQuiz, { params: { id: quizId } })).status).toBe(404);
  });
});
