/** Tests that attendance is saved once per member, all of a call or none, and the rates, against a hand-made table. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { courseAttendance, getAttendance, saveAttendance } from '#contract/course/attendance/endpoints.ts';
import { updateLesson } from '#contract/course/lesson/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { lessonRoutes } from './routes.ts';

/** Message of spec §8, verbatim. */
const once = 'Member Attendance hanya dapat diupdate 1x';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([lessonRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

type Status = 'PRESENT' | 'LATE' | 'EXCUSED' | 'SICK' | 'ABSENT';
const insert = async (text: string, values: unknown[]) =>
  String((await test.sql(`${text} returning id`, values))[0]?.['id']);
const addLesson = (section: string, name: string, type = 'LIVE_CLASS') =>
  insert(`insert into lesson (tenant, section_id, name, type) values ('coding', $1, $2, $3)`, [section, name, type]);
async function addMember(course: string, name: string): Promise<string> {
  const id = await addUser(test.sql, 'coding', { name });
  await test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [course, id]);
  return id;
}
let made = 0;
async function aClass(...names: string[]) {
  made += 1;
  const course = await insert(
    `insert into course (tenant, name, slug, type) values ('coding', 'Kelas', 'kelas-' || $1::text, 1)`,
    [String(made)],
  );
  const section = await insert(
    `insert into course_section (tenant, course_id, name, position) values ('coding', $1, 'Pekan 1', 1024)`,
    [course],
  );
  const lesson = await addLesson(section, 'Pertemuan 1');
  const members: string[] = [];
  for (const name of names) members.push(await addMember(course, name));
  return { course, section, lesson, members };
}
const mark = (course: string, lesson: string, marks: [string, Status, string?][], caller = instructor) =>
  caller.call(saveAttendance, {
    params: { id: course, lessonId: lesson },
    body: { attendances: marks.map(([userId, status, note]) => ({ userId, status, ...(note && { note }) })) },
  });
const sheet = async (course: string, lesson: string) =>
  (await instructor.call(getAttendance, { params: { id: course, lessonId: lesson } })).body.attendances;

describe('a first save', () => {
  it('marks each member, and the sheet lists the course’s members by name', async () => {
    const { course, lesson, members } = await aClass('Citra', 'Adi', 'Budi');
    const [citra, adi, budi] = members as [string, string, string];
    const answer = await mark(course, lesson, [
      [citra, 'LATE', 'Macet'],
      [adi, 'SICK'],
    ]);
    expect([answer.status, answer.body]).toEqual([200, { changed: 2 }]);
    const body = await sheet(course, lesson);
    expect(body.map(({ userId, name, status, note, isUpdated }) => [userId, name, status, note, isUpdated])).toEqual([
      [adi, 'Adi', 'SICK', '', true],
      [budi, 'Budi', null, '', false],
      [citra, 'Citra', 'LATE', 'Macet', true],
    ]);
    expect(body[1]?.updatedAt).toBeNull();
    expect(Math.abs(Date.parse(body[0]!.updatedAt!) - Date.now())).toBeLessThan(60_000);
  });

  it('can be followed by saves for unmarked members', async () => {
    const { course, lesson, members } = await aClass('Adi', 'Budi');
    expect((await mark(course, lesson, [[members[0]!, 'PRESENT']])).status).toBe(200);
    expect((await mark(course, lesson, [[members[1]!, 'ABSENT']])).status).toBe(200);
    expect((await sheet(course, lesson)).map(({ status }) => status)).toEqual(['PRESENT', 'ABSENT']);
  });

  it('has the specification’s messages', () =>
    expect(saveAttendance.messages).toEqual({
      ok: 'Successfully Updated Member Attendance!',
      fail: 'Fail to Update Member Attendance, Member Attendance hanya dapat diupdate 1x',
    }));
});

describe('a refused save marks nobody', () => {
  it('when one of them was marked before', async () => {
    const { course, lesson, members } = await aClass('Adi', 'Budi');
    const [adi, budi] = members as [string, string];
    await mark(course, lesson, [[adi, 'PRESENT']]);
    const answer = await mark(course, lesson, [
      [budi, 'PRESENT'],
      [adi, 'ABSENT'],
    ]);
    expect(answer).toMatchObject({
      status: 400,
      body: { message: once, errors: [{ path: 'attendances.1.userId', message: once }] },
    });
    expect((await sheet(course, lesson)).map(({ status }) => status)).toEqual(['PRESENT', null]);
  });

  it('when one is not a member of the course, of another brand, or listed twice', async () => {
    const { course, lesson, members } = await aClass('Adi');
    const adi = members[0]!;
    const unassigned = await addUser(test.sql, 'coding', { name: 'Orang Lain' });
    const foreign = await addUser(test.sql, 'cyber', { name: 'Merek Lain' });
    for (const [other, message] of [
      [unassigned, 'This is no member of the course'],
      [foreign, 'This is no member of the course'],
      [adi, 'This member is in the list twice'],
    ] as const)
      expect(
        await mark(course, lesson, [
          [adi, 'PRESENT'],
          [other, 'PRESENT'],
        ]),
      ).toMatchObject({ status: 400, body: { errors: [{ path: 'attendances.1.userId', message }] } });
    expect(await test.sql('select 1 from attendance where lesson_id = $1', [lesson])).toEqual([]);
  });

  it('when the lesson is not a live class, or of another course or brand', async () => {
    const { course, section, lesson, members } = await aClass('Adi');
    const { course: other } = await aClass();
    const video = await addLesson(section, 'Rekaman', 'VIDEO');
    const marks: [string, Status][] = [[members[0]!, 'PRESENT']];
    expect(await mark(course, video, marks)).toMatchObject({
      status: 400,
      body: { message: 'Only a live class has attendance' },
    });
    expect((await mark(other, lesson, marks)).status).toBe(404);
    expect((await mark(course, lesson, marks, await test.as('instructor', 'cyber'))).status).toBe(404);
    expect(await test.sql('select 1 from attendance where lesson_id = any($1)', [[video, lesson]])).toEqual([]);
  });
});

describe('a class that has not begun', () => {
  const sooner = new Date(Date.now() - 60_000).toISOString();
  const later = new Date(Date.now() + 3_600_000).toISOString();

  it.each<[string, string | null, string | null, number]>([
    ['it begins later', later, null, 409],
    ['its section begins later', null, later, 409],
    ['it begins later than its section', later, sooner, 409],
    ['it began a minute ago', sooner, null, 200],
    ['it began before its section', sooner, later, 200],
    ['its section began a minute ago', null, sooner, 200],
    ['nobody said when it begins', null, null, 200],
  ])('%s', async (_, ofLesson, ofSection, status) => {
    const { course, section, lesson, members } = await aClass('Adi');
    await test.sql('update lesson set start_at = $2 where id = $1', [lesson, ofLesson]);
    await test.sql('update course_section set start_at = $2 where id = $1', [section, ofSection]);
    const answer = await mark(course, lesson, [[members[0]!, 'PRESENT']]);
    expect(answer.status).toBe(status);
    if (status === 409) expect(answer.body).toMatchObject({ message: expect.stringContaining('has not begun yet') });
    const response = await instructor.call(getAttendance, { params: { id: course, lessonId: lesson } });
    expect(response.body.startAt && new Date(response.body.startAt).toISOString()).toBe(ofLesson ?? ofSection);
    expect(response.body.attendances.map(({ isUpdated }) => isUpdated)).toEqual([status === 200]);
  });
});

describe('of fifty concurrent saves', () => {
  it('one succeeds as a whole', async () => {
    const { course, lesson, members } = await aClass('Adi', 'Budi', 'Citra');
    const statuses = ['PRESENT', 'LATE', 'EXCUSED', 'SICK', 'ABSENT'] as const;
    const turned = (n: number) => (n % 2 ? members : members.toReversed());
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        mark(
          course,
          lesson,
          turned(n).map((id) => [id, statuses[n % 5]!]),
        ),
      ),
    );
    const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
    expect(winners).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ status, problem }) => `${status} ${problem.message}`))).toEqual(
      new Set([`400 ${once}`]),
    );
    expect((await sheet(course, lesson)).map(({ status }) => status)).toEqual(Array(3).fill(statuses[winners[0]! % 5]));
  });
});

describe('saved attendance', () => {
  it('cannot be changed or deleted by the server’s role', async () => {
    const { course, lesson, members } = await aClass('Adi');
    await mark(course, lesson, [[members[0]!, 'PRESENT']]);
    const client = new pg.Client(test.appUrl('coding'));
    await client.connect();
    const refused = (text: string) =>
      client.query(text).then(
        () => 'done',
        (error: pg.DatabaseError) => error.code,
      );
    try {
      expect(await refused(`update attendance set status = 'ABSENT'`)).toBe('42501');
      expect(await refused(`delete from attendance`)).toBe('42501');
    } finally {
      await client.end();
    }
    expect((await sheet(course, lesson)).map(({ status }) => status)).toEqual(['PRESENT']);
  });

  it('prevents a change of its lesson’s type', async () => {
    const { course, lesson, members } = await aClass('Adi');
    await mark(course, lesson, [[members[0]!, 'PRESENT']]);
    expect((await instructor.call(updateLesson, { params: { id: lesson }, body: { type: 'VIDEO' } })).status).toBe(409);
  });

  it('stays on the sheet for users who left the course, and is not in the matrix', async () => {
    const { course, lesson, members } = await aClass('Adi', 'Budi');
    await mark(course, lesson, [[members[0]!, 'PRESENT']]);
    await test.sql('delete from course_user where user_id = $1', [members[0]]);
    expect((await sheet(course, lesson)).map(({ name, status }) => [name, status])).toEqual([
      ['Adi', 'PRESENT'],
      ['Budi', null],
    ]);
    const { body } = await instructor.call(courseAttendance, { params: { id: course } });
    expect(body.members.map(({ name }) => name)).toEqual(['Budi']);
  });
});

describe('the matrix of a course', () => {
  it('has each class in the order of the course, and rates over the held classes', async () => {
    const { course, section, lesson, members } = await aClass('Adi', 'Budi', 'Citra');
    const [adi, budi, citra] = members as [string, string, string];
    const second = await addLesson(section, 'Pertemuan 2');
    const third = await addLesson(section, 'Pertemuan 3');
    const never = await addLesson(section, 'Pertemuan 4');
    await addLesson(section, 'Rekaman', 'VIDEO');
    //                 1        2        3      of 3 held: there in
    // Adi          PRESENT   LATE    PRESENT   3 → 1
    // Budi         SICK      PRESENT    –      1 → 1/3
    // Citra        ABSENT    EXCUSED    –      0 → 0
    await mark(course, lesson, [
      [adi, 'PRESENT'],
      [budi, 'SICK'],
      [citra, 'ABSENT'],
    ]);
    await mark(course, second, [
      [adi, 'LATE'],
      [budi, 'PRESENT'],
      [citra, 'EXCUSED'],
    ]);
    await mark(course, third, [[adi, 'PRESENT']]);
    const { body } = await instructor.call(courseAttendance, { params: { id: course } });
    expect(
      body.sessions.map(({ lessonId, name, sectionName, isHeld }) => [lessonId, name, sectionName, isHeld]),
    ).toEqual([
      [lesson, 'Pertemuan 1', 'Pekan 1', true],
      [second, 'Pertemuan 2', 'Pekan 1', true],
      [third, 'Pertemuan 3', 'Pekan 1', true],
      [never, 'Pertemuan 4', 'Pekan 1', false],
    ]);
    expect(body.members.map(({ name, statuses, rate }) => [name, statuses, rate])).toEqual([
      ['Adi', ['PRESENT', 'LATE', 'PRESENT', null], 1],
      ['Budi', ['SICK', 'PRESENT', null, null], 1 / 3],
      ['Citra', ['ABSENT', 'EXCUSED', null, null], 0],
    ]);
  });

  it('has no rate before a class was held, and is not found by another brand', async () => {
    const { course } = await aClass('Adi');
    const { body } = await instructor.call(courseAttendance, { params: { id: course } });
    expect(body.members.map(({ rate }) => rate)).toEqual([null]);
    const stranger = await test.as('instructor', 'cyber');
    expect((await stranger.call(courseAttendance, { params: { id: course } })).status).toBe(404);
  });
});
