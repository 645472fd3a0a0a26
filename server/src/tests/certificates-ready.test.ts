/** Tests the stored number of members who are ready for a certificate: in the demo, and after changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCertificateMembers } from '#contract/certificate/endpoints.ts';
import { saveAttendance } from '#contract/course/attendance/endpoints.ts';
import { getToday } from '#contract/home/endpoints.ts';
import { tenants } from '#contract/kernel/endpoint.ts';
import { reviewSubmission } from '#contract/submission/endpoints.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { countReady } from '#shared/certificates-ready.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { fillDemo } from '../demo/fill.ts';
import { testApp } from './app.ts';

const now = new Date('2026-11-21T03:00:00Z');

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

const storedIn = async (course: string) =>
  (await test.sql('select ready from certificate_ready where course_id = $1', [course])).map(({ ready }) => ready);
const count = (course?: string) => countReady(test.database.tenant('coding'), course);
/** Courses whose new count was requested since the last call. */
const requested = async () =>
  (await test.sql(`delete from outbox where job = 'count-ready' returning ids`)).map(
    ({ ids }) => (ids as { courseId: string }).courseId,
  );

describe('the count of a course', () => {
  it('counts members who meet the rules and have no certificate, whatever the rule', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const lesson = await make.lesson('Satu');
    const quiz = await make.quiz('Kuis');
    const held = [await make.lesson('Kelas 1', 'LIVE_CLASS'), await make.lesson('Kelas 2', 'LIVE_CLASS')];
    await make.project(70);
    const member = async (name: string, { lessons = 1, score = 80, came = 2, project = 90 } = {}) => {
      const id = await make.member(name);
      if (lessons) await make.complete(id, lesson);
      await make.attempt(id, quiz, score);
      for (const [index, one] of held.entries()) await make.mark(id, one, index < came ? 'PRESENT' : 'SICK');
      if (project) await make.handIn(id, project);
      return id;
    };
    await member('Siap');
    const done = await member('Sudah');
    await member('Tanpa Materi', { lessons: 0 });
    await member('Kuis Gagal', { score: 60 });
    await member('Bolos', { came: 1 });
    await member('Tanpa Proyek', { project: 0 });
    await member('Проект');
    expect(await storedIn(course)).toEqual([0]);
    await count(course);
    expect(await storedIn(course)).toEqual([2]);
    await test.sql(
      `insert into certificate (tenant, code, course_id, user_id, name, course_name) values ('coding', 'ABCDEFGHJK', $1, $2, 'Sudah', 'Kelas')`,
      [course, done],
    );
    await count();
    expect(await storedIn(course)).toEqual([1]);
  });

  it('counts who attended a course that has only classes', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const held = await make.lesson('Kelas', 'LIVE_CLASS');
    await make.mark(await make.member('Hadir'), held, 'PRESENT');
    await make.mark(await make.member('Absen'), held, 'ABSENT');
    await count();
    expect(await storedIn(course)).toEqual([1]);
  });

  it('is stored only while the course has certificates', async () => {
    const { course } = await taughtCourse(test.sql);
    await test.sql('update course set has_certificate = false where id = $1', [course]);
    expect(await storedIn(course)).toEqual([]);
    await test.sql('update course set has_certificate = true where id = $1', [course]);
    expect(await storedIn(course)).toEqual([0]);
  });

  it('is requested again when attendance is saved and a final project is reviewed', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const lessonId = await make.lesson('Kelas', 'LIVE_CLASS');
    const userId = await make.member('Adi');
    await make.project(70);
    await make.handIn(userId, null);
    const admin = await test.as('admin');
    await requested();
    const attendances = [{ userId, status: 'PRESENT' as const, note: '' }];
    await admin.call(saveAttendance, { params: { id: course, lessonId }, body: { attendances } });
    expect(await requested()).toEqual([course]);
    const [submission] = await test.sql('select id from project_submission where course_id = $1', [course]);
    await admin.call(reviewSubmission, { params: { id: String(submission!['id']) }, body: { reviewScore: 80 } });
    expect(await requested()).toEqual([course]);
  });
});

describe('in the demo', () => {
  let demo: TestApp;
  beforeAll(async () => {
    demo = await testApp();
    await fillDemo(demo.ownerUrl, now);
  });
  afterAll(() => demo.close());

  it.each(tenants)('equals the rules for every course of %s, and finished cohorts have some', async (tenant) => {
    const stored = await demo.sql('select course_id, ready from certificate_ready where tenant = $1', [tenant]);
    const admin = await demo.as('admin', tenant);
    const byRules = [];
    for (const { course_id: id } of stored) {
      const { body } = await admin.call(listCertificateMembers, { params: { id: String(id) }, query: { pageSize: 1 } });
      byRules.push({ course_id: id, ready: body.ready });
    }
    expect(stored).toEqual(byRules);
    expect(stored.length).toBeGreaterThan(10);
    const { items } = (await admin.call(getToday, { query: { kind: 'certificates-ready' } })).body;
    expect(items).not.toEqual([]);
  });
});
