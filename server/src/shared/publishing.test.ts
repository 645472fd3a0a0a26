/** Tests that published records keep what publishing requires. */
import type { Db } from '#platform/database/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { refuseIncompleteCourse, refuseIncompletePath } from './publishing.ts';

let test: TestApp;
let db: Db;
beforeAll(async () => {
  test = await testAppOf([]);
  db = test.database.tenant('coding');
});
afterAll(() => test.close());

let made = 0;
const insert = async (text: string, values: unknown[]) =>
  String((await test.sql(`${text} returning id`, values))[0]?.['id']);
/** Creates a publishable course with these numbers of lessons per section. */
const course = async (isPublished: boolean, ...sections: number[]) => {
  made += 1;
  const id = await insert(
    `insert into course (tenant, type, name, slug, thumbnail, category, is_published) values ('coding', 0, $1, $1, '/a.svg', 'data', $2)`,
    [`Kelas ${made}`, isPublished],
  );
  const ids: { id: string; lessons: string[] }[] = [];
  for (const [index, count] of sections.entries()) {
    const section = await insert(
      `insert into course_section (tenant, course_id, name, position) values ('coding', $1, 'Bab', $2)`,
      [id, index + 1],
    );
    const lessons: string[] = [];
    for (let n = 0; n < count; n += 1)
      lessons.push(
        await insert(`insert into lesson (tenant, section_id, name, type) values ('coding', $1, 'M', 'VIDEO')`, [
          section,
        ]),
      );
    ids.push({ id: section, lessons });
  }
  return { id, sections: ids };
};
/** Runs a change and the rule in one transaction, like a service; returns the error, or undefined. */
const refusal = (courseId: string, change: (tx: Db) => Promise<unknown>) =>
  db
    .transaction()
    .execute(async (tx) => {
      await change(tx);
      await refuseIncompleteCourse(tx, courseId);
    })
    .then(
      () => undefined,
      (error: { statusCode: number; message: string; extra: unknown }) => error,
    );
const removeLesson = (id: string) => (tx: Db) => tx.deleteFrom('lesson').where('id', '=', id).execute();
const removeSection = (id: string) => (tx: Db) => tx.deleteFrom('courseSection').where('id', '=', id).execute();

describe('a published course', () => {
  it('returns 409 for removing its last lesson', async () => {
    const { id, sections } = await course(true, 2, 0);
    const [one, two] = sections[0]!.lessons as [string, string];
    expect(await refusal(id, removeLesson(one))).toBeUndefined();
    expect(await refusal(id, removeLesson(two))).toMatchObject({
      statusCode: 409,
      message: 'This course is published; it would lack a lesson. Unpublish it first, or add another',
      extra: { errors: [{ path: 'lessons', message: 'Needs a lesson' }] },
    });
    expect(await test.sql('select 1 as there from lesson where id = $1', [two])).toEqual([{ there: 1 }]);
  });

  it('returns 409 for removing its last section, or the last with a lesson', async () => {
    const { id, sections } = await course(true, 1, 0);
    expect(await refusal(id, removeSection(sections[0]!.id))).toMatchObject({
      message: expect.stringContaining('it would lack a lesson'),
    });
    expect(await refusal(id, removeSection(sections[1]!.id))).toBeUndefined();
    expect(await refusal(id, removeSection(sections[0]!.id))).toMatchObject({
      message: expect.stringContaining('it would lack a section and a lesson'),
    });
  });

  it('may be incomplete within a transaction', async () => {
    const { id, sections } = await course(true, 1);
    const section = sections[0]!.id;
    expect(
      await refusal(id, async (tx) => {
        await removeLesson(sections[0]!.lessons[0]!)(tx);
        await tx.insertInto('lesson').values({ sectionId: section, name: 'Baru', type: 'VIDEO' }).execute();
      }),
    ).toBeUndefined();
  });

  it('can be deleted', async () => {
    const { id } = await course(true, 1);
    expect(await refusal(id, (tx) => tx.deleteFrom('course').where('id', '=', id).execute())).toBeUndefined();
  });
});

it('a draft may lose everything', async () => {
  const { id, sections } = await course(false, 1);
  expect(await refusal(id, removeSection(sections[0]!.id))).toBeUndefined();
});

describe('the triggers, if a service omits the check', () => {
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
    );
  const refused = {
    code: 'HT409',
    message: 'This course is published; it would lack a lesson. Unpublish it first, or add another',
  };

  it('protect the last lesson and section, also from a move to another course', async () => {
    const [{ sections }, { sections: others }] = [await course(true, 1), await course(false, 0)];
    const [lesson] = sections[0]!.lessons;
    expect(await failure(removeLesson(lesson!)(db))).toEqual(refused);
    expect(await failure(removeSection(sections[0]!.id)(db))).toEqual(refused);
    const move = db.updateTable('lesson').set({ sectionId: others[0]!.id }).where('id', '=', lesson!);
    expect(await failure(move.execute())).toEqual(refused);
  });

  it('protect the last course of a published learning path', async () => {
    const { id } = await course(false);
    const path = await insert(
      `insert into learning_path (tenant, name, slug, is_published) values ('coding', 'Jalur', 'jalur', true)`,
      [],
    );
    await db.insertInto('learningPathCourse').values({ pathId: path, courseId: id, position: 1 }).execute();
    const remove = () => db.deleteFrom('learningPathCourse').where('pathId', '=', path).execute();
    expect(await failure(remove())).toMatchObject({ code: 'HT409' });
    await db.updateTable('learningPath').set({ isPublished: false }).where('id', '=', path).execute();
    expect(await failure(remove())).toBeUndefined();
    await db.updateTable('learningPath').set({ isPublished: true }).where('id', '=', path).execute();
    await expect(refuseIncompletePath(db, path)).rejects.toMatchObject({ statusCode: 409 });
  });
});
