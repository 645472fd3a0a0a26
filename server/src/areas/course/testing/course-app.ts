/** Test app of courses with its own database, and helpers for test data. */
import { expect } from 'vitest';
import * as course from '#contract/course/endpoints.ts';
import { dayMs, jakartaDay } from '#contract/kernel/days.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { courseRoutes } from '../routes.ts';

export type Type = 'flexy' | 'fast-track';

export const inDays = (days: number) => jakartaDay(new Date(Date.now() + days * dayMs));

export async function courseApp() {
  const test = await testAppOf([courseRoutes]);
  const instructor = await test.as('instructor');

  const create = async (name: string, type: Type = 'flexy') => {
    const { body, status } = await instructor.call(course.createCourse, { params: { type }, body: { name } });
    expect(status).toBe(201);
    return body.courseId;
  };
  const detail = async (id: string) => (await instructor.call(course.getCourse, { params: { id } })).body;
  const put = (id: string, body: { type: 0 | 1; [field: string]: unknown }, ifMatch?: string) =>
    instructor.call(course.updateCourse, { params: { id }, body }, ifMatch === undefined ? {} : { ifMatch });
  const insert = async (text: string, values: unknown[]) =>
    String((await test.sql(`${text} returning id`, values))[0]?.['id']);
  const addSection = (id: string, position = 1) =>
    insert(
      `insert into course_section (tenant, course_id, name, position, start_at, end_at, gmeet_url)
      values ('coding', $1, 'Bagian ' || $2::int, $2::int, now(), now() + interval '1 hour', 'https://meet.example.com/x')`,
      [id, position],
    );
  const addLesson = (sectionId: string, position = 1, duration = 20) =>
    insert(
      `insert into lesson (tenant, section_id, name, type, content, duration, start_at, lock_rule)
      values ('coding', $1, 'Materi ' || $2::int, 'VIDEO', 'Isi', $3, now(), 'PREV_QUIZ')`,
      [sectionId, position, duration],
    );
  /** Creates a course that can be published. */
  const ready = async (name: string, type: Type = 'flexy', extra: Record<string, unknown> = {}) => {
    const id = await create(name, type);
    await addLesson(await addSection(id));
    const saved = await put(id, {
      thumbnail: '/demo/a.svg',
      category: 'programming',
      price: 200_000,
      ...extra,
      type: type === 'flexy' ? 0 : 1,
    });
    expect(saved.status).toBe(200);
    return id;
  };
  /** Creates a member with the course. */
  const enrol = (id: string, member: string) =>
    test.sql(
      `with member as (
        insert into "user" (tenant, email, name, password_hash, role)
        values ('coding', $2 || '@example.com', 'Peserta ' || $2, 'none', 'member') returning id)
      insert into course_user (tenant, course_id, user_id) select 'coding', $1, id from member`,
      [id, member],
    );
  const names = async (type: Type, query: object = {}) =>
    (
      await instructor.call(course.listCourses, { params: { type }, query: { pageSize: 100, ...query } })
    ).body.courses.map((row) => row.name);

  return { test, instructor, create, detail, put, insert, addSection, addLesson, ready, enrol, names };
}
