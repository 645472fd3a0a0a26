/** Tests the classes of all courses in a period: which are listed, for whom, their clashes and their attendance. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listClasses } from '#contract/course/class-calendar/endpoints.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { classCalendarRoutes } from './routes.ts';

const test = await testAppOf([classCalendarRoutes]);
const instructor = await test.as('instructor');
afterAll(() => test.close());

const one = async (text: string, values: unknown[]) => String((await test.sql(text, values))[0]?.['id']);

interface CourseFields {
  instructors?: string[];
  location?: string;
  mode?: 'online' | 'offline';
  tenant?: string;
}
const addCourse = (name: string, { instructors = [], location, mode, tenant = 'coding' }: CourseFields = {}) =>
  one(
    `insert into course (tenant, type, name, slug, instructors, delivery_mode, location)
    values ($1, 1, $2, new_id()::text, $3, $4, $5) returning id`,
    [
      tenant,
      name,
      JSON.stringify(instructors.map((each) => ({ name: each }))),
      mode ?? (location ? 'offline' : 'online'),
      location ?? null,
    ],
  );
const addSection = (courseId: string, startAt: string | null, endAt: string | null, name = 'Pertemuan') =>
  one(
    `insert into course_section (tenant, course_id, name, position, start_at, end_at)
    select tenant, id, $4, (select count(*) + 1 from course_section where course_id = $1), $2, $3 from course where id = $1
    returning id`,
    [courseId, startAt, endAt, name],
  );
const addLesson = (
  sectionId: string,
  name: string,
  more: { startAt?: string; location?: string; type?: string } = {},
) =>
  one(
    `insert into lesson (tenant, section_id, name, type, start_at, location)
    select tenant, id, $2, $3, $4, $5 from course_section where id = $1 returning id`,
    [sectionId, name, more.type ?? 'LIVE_CLASS', more.startAt ?? null, more.location ?? null],
  );

/** Each test has a month of its own. */
let month = 0;
beforeEach(() => {
  month += 1;
});
const day = (number: number) =>
  `20${String(60 + Math.floor(month / 12)).padStart(2, '0')}-${String((month % 12) + 1).padStart(2, '0')}-${String(number).padStart(2, '0')}`;
const at = (number: number, hour: number) => `${day(number)}T${String(hour).padStart(2, '0')}:00:00.000Z`;
const list = async (query: object = {}) =>
  (await instructor.call(listClasses, { query: { from: day(1), to: day(28), ...query } })).body;
const names = async (query?: object) => (await list(query)).classes.map(({ name }) => name);

describe('the classes of a period', () => {
  it('are live lessons by their own time or that of their section, and sections without any, by start', async () => {
    const course = await addCourse('Kelas', { instructors: ['Sari'], location: 'Ruang 1' });
    const bare = await addSection(course, at(3, 12), at(3, 14), 'Tanpa materi');
    const section = await addSection(course, at(2, 12), at(2, 14), 'Pekan satu');
    const lesson = await addLesson(section, 'Kelas langsung');
    await addLesson(section, 'Bacaan', { type: 'ARTICLE' });
    const own = await addLesson(section, 'Tanya jawab', { startAt: at(4, 12), location: 'Ruang 2' });
    await addSection(course, null, null, 'Belum ada waktu');
    const common = { courseId: course, courseName: 'Kelas', courseType: 1, isPublished: false, instructors: ['Sari'] };
    const rest = { version: 1, meetingUrl: null, members: 0, marked: 0, clashes: [] };
    expect((await list()).classes).toEqual([
      {
        ...common,
        ...rest,
        classId: lesson,
        lessonId: lesson,
        sectionId: section,
        name: 'Kelas langsung',
        sectionName: 'Pekan satu',
        startAt: at(2, 12),
        endAt: at(2, 14),
        hasOwnTime: false,
        room: 'Ruang 1',
      },
      {
        ...common,
        ...rest,
        classId: bare,
        lessonId: null,
        sectionId: bare,
        name: 'Tanpa materi',
        sectionName: 'Tanpa materi',
        startAt: at(3, 12),
        endAt: at(3, 14),
        hasOwnTime: false,
        room: 'Ruang 1',
      },
      {
        ...common,
        ...rest,
        classId: own,
        lessonId: own,
        sectionId: section,
        name: 'Tanya jawab',
        sectionName: 'Pekan satu',
        startAt: at(4, 12),
        endAt: null,
        hasOwnTime: true,
        room: 'Ruang 2',
      },
    ]);
  });

  it('run on its days in Jakarta, the last one included, also when they began the day before', async () => {
    const course = await addCourse('Batas');
    await addSection(course, at(1, 15), at(1, 17), 'Sebelum');
    await addSection(course, at(1, 16), at(1, 18), 'Lewat tengah malam');
    await addSection(course, at(1, 17), at(1, 18), 'Hari pertama');
    await addSection(course, at(3, 16), at(3, 18), 'Hari terakhir');
    await addSection(course, at(3, 17), at(3, 18), 'Sesudah');
    expect(await names({ from: day(2), to: day(3) })).toEqual(['Lewat tengah malam', 'Hari pertama', 'Hari terakhir']);
    expect(await names({ from: day(2), to: day(3), courseId: course })).toHaveLength(3);
  });

  it.each([
    ['ends before it begins', { from: '2026-12-02', to: '2026-12-01' }],
    ['is longer than 45 days', { from: '2026-12-01', to: '2027-01-15' }],
    ['has no end', { to: undefined }],
  ])('are refused with 400 when the period %s', async (_, query) => {
    const { status, problem } = await instructor.call(listClasses, {
      query: { from: '2026-12-01', ...query } as never,
    });
    expect([status, problem.errors?.[0]?.path]).toEqual([400, 'to']);
  });

  it('are cut after 1,000, and the reply says so', async () => {
    const course = await addCourse('Banyak');
    await test.sql(
      `insert into course_section (tenant, course_id, name, position, start_at, end_at)
        select 'coding', $1, 'Kelas ' || n, n, $2::timestamptz + n * interval '1 minute', $2::timestamptz + (n + 1) * interval '1 minute'
        from generate_series(1, 1001) n`,
      [course, at(5, 1)],
    );
    const first = await list();
    expect([first.classes.length, first.isCut]).toEqual([1000, true]);
    expect(await list({ to: day(5), from: day(5), courseId: await addCourse('Lain') })).toMatchObject({
      classes: [],
      isCut: false,
    });
  });
});

describe('filters', () => {
  it('narrow by course, instructor and room; the choices are those of the whole period', async () => {
    const first = await addCourse('Kelas A', { instructors: ['Sari Wulandari', 'Budi'], location: 'Ruang 1' });
    const second = await addCourse('Kelas B', { instructors: ['budi'], location: 'Lantai 2', mode: 'online' });
    await addSection(first, at(2, 12), at(2, 14), 'A');
    await addSection(second, at(3, 12), at(3, 14), 'B');
    expect(await names({ courseId: first })).toEqual(['A']);
    expect(await names({ instructor: 'BUDI' })).toEqual(['A', 'B']);
    expect(await names({ instructor: 'sari wulandari' })).toEqual(['A']);
    expect(await names({ instructor: 'sari' })).toEqual([]);
    // The location of an online course is no room.
    expect(await names({ room: 'ruang 1' })).toEqual(['A']);
    expect(await names({ room: 'Lantai 2' })).toEqual([]);
    expect((await list({ courseId: second })).choices).toEqual({
      courses: [
        { id: first, name: 'Kelas A' },
        { id: second, name: 'Kelas B' },
      ],
      instructors: ['budi', 'Sari Wulandari'],
      rooms: ['Ruang 1'],
    });
  });

  it('leave clashes with classes that they exclude', async () => {
    const first = await addCourse('Kelas A', { instructors: ['Sari'] });
    const second = await addCourse('Kelas B', { instructors: ['Sari'] });
    await addSection(first, at(2, 12), at(2, 14), 'A');
    await addSection(second, at(2, 13), at(2, 15), 'B');
    const { classes } = await list({ courseId: first });
    expect(classes.map(({ clashes }) => clashes.map(({ name, shares }) => [name, shares]))).toEqual([
      [['B', ['Sari']]],
    ]);
  });
});

it.each([
  ['the first day', 2, 2, { Sore: ['Malam'], Malam: ['Sore', 'Subuh'] }],
  ['the second day', 3, 3, { Malam: ['Sore', 'Subuh'], Subuh: ['Malam'] }],
  ['both days', 2, 3, { Sore: ['Malam'], Malam: ['Sore', 'Subuh'], Subuh: ['Malam'] }],
])('a class over midnight has all its clashes in a period of %s', async (_, from, to, expected) => {
  const course = await addCourse('Siang dan malam');
  // Midnight is at 17.00 UTC.
  await addSection(course, at(2, 14), at(2, 17), 'Sore');
  await addSection(course, at(2, 16), at(2, 19), 'Malam');
  await addSection(course, at(2, 18), at(2, 20), 'Subuh');
  const { classes } = await list({ from: day(from), to: day(to) });
  expect(Object.fromEntries(classes.map((one) => [one.name, one.clashes.map(({ name }) => name)]))).toEqual(expected);
});

it('the attendance of a class counts the members whose mark was saved', async () => {
  const course = await addCourse('Hadir');
  const lesson = await addLesson(await addSection(course, at(2, 12), at(2, 14)), 'Kelas');
  const members = await test.sql(
    `insert into "user" (tenant, name, email, role, password_hash)
      select 'coding', 'Anggota', new_id() || '@sample.test', 'member', 'x' from generate_series(1, 3) returning id`,
  );
  for (const { id } of members)
    await test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [course, id]);
  for (const { id } of members.slice(1))
    await test.sql(`insert into attendance (tenant, lesson_id, user_id, status) values ('coding', $1, $2, 'ABSENT')`, [
      lesson,
      id,
    ]);
  expect((await list()).classes).toMatchObject([{ members: 3, marked: 2 }]);
});

it('no class or clash of another tenant is listed', async () => {
  const foreign = await addCourse('Milik lain', { tenant: 'cyber', instructors: ['Sari'] });
  await addSection(foreign, at(2, 12), at(2, 14), 'Asing');
  const own = await addCourse('Milik sendiri', { instructors: ['Sari'] });
  await addSection(own, at(2, 12), at(2, 14), 'Sendiri');
  const { classes, choices } = await list();
  expect(classes.map(({ name, clashes }) => [name, clashes])).toEqual([['Sendiri', []]]);
  expect(choices.courses).toEqual([{ id: own, name: 'Milik sendiri' }]);
  expect((await list({ courseId: foreign })).classes).toEqual([]);
});

it.each([
  ['superadmin', 200],
  ['admin', 200],
  ['instructor', 200],
  ['customer-service', 403],
] as const)('the role %s gets %i', async (role, status) => {
  const caller = await test.as(role);
  expect((await caller.call(listClasses, { query: { from: day(1), to: day(2) } })).status).toBe(status);
});
