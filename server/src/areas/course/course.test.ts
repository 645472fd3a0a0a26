/** Tests listing and creating courses, and the list of shifts. */
import { afterAll, describe, expect, it } from 'vitest';
import * as course from '#contract/course/endpoints.ts';
import { CourseStatus } from '#contract/course/rules.ts';
import { type Type, courseApp, inDays } from './testing/course-app.ts';

const { test, instructor, create, detail, insert, addSection, ready, enrol, names } = await courseApp();
afterAll(() => test.close());

describe('the list of courses', () => {
  it('shows one type, newest first, and only this tenant’s', async () => {
    await create('Daftar Satu');
    await create('Daftar Dua');
    await create('Daftar Kilat', 'fast-track');
    expect(await names('flexy', { search: 'daftar' })).toEqual(['Daftar Dua', 'Daftar Satu']);
    expect(await names('fast-track', { search: 'daftar' })).toEqual(['Daftar Kilat']);
    const elsewhere = await (
      await test.as('admin', 'cyber')
    ).call(course.listCourses, { params: { type: 'flexy' }, query: {} });
    expect(elsewhere.body).toMatchObject({ totalItems: 0, page: 1, pageSize: 5, courses: [] });
  });

  it('filters by a part of the name, category and publication, with the total', async () => {
    const id = await ready('Saring 100%_SQL', 'flexy', { category: 'data', isPublished: true });
    await ready('Saring Desain', 'flexy', { category: 'design' });
    expect(await names('flexy', { search: '100%_sq' })).toEqual(['Saring 100%_SQL']);
    expect(await names('flexy', { search: 'saring', filter: 'design' })).toEqual(['Saring Desain']);
    expect(await names('flexy', { search: 'saring', isPublished: true })).toEqual(['Saring 100%_SQL']);
    expect(await names('flexy', { search: 'saring', isPublished: false })).toEqual(['Saring Desain']);
    const beyond = await instructor.call(course.listCourses, {
      params: { type: 'flexy' },
      query: { search: 'saring', page: 9, pageSize: 1 },
    });
    expect(beyond.body).toMatchObject({ totalItems: 2, page: 9, courses: [] });
    expect((await detail(id)).totalSections).toBe(1);
  });

  it('refuses an invalid type, category or page', async () => {
    const wrongType = await instructor.call(course.listCourses, { params: { type: 'slow' as Type }, query: {} });
    expect(wrongType).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'type', message: 'A type is flexy or fast-track' }] },
    });
    const wrong = await instructor.call(course.listCourses, {
      params: { type: 'flexy' },
      query: { filter: 'cooking' as 'data', isPublished: 'maybe' as 'true', pageSize: 0 },
    });
    expect(wrong.status).toBe(400);
    expect(wrong.problem.errors?.map(({ path }) => path)).toEqual(['pageSize', 'filter', 'isPublished']);
  });

  it('counts members and sections and shows the price after the active discount', async () => {
    const id = await ready('Hitung', 'fast-track', {
      category: 'cyber',
      shift: 'EVENING',
      startDate: inDays(1),
      endDate: inDays(9),
      isPublished: true,
    });
    await addSection(id, 2);
    for (const member of ['hitung1', 'hitung2']) await enrol(id, member);
    const discount = await insert(
      `insert into discount (tenant, name, value, discount_type, product_type, is_active) values ('coding', 'Promo', 25, 2, 'courses', true)`,
      [],
    );
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      discount,
      id,
    ]);
    const { body } = await instructor.call(course.listCourses, {
      params: { type: 'fast-track' },
      query: { search: 'hitung' },
    });
    expect(body.courses[0]).toMatchObject({
      id,
      totalMembers: 2,
      totalSections: 2,
      price: 200_000,
      finalPrice: 150_000,
      shift: 'EVENING',
      status: CourseStatus.TO_DO,
      startDate: inDays(1),
    });
  });
});

describe('creating', () => {
  it('creates an empty draft of its type with a unique slug', async () => {
    const [first, second] = [await create('Belajar C# Dasar', 'fast-track'), await create('Belajar C# Dasar')];
    expect(await detail(first)).toMatchObject({
      slug: 'belajar-c-sharp-dasar',
      type: 1,
      isPublished: false,
      status: CourseStatus.DRAFT,
      price: 0,
      finalPrice: 0,
      category: null,
      shift: null,
      learningOutcomes: [],
      instructors: [],
      sections: [],
      totalDuration: 0,
      passingScore: 70,
      version: 1,
      finalProject: null,
    });
    expect(await detail(second)).toMatchObject({ slug: 'belajar-c-sharp-dasar-2', type: 0 });
  });

  it('gives ten concurrent courses ten different slugs', { tags: ['system'] }, async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        instructor.call(course.createCourse, { params: { type: 'flexy' }, body: { name: 'Serempak' } }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBe(10);
    expect(new Set(await Promise.all(made.map(async ({ body }) => (await detail(body.courseId)).slug))).size).toBe(10);
  });

  it.each([
    ['flexy', undefined],
    ['flexy', {}],
    ['fast-track', undefined],
    ['fast-track', {}],
  ] as const)('of type %s with the body %j is created as a draft with a placeholder name', async (type, sent) => {
    const { status, body } = await instructor.call(course.createCourse, {
      params: { type },
      ...(sent && { body: sent }),
    });
    expect(status).toBe(201);
    expect(await detail(body.courseId)).toMatchObject({ name: 'Untitled course', isPublished: false });
  });

  it('refuses a name of spaces and a role without permission', async () => {
    const blank = await instructor.call(course.createCourse, { params: { type: 'flexy' }, body: { name: '     ' } });
    expect(blank).toMatchObject({
      status: 400,
      body: { message: 'Name: At least 3 characters', errors: [{ path: 'name', message: 'At least 3 characters' }] },
    });
    const service = await test.as('customer-service');
    expect(
      (await service.call(course.createCourse, { params: { type: 'flexy' }, body: { name: 'Bukan saya' } })).status,
    ).toBe(403);
  });
});

it('lists the shifts without the synthetic NONE', async () => {
  const { body } = await instructor.call(course.listShifts, {});
  expect(body.map(({ code }) => code)).toEqual(['MORNING', 'AFTERNOON', 'EVENING', 'WEEKEND']);
});
