/** Tests what a copy of a course contains, and what is deleted with a course. */
import { afterAll, describe, expect, it } from 'vitest';
import * as course from '#contract/course/endpoints.ts';
import { CourseStatus } from '#contract/course/rules.ts';
import { copiedColumns } from './copying.ts';
import { courseApp, inDays } from './testing/course-app.ts';

const { test, instructor, create, detail, insert, addSection, addLesson, ready, enrol } = await courseApp();
afterAll(() => test.close());

describe('duplicating', () => {
  it('copies the content as a draft, without users, dates, links and the original’s audit rows', async () => {
    const id = await ready('Asli', 'fast-track', {
      shift: 'EVENING',
      startDate: inDays(1),
      endDate: inDays(2),
      meetingUrl: 'https://meet.example.com/1',
      whatsappGroupUrl: 'https://chat.example.com/1',
      learningOutcomes: ['Satu'],
      instructors: [{ name: 'Intan' }],
      isPublished: true,
    });
    await addLesson(await addSection(id, 2), 1, 25);
    await enrol(id, 'asli');
    const { status, body } = await instructor.call(course.duplicateCourse, { params: { id } });
    expect(status).toBe(200);
    const [original, copy] = [await detail(id), await detail(body.courseId)];
    const created = await test.sql(
      `select after ->> 'copied_from' as original from audit where table_name = 'course' and record_id = $1 and action = 'create'`,
      [body.courseId],
    );
    expect(created).toEqual([{ original: 'Asli' }]);
    expect(copy).toMatchObject({
      name: 'Asli (copy)',
      slug: 'asli-copy',
      type: 1,
      isPublished: false,
      status: CourseStatus.DRAFT,
      price: 200_000,
      category: 'programming',
      shift: 'EVENING',
      learningOutcomes: ['Satu'],
      instructors: original.instructors,
      totalMembers: 0,
      totalDuration: 45,
      startDate: null,
      endDate: null,
      meetingUrl: null,
      whatsappGroupUrl: null,
      sections: [
        {
          name: 'Bagian 1',
          priority: 1,
          startAt: null,
          endAt: null,
          gmeetUrl: null,
          items: [{ kind: 'lesson', name: 'Materi 1', duration: 20 }],
        },
        { name: 'Bagian 2', priority: 2, items: [{ name: 'Materi 1', duration: 25 }] },
      ],
    });
    expect(
      await test.sql('select start_at, content, lock_rule from lesson where section_id = $1', [
        copy.sections[0]?.sectionId,
      ]),
    ).toEqual([{ start_at: null, content: 'Isi', lock_rule: 'PREV_QUIZ' }]);
    expect(original).toMatchObject({ name: 'Asli', totalMembers: 1, isPublished: true });
    const again = await instructor.call(course.duplicateCourse, { params: { id } });
    expect((await detail(again.body.courseId)).slug).toBe('asli-copy-2');
  });

  it('is done once when the same request is repeated', async () => {
    const id = await create('Sekali Saja');
    const copy = () =>
      instructor.call(course.duplicateCourse, { params: { id } }, { headers: { 'idempotency-key': 'salin-1' } });
    expect((await copy()).body).toEqual((await copy()).body);
    expect(await test.sql(`select count(*)::int as n from course where name = 'Sekali Saja (copy)'`)).toEqual([
      { n: 1 },
    ]);
  });

  it('returns 404 for a course of another tenant', async () => {
    const id = await create('Milik Kami');
    expect((await (await test.as('admin', 'cyber')).call(course.duplicateCourse, { params: { id } })).status).toBe(404);
  });
});

describe('deleting', () => {
  it('deletes the curriculum and the links of discounts', async () => {
    const id = await ready('Hapus');
    const discount = await insert(
      `insert into discount (tenant, name, value, discount_type, product_type) values ('coding', 'Lepas', 5, 2, 'courses')`,
      [],
    );
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      discount,
      id,
    ]);
    const { version } = await detail(id);
    expect(
      (await instructor.call(course.deleteCourse, { params: { id } }, { ifMatch: `"v${version - 1}"` })).status,
    ).toBe(412);
    expect((await instructor.call(course.deleteCourse, { params: { id } }, { ifMatch: `"v${version}"` })).body).toEqual(
      { courseId: id },
    );
    expect((await instructor.call(course.getCourse, { params: { id } })).status).toBe(404);
    expect(await test.sql('select 1 from course_section where course_id = $1', [id])).toEqual([]);
  });

  it('is refused while users are assigned, with their number', async () => {
    const id = await create('Masih Dipakai');
    await enrol(id, 'pakai1');
    expect(await instructor.call(course.deleteCourse, { params: { id } })).toMatchObject({
      status: 409,
      body: { message: '1 user is assigned to this course; unassign them first' },
    });
    await enrol(id, 'pakai2');
    expect(await instructor.call(course.deleteCourse, { params: { id } })).toMatchObject({
      status: 409,
      body: { message: '2 users are assigned to this course; unassign them first' },
    });
    expect(await detail(id)).toMatchObject({
      totalMembers: 2,
      removalConflict: '2 users are assigned to this course; unassign them first',
    });
  });

  it('is refused while a learning path contains it, with the path’s name', async () => {
    const id = await create('Di Jalur');
    expect((await detail(id)).removalConflict).toBeNull();
    const path = await insert(
      `insert into learning_path (tenant, name, slug) values ('coding', 'Jalur Web', 'jalur-web')`,
      [],
    );
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      [path, id],
    );
    const message = 'The learning path "Jalur Web" holds this course; unassign it there first';
    expect((await detail(id)).removalConflict).toBe(message);
    expect(await instructor.call(course.deleteCourse, { params: { id } })).toMatchObject({
      status: 409,
      body: { message },
    });
  });
});

it.each<[keyof typeof copiedColumns, string[]]>([
  // Columns that are not copied: keys, dates and meetings.
  ['lesson', ['tenant', 'id', 'section_id', 'start_at', 'end_at', 'meeting_url', 'version', 'updated_at', 'search']],
  ['quiz', ['tenant', 'id', 'section_id', 'path_id', 'version', 'updated_at', 'search']],
  ['question', ['tenant', 'id', 'quiz_id', 'version', 'updated_at']],
])('a copy of a %s has every column except for its own ones', async (table, own) => {
  const columns = await test.sql('select column_name as name from information_schema.columns where table_name = $1', [
    table,
  ]);
  expect([...copiedColumns[table], ...own].toSorted()).toEqual(columns.map(({ name }) => String(name)).toSorted());
});
