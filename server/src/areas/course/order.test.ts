/** Tests that reordering sections and items is applied completely or not at all. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as course from '#contract/course/endpoints.ts';
import { reorderSectionItems, reorderSections } from '#contract/course/section/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { courseRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([courseRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

const insert = async (text: string, values: unknown[]) =>
  String((await test.sql(`${text} returning id`, values))[0]?.['id']);
const addSection = (id: string, position: number) =>
  insert(
    `insert into course_section (tenant, course_id, name, position) values ('coding', $1, 'Bagian ' || $2::int, $2::int)`,
    [id, position],
  );
const addLesson = (section: string, name = 'Materi') =>
  insert(`insert into lesson (tenant, section_id, name, type) values ('coding', $1, $2, 'VIDEO')`, [section, name]);
const addQuiz = (section: string, kind: 'quiz' | 'survey') =>
  insert(`insert into quiz (tenant, section_id, type, name) values ('coding', $1, upper($2), 'Kuis')`, [section, kind]);
const aCourse = async () => {
  const { body } = await instructor.call(course.createCourse, { params: { type: 'flexy' }, body: { name: 'Urutan' } });
  return body.courseId;
};
const courseOf = async (sections: number) => {
  const id = await aCourse();
  const ids: string[] = [];
  for (let n = 1; n <= sections; n += 1) ids.push(await addSection(id, n));
  return { id, sections: ids };
};
const sectionOf = async (lessons: number) => {
  const {
    id,
    sections: [section],
  } = await courseOf(1);
  const items: { kind: 'lesson' | 'quiz' | 'survey'; id: string }[] = [];
  for (let n = 0; n < lessons; n += 1) items.push({ kind: 'lesson', id: await addLesson(section!, `Materi ${n}`) });
  return { id, section: section!, items };
};
const detail = async (id: string) => (await instructor.call(course.getCourse, { params: { id } })).body;
const putSections = (id: string, body: string[], ifMatch?: string) =>
  instructor.call(reorderSections, { params: { id }, body }, ifMatch === undefined ? {} : { ifMatch });
const putItems = (id: string, body: { kind: 'lesson' | 'quiz' | 'survey'; id: string }[], ifMatch?: string) =>
  instructor.call(reorderSectionItems, { params: { id }, body }, ifMatch === undefined ? {} : { ifMatch });
const placesOf = async (section: string) =>
  test.sql('select kind, item_id as id, position from section_item where section_id = $1 order by position', [section]);

describe('the sections of a course', () => {
  it('take the order of a complete list, which the course returns', async () => {
    const {
      id,
      sections: [a, b, c],
    } = await courseOf(3);
    const answer = await putSections(id, [c!, b!, a!], '"v1"');
    expect([answer.status, answer.body, answer.headers['etag']]).toEqual([200, { id, version: 2 }, '"v2"']);
    const { sections, version } = await detail(id);
    expect(sections.map(({ sectionId, priority }) => [sectionId, priority])).toEqual([
      [c, 1],
      [b, 2],
      [a, 3],
    ]);
    expect(version).toBe(2);
  });

  it.each([
    ['one missing', (own: string[]) => own.slice(1), 'The list must be complete: 1 missing'],
    ['one twice', (own: string[]) => [...own, own[0]!], 'The list must be complete: 1 twice'],
    [
      'another course’s',
      (own: string[], other: string) => [...own, other],
      'The list must be complete: 1 not from here',
    ],
  ])('refuse a list with %s', async (_, listOf, message) => {
    const [{ id, sections }, { sections: others }] = [await courseOf(2), await courseOf(1)];
    expect(await putSections(id, listOf(sections, others[0]!))).toMatchObject({ status: 400, body: { message } });
    expect((await detail(id)).sections.map(({ sectionId }) => sectionId)).toEqual(sections);
  });

  it('are reordered only with the current version; the refusal names who reordered them', async () => {
    const {
      id,
      sections: [a, b],
    } = await courseOf(2);
    const answers = await Promise.all([putSections(id, [b!, a!], '"v1"'), putSections(id, [b!, a!], '"v1"')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(answers.find(({ status }) => status === 412)?.body).toMatchObject({
      conflict: { by: 'Tester instructor', version: 2 },
    });
  });

  it('lose and duplicate nothing under twenty concurrent orders', { tags: ['system'] }, async () => {
    const { id, sections } = await courseOf(5);
    const turned = (n: number) => [...sections.slice(n % 5), ...sections.slice(0, n % 5)];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => putSections(id, turned(n))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const found = (await detail(id)).sections.map(({ sectionId }) => sectionId);
    expect([0, 1, 2, 3, 4].map((n) => turned(n).join())).toContain(found.join());
    const rows = await test.sql('select position from course_section where course_id = $1 order by 1', [id]);
    expect(new Set(rows.map((row) => row['position'])).size).toBe(5);
  });

  it('return 404 in another brand and without a course', async () => {
    const { id, sections } = await courseOf(1);
    const stranger = await test.as('instructor', 'cyber');
    expect((await stranger.call(reorderSections, { params: { id }, body: sections })).status).toBe(404);
    expect((await putSections(sections[0]!, sections)).status).toBe(404);
  });
});

describe('the items of a section', () => {
  it('are added at the end, in one order for all kinds', async () => {
    const { section, items } = await sectionOf(2);
    const quiz = { kind: 'quiz' as const, id: await addQuiz(section, 'quiz') };
    const survey = { kind: 'survey' as const, id: await addQuiz(section, 'survey') };
    const [a, b] = items;
    const reordered = [survey, b!, quiz, a!];
    expect(await putItems(section, reordered, '"v1"')).toMatchObject({
      status: 200,
      body: { id: section, version: 2 },
    });
    expect(await placesOf(section)).toMatchObject(reordered);
    const last = await addLesson(section);
    expect((await placesOf(section)).at(-1)).toMatchObject({ kind: 'lesson', id: last });
  });

  it('are numbered from 1 by the course, whatever gaps exist', async () => {
    const {
      id,
      section,
      items: [a, b, c],
    } = await sectionOf(3);
    expect((await putItems(section, [c!, a!, b!])).status).toBe(200);
    await test.sql('delete from lesson where id = $1', [c!.id]);
    const [sectionDetail] = (await detail(id)).sections;
    expect(sectionDetail?.items.map((item) => [item.kind, item.id, item.priority])).toEqual([
      ['lesson', a!.id, 1],
      ['lesson', b!.id, 2],
    ]);
  });

  it('leave their position when moved, and are added at the end of the new section', async () => {
    const { section, items } = await sectionOf(2);
    const { section: other, items: others } = await sectionOf(1);
    await test.sql('update lesson set section_id = $1 where id = $2', [other, items[0]!.id]);
    expect((await placesOf(section)).map(({ id }) => id)).toEqual([items[1]!.id]);
    expect((await placesOf(other)).map(({ id }) => id)).toEqual([others[0]!.id, items[0]!.id]);
    await test.sql('delete from course_section where id = $1', [other]);
    expect(await placesOf(other)).toEqual([]);
  });

  it('have unique positions under concurrency', { tags: ['system'] }, async () => {
    const { section } = await sectionOf(0);
    await Promise.all(Array.from({ length: 12 }, (_, n) => addLesson(section, `Serempak ${n}`)));
    expect((await placesOf(section)).map(({ position }) => position)).toEqual(
      Array.from({ length: 12 }, (_, n) => (n + 1) * 1024),
    );
  });

  it('refuse every incomplete list', async () => {
    const { section, items } = await sectionOf(2);
    const [a, b] = items as [(typeof items)[0], (typeof items)[0]];
    for (const list of [[a], [a, b, a], [a, { ...b, kind: 'quiz' as const }]])
      expect((await putItems(section, list)).status).toBe(400);
    expect((await placesOf(section)).map(({ id }) => id)).toEqual([a.id, b.id]);
  });

  it('lose and duplicate nothing when reorders and additions are concurrent', { tags: ['system'] }, async () => {
    const { section, items } = await sectionOf(4);
    const turned = (n: number) => [...items.slice(n % 4), ...items.slice(0, n % 4)];
    const orders = () => Array.from({ length: 8 }, (_, n) => putItems(section, turned(n)));
    expect((await Promise.all(orders())).map(({ status }) => status)).toEqual(Array(8).fill(200));
    const newcomers = Array.from({ length: 4 }, (_, n) => addLesson(section, `Susulan ${n}`));
    const answers = await Promise.all(orders());
    await Promise.all(newcomers);
    // A list that is no longer complete is refused, not repaired.
    expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    const places = await placesOf(section);
    expect(new Set(places.map(({ position }) => position)).size).toBe(8);
    const lessons = await test.sql('select id from lesson where section_id = $1', [section]);
    expect(places.map(({ id }) => id).toSorted()).toEqual(lessons.map(({ id }) => id).toSorted());
  });

  it('are copied in their order', async () => {
    const {
      id,
      section,
      items: [a, b, c],
    } = await sectionOf(3);
    expect((await putItems(section, [b!, c!, a!])).status).toBe(200);
    const { body } = await instructor.call(course.duplicateCourse, { params: { id } });
    const names = async (of: string) => (await detail(of)).sections.map(({ items }) => items.map(({ name }) => name));
    expect(await names(body.courseId)).toEqual([['Materi 1', 'Materi 2', 'Materi 0']]);
  });
});
