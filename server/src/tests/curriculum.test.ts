/** Tests that deleting a section never deletes items just added or a held class, and what raises its version. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveAttendance } from '#contract/course/attendance/endpoints.ts';
import { createLesson, deleteLesson } from '#contract/course/lesson/endpoints.ts';
import { createQuiz, deleteQuiz } from '#contract/course/quiz/endpoints.ts';
import { copyParts, deleteParts, deleteSection, getSection, moveItems } from '#contract/course/section/endpoints.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';

let test: TestApp;
let instructor: TestCaller;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  instructor = await test.as('instructor');
  admin = await test.as('admin');
});
afterAll(() => test.close());

/** Two sections with two live classes each. */
async function aCourse() {
  const id = await addRecord(test.sql, 'course', 'coding');
  const sections: string[] = [];
  const lessons: string[][] = [];
  for (const position of [1024, 2048]) {
    const section = await addRecord(test.sql, 'section', 'coding', { course_id: id, position });
    const liveClass = { section_id: section, type: 'LIVE_CLASS', start_at: '2026-01-01T05:00:00Z', end_at: null };
    sections.push(section);
    lessons.push([
      await addRecord(test.sql, 'lesson', 'coding', liveClass),
      await addRecord(test.sql, 'lesson', 'coding', liveClass),
    ]);
  }
  return { id, one: sections[0]!, other: sections[1]!, lessons: lessons as [[string, string], [string, string]] };
}
type Course = Awaited<ReturnType<typeof aCourse>>;

const versionOf = async (id: string, sectionId: string) =>
  (await instructor.call(getSection, { params: { id, sectionId } })).body.version;
const asLesson = (id: string) => ({ kind: 'lesson' as const, id });
const move = ({ id }: Course, lesson: string, sectionId: string) =>
  instructor.call(moveItems, {
    params: { id },
    body: { moves: [{ items: [asLesson(lesson)], sectionId, before: null }] },
  });

describe('a section gets another version', () => {
  it.each<[string, (course: Course) => Promise<{ status: number }>]>([
    ['a lesson is added', ({ one }) => instructor.call(createLesson, { body: { sectionId: one, name: 'Baru' } })],
    [
      'a quiz is added',
      ({ one }) => instructor.call(createQuiz, { query: { type: 'QUIZ' }, body: { sectionId: one, name: 'Baru' } }),
    ],
    [
      'something is copied into it',
      ({ id, one, lessons }) =>
        instructor.call(copyParts, {
          params: { id },
          body: { items: { items: [asLesson(lessons[1][0])], sectionId: one, before: null } },
        }),
    ],
    ['something is moved into it', (course) => move(course, course.lessons[1][0], course.one)],
    ['something is moved out of it', (course) => move(course, course.lessons[0][0], course.other)],
    ['a lesson is deleted from it', ({ lessons }) => instructor.call(deleteLesson, { params: { id: lessons[0][0] } })],
    [
      'several are deleted from it',
      ({ id, lessons }) => instructor.call(deleteParts, { params: { id }, body: { items: lessons[0].map(asLesson) } }),
    ],
  ])('when %s; a user with the old version cannot delete it', async (_, change) => {
    const course = await aCourse();
    const { id, one } = course;
    const ifMatch = await versionOf(id, one);
    expect((await change(course)).status).toBeLessThan(300);
    expect(
      (await instructor.call(deleteSection, { params: { id, sectionId: one } }, { ifMatch: `"${ifMatch}"` })).status,
    ).toBe(412);
    expect(await versionOf(id, one)).toBeGreaterThan(ifMatch);
  });

  it('when a quiz is deleted from it', async () => {
    const { id, one } = await aCourse();
    const quiz = await addRecord(test.sql, 'quiz', 'coding', { section_id: one, type: 'QUIZ' });
    const before = await versionOf(id, one);
    await instructor.call(deleteQuiz, { params: { id: quiz } });
    expect(await versionOf(id, one)).toBeGreaterThan(before);
  });

  it('but not when an item moves within it', async () => {
    const course = await aCourse();
    const before = await versionOf(course.id, course.one);
    expect((await move(course, course.lessons[0][0], course.one)).body).toEqual({ changed: 1 });
    expect(await versionOf(course.id, course.one)).toBe(before);
  });
});

describe('a held class', () => {
  async function held() {
    const course = await aCourse();
    const userId = await addUser(test.sql, 'coding', { name: 'Adi' });
    await test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [
      course.id,
      userId,
    ]);
    const lessonId = course.lessons[0][0];
    const marking = {
      params: { id: course.id, lessonId },
      body: { attendances: [{ userId, status: 'PRESENT' as const }] },
    };
    expect((await instructor.call(saveAttendance, marking)).status).toBe(200);
    return {
      ...course,
      lessonId,
      marked: () => test.sql('select status from attendance where user_id = $1', [userId]),
    };
  }

  it('is not deleted by anybody: alone, with others, or with its section', async () => {
    const { id, one, lessonId, lessons, marked } = await held();
    const items = [asLesson(lessonId), asLesson(lessons[1][1])];
    for (const caller of [instructor, admin]) {
      for (const answer of [
        await caller.call(deleteLesson, { params: { id: lessonId } }),
        await caller.call(deleteSection, { params: { id, sectionId: one } }),
        await caller.call(deleteParts, { params: { id }, body: { items } }),
      ])
        expect(answer).toMatchObject({
          status: 409,
          body: { message: expect.stringMatching(/its attendance was taken: what is saved stays/i) },
        });
    }
    expect(await marked()).toEqual([{ status: 'PRESENT' }]);
    expect(await test.sql('select 1 from lesson where id = $1', [lessons[1][1]])).toHaveLength(1);
  });

  it('does not prevent deleting other items of its section', async () => {
    const { id, other, lessons } = await held();
    expect((await instructor.call(deleteLesson, { params: { id: lessons[0][1] } })).status).toBe(200);
    expect((await instructor.call(deleteSection, { params: { id, sectionId: other } })).status).toBe(200);
  });
});

it('deleting a section and one of its lessons at once locks in one order', async () => {
  // Each connection updates its count a second late.
  const deadlocks = async () => {
    await sleep(1_500);
    return (await test.sql('select deadlocks from pg_stat_database where datname = current_database()'))[0]?.[
      'deadlocks'
    ];
  };
  const before = await deadlocks();
  for (let turn = 0; turn < 12; turn++) {
    const { id, one, lessons } = await aCourse();
    const answers = await Promise.all([
      instructor.call(deleteSection, { params: { id, sectionId: one } }),
      instructor.call(deleteLesson, { params: { id: lessons[0][0] } }),
    ]);
    expect(answers[0].status).toBe(200);
    expect([200, 404]).toContain(answers[1].status);
  }
  expect(await deadlocks()).toBe(before);
});
