/** Tests the progress in a course: of one member, when content opens to them, and of all members per item. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCourse } from '#contract/course/endpoints.ts';
import { getCourseProgress, getProgress } from '#contract/course/progress.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { courseRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([courseRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

const ask = (id: string, userId: string, caller = instructor) => caller.call(getProgress, { params: { id, userId } });
const progressOf = async (id: string, userId: string) => (await ask(id, userId)).body;

/** Creates a learning path with the course and assigns it to the member at the given time. */
async function byPath(course: string, member: string, name: string, interval: number | null, since: string) {
  const [row] = await test.sql(
    `insert into learning_path (tenant, name, slug, price, is_drip_content, drip_interval)
      values ('coding', $1, $1 || new_id(), 0, $2::int is not null, $2) returning id`,
    [name, interval],
  );
  const id = String(row?.['id']);
  await test.sql(
    `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
    [id, course],
  );
  await test.sql(
    `insert into learning_path_user (tenant, path_id, user_id, assigned_at) values ('coding', $1, $2, $3)`,
    [id, member, since],
  );
  return id;
}

describe('the progress of a member', () => {
  it('counts lessons, attended classes, quizzes whose best attempt passed, and answered surveys', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const [first, second] = [await make.lesson('Satu'), await make.lesson('Dua')];
    const [failed, passed, untried] = [await make.quiz('Gagal'), await make.quiz('Lulus'), await make.quiz('Belum')];
    const survey = await make.quiz('Survei', 'SURVEY');
    const [there, absent] = [await make.lesson('Hadir', 'LIVE_CLASS'), await make.lesson('Alfa', 'LIVE_CLASS')];
    const [adi, budi] = [await make.member('Adi'), await make.member('Budi')];
    await make.complete(adi, first);
    await make.mark(adi, there, 'LATE');
    await make.mark(adi, absent, 'ABSENT');
    await make.complete(budi, first, second);
    // Both have a passing score of 70.
    for (const score of [40, 69]) await make.attempt(adi, failed, score);
    for (const score of [20, 70, 60]) await make.attempt(adi, passed, score);
    await make.attempt(adi, survey, 0);
    await make.attempt(budi, untried, 100);
    const { completed, passed: quizzes, ...rest } = await progressOf(course, adi);
    expect(rest).toEqual({ userId: adi, name: 'Adi', drip: null, accessEndsOn: null });
    expect(completed.toSorted()).toEqual([first, there, passed, survey].toSorted());
    expect(quizzes).toEqual([passed]);
  });

  it('ignores other courses', async () => {
    const here = await taughtCourse(test.sql);
    const there = await taughtCourse(test.sql);
    const adi = await here.member('Adi');
    await here.lesson('Sini');
    await here.complete(adi, await there.lesson('Sana'));
    await here.attempt(adi, await there.quiz('Sana'), 100);
    expect(await progressOf(here.course, adi)).toMatchObject({ completed: [], passed: [] });
  });

  it('is available only for members of the course and in the own brand', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const adi = await make.member('Adi');
    const stranger = await make.member('Lain', false);
    expect((await ask(course, adi)).status).toBe(200);
    expect((await ask(course, stranger)).status).toBe(404);
    expect((await ask(course, adi, await test.as('instructor', 'cyber'))).status).toBe(404);
    await byPath(course, stranger, 'Jalur', null, '2026-11-01T00:00:00Z');
    expect((await ask(course, stranger)).body).toMatchObject({ name: 'Lain', drip: null });
  });
});

describe('a drip release', () => {
  it('applies to members by a path with one; of several paths the one that finishes first counts', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const adi = await make.member('Adi', false);
    await byPath(course, adi, 'Bulanan', 30, '2026-01-01T00:00:00Z');
    const weekly = await byPath(course, adi, 'Mingguan', 7, '2026-11-02T00:00:00Z');
    const { drip } = await progressOf(course, adi);
    expect(drip).toMatchObject({ pathId: weekly, name: 'Mingguan', interval: 7 });
    expect(new Date(drip!.since).toISOString()).toBe('2026-11-02T00:00:00.000Z');
  });

  it('is named with the learning paths of the course', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const adi = await make.member('Adi', false);
    await byPath(course, adi, 'A: mingguan', 7, '2026-11-02T00:00:00Z');
    await byPath(course, adi, 'B: sekaligus', null, '2026-11-02T00:00:00Z');
    const { paths } = (await instructor.call(getCourse, { params: { id: course } })).body;
    expect(paths.map(({ dripInterval }) => dripInterval)).toEqual([7, null]);
  });

  it('does not apply to members who have the course directly', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const adi = await make.member('Adi');
    await byPath(course, adi, 'Mingguan', 7, '2026-11-02T00:00:00Z');
    expect((await progressOf(course, adi)).drip).toBeNull();
  });

  it('does not apply to members by a path that opens the course at once', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const adi = await make.member('Adi', false);
    await byPath(course, adi, 'Mingguan', 7, '2026-11-02T00:00:00Z');
    expect((await progressOf(course, adi)).drip).not.toBeNull();
    await byPath(course, adi, 'Sekaligus', null, '2026-11-20T00:00:00Z');
    expect((await progressOf(course, adi)).drip).toBeNull();
  });
});

describe('the progress of all members', () => {
  const courseProgress = async (id: string) => (await instructor.call(getCourseProgress, { params: { id } })).body;

  it('counts per item who came to it, finished it and stopped at it, and the median of best scores', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const first = await make.lesson('Satu');
    const quiz = await make.quiz('Kuis');
    const last = await make.lesson('Dua');
    const survey = await make.quiz('Survei', 'SURVEY');
    const [adi, budi, citra] = [await make.member('Adi'), await make.member('Budi'), await make.member('Citra')];
    await make.member('Diam');
    await make.complete(adi, first, last);
    // Budi skipped the first lesson.
    await make.complete(budi, last);
    await make.complete(citra, first);
    for (const score of [40, 90]) await make.attempt(adi, quiz, score);
    await make.attempt(budi, quiz, 60);
    await make.attempt(citra, quiz, 20);
    await make.attempt(adi, survey, 0);
    const stranger = await make.member('Lain', false);
    await make.complete(stranger, first);
    expect(await courseProgress(course)).toEqual({
      members: 4,
      started: 3,
      finished: 1,
      medianScore: 60,
      items: [
        { id: first, started: 3, finished: 2, stopped: 1, medianScore: null },
        { id: quiz, started: 3, finished: 1, stopped: 0, medianScore: 60 },
        { id: last, started: 2, finished: 2, stopped: 1, medianScore: null },
        { id: survey, started: 1, finished: 1, stopped: 0, medianScore: null },
      ],
    });
  });

  it('counts a live class once for who was there or late, and not for who was absent', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const [lesson, live] = [await make.lesson('Satu'), await make.lesson('Kelas', 'LIVE_CLASS')];
    const [adi, budi, citra] = [await make.member('Adi'), await make.member('Budi'), await make.member('Citra')];
    await make.complete(adi, lesson);
    await make.mark(adi, live, 'PRESENT');
    await make.mark(budi, live, 'LATE');
    await make.complete(budi, lesson, live);
    await make.mark(citra, live, 'ABSENT');
    await make.mark(await make.member('Lain', false), live, 'PRESENT');
    expect(await courseProgress(course)).toMatchObject({
      members: 3,
      started: 2,
      finished: 2,
      items: [
        { id: lesson, started: 2, finished: 2 },
        { id: live, started: 2, finished: 2 },
      ],
    });
  });

  it('includes members by a learning path, once', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const lesson = await make.lesson('Satu');
    const adi = await make.member('Adi');
    const budi = await make.member('Budi', false);
    for (const member of [adi, budi]) await byPath(course, member, 'Jalur', null, '2026-11-01T00:00:00Z');
    await make.complete(budi, lesson);
    expect(await courseProgress(course)).toMatchObject({ members: 2, started: 1, finished: 1 });
  });

  it('is zero without members, empty without items, and not available in another brand', async () => {
    const { course, ...make } = await taughtCourse(test.sql);
    const none = { members: 0, started: 0, finished: 0, medianScore: null };
    expect(await courseProgress(course)).toEqual({ ...none, items: [] });
    const id = await make.lesson('Satu');
    expect(await courseProgress(course)).toEqual({
      ...none,
      items: [{ id, started: 0, finished: 0, stopped: 0, medianScore: null }],
    });
    await make.complete(await make.member('Adi'), id);
    const other = await test.as('instructor', 'cyber');
    expect(await other.call(getCourseProgress, { params: { id: course } })).toMatchObject({ status: 404 });
  });
});
