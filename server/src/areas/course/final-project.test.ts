/** Tests creating, changing and deleting a course's final project, of which it has at most one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCourse } from '#contract/course/endpoints.ts';
import * as project from '#contract/course/final.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { courseRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([courseRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

const aCourse = () => addRecord(test.sql, 'course', 'coding');
const create = (courseId: string, extra: object = {}, caller = instructor) =>
  caller.call(project.createFinalProject, { body: { courseId, description: 'Buat toko daring', ...extra } });
const projectOf = async (id: string) => (await instructor.call(getCourse, { params: { id } })).body.finalProject;

describe('a final project', () => {
  it('is created once for a course, and is part of the course’s reply', async () => {
    const courseId = await aCourse();
    expect(await projectOf(courseId)).toBeNull();
    const { status, body } = await create(courseId);
    expect(status).toBe(201);
    expect(await projectOf(courseId)).toMatchObject({
      id: body.id,
      courseId,
      description: 'Buat toko daring',
      passingScore: 70,
    });
    expect(await create(courseId)).toMatchObject({
      status: 409,
      body: { message: 'This course has a final project already' },
    });
  });

  it('is a single one after concurrent creates', async () => {
    const courseId = await aCourse();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(courseId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('keeps fields that a change omits', async () => {
    const courseId = await aCourse();
    const { id } = (await create(courseId, { passingScore: 85 })).body;
    const change = (body: object) => instructor.call(project.updateFinalProject, { params: { id }, body });
    expect(await change({ description: 'Buat blog' })).toMatchObject({ status: 200, body: { id, version: 2 } });
    expect(await projectOf(courseId)).toMatchObject({ description: 'Buat blog', passingScore: 85, version: 2 });
    expect((await change({})).body).toEqual({ id, version: 2 });
    for (const [body, path] of [
      [{ description: '  ' }, 'description'],
      [{ passingScore: 101 }, 'passingScore'],
    ] as const)
      expect(await change(body)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('is changed and deleted only with the current version, in its own brand', async () => {
    const courseId = await aCourse();
    const { id } = (await create(courseId)).body;
    await instructor.call(project.updateFinalProject, { params: { id }, body: { passingScore: 50 } });
    const stale = { ifMatch: '"v1"' };
    const late = await instructor.call(
      project.updateFinalProject,
      { params: { id }, body: { passingScore: 60 } },
      stale,
    );
    expect(late).toMatchObject({ status: 412, body: { conflict: { by: 'Tester instructor', version: 2 } } });
    expect((await instructor.call(project.deleteFinalProject, { params: { id } }, stale)).status).toBe(412);
    const stranger = await test.as('instructor', 'cyber');
    expect((await stranger.call(project.deleteFinalProject, { params: { id } })).status).toBe(404);
    expect((await create(courseId, {}, stranger)).status).toBe(400);
    expect((await instructor.call(project.deleteFinalProject, { params: { id } })).status).toBe(200);
    expect(await projectOf(courseId)).toBeNull();
  });

  it('has the specification’s messages', () =>
    expect([project.createFinalProject.messages, project.updateFinalProject.messages]).toEqual([
      { ok: 'Successfully Created Final Project', fail: 'Fail to Create Final Project' },
      { ok: 'Update Final Project Success', fail: 'Fail to Update Final Project' },
    ]));
});
