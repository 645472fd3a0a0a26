/** Tests that classes are planned and moved all or none, with their effects, and that the preview agrees. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClasses, listHolidays, moveClasses, previewMoves } from '#contract/course/schedule/endpoints.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { scheduleRoutes } from './routes.ts';

const test = await testAppOf([scheduleRoutes]);
const instructor = await test.as('instructor');
afterAll(() => test.close());

const one = async (text: string, values: unknown[]) => String((await test.sql(text, values))[0]?.['id']);
const addCourse = (name: string, more: { instructors?: string[]; location?: string; endDate?: string } = {}) =>
  one(
    `insert into course (tenant, type, name, slug, instructors, delivery_mode, location, end_date)
    values ('coding', 1, $1, new_id()::text, $2, $3, $4, $5) returning id`,
    [
      name,
      JSON.stringify((more.instructors ?? []).map((each) => ({ name: each }))),
      more.location ? 'offline' : 'online',
      more.location ?? null,
      more.endDate ?? null,
    ],
  );
/** Far in the future, so that no class of these tests was held. */
const at = (day: number, hour: number) => `2091-12-${String(day).padStart(2, '0')}T${hour}:00:00.000Z`;
const addSection = (courseId: string, position: number, day: number, hour = 12) =>
  one(
    `insert into course_section (tenant, course_id, name, position, start_at, end_at)
    values ('coding', $1, 'Pertemuan ' || $2::int, $2::int, $3, $4) returning id`,
    [courseId, position, at(day, hour), at(day, hour + 2)],
  );
const addLesson = (
  sectionId: string,
  lockRule: string,
  starts: string | null = null,
  ends: string | null = null,
  type = 'LIVE_CLASS',
) =>
  one(
    `insert into lesson (tenant, section_id, name, type, lock_rule, start_at, end_at)
    values ('coding', $1, 'Materi', $5, $2, $3, $4) returning id`,
    [sectionId, lockRule, starts, ends, type],
  );
const sectionsOf = (courseId: string) =>
  test.sql(
    'select name, position, start_at, end_at, version from course_section where course_id = $1 order by position',
    [courseId],
  );
const iso = (value: unknown) => new Date(value as string).toISOString();

describe('a pattern', () => {
  const body = {
    weekdays: [2, 4],
    startMinute: 19 * 60,
    duration: 120,
    count: 3,
    from: '2026-12-01',
    skip: [{ date: '2026-12-03', reason: 'Libur' }],
    name: 'Pertemuan {n}',
    firstNumber: 2,
  };
  const create = (courseId: string, change: object = {}) =>
    instructor.call(createClasses, { params: { id: courseId }, body: { ...body, ...change } });

  it('adds its classes after the existing ones, in order', async () => {
    const course = await addCourse('Pola');
    await addSection(course, 7, 1);
    const { status, body: made } = await create(course);
    expect([status, made.created, made.sectionIds.length]).toEqual([201, 3, 3]);
    const added = (await sectionsOf(course)).slice(1);
    expect(added.map((row) => [row['name'], iso(row['start_at']), iso(row['end_at'])])).toEqual([
      ['Pertemuan 2', '2026-12-01T12:00:00.000Z', '2026-12-01T14:00:00.000Z'],
      ['Pertemuan 3', '2026-12-08T12:00:00.000Z', '2026-12-08T14:00:00.000Z'],
      ['Pertemuan 4', '2026-12-10T12:00:00.000Z', '2026-12-10T14:00:00.000Z'],
    ]);
  });

  it('adds a live class at the time of each, unless only sections are requested', async () => {
    const course = await addCourse('Pola dengan kelas');
    const { body: made } = await create(course);
    const lessonsOf = (ids: string[]) =>
      test.sql(
        'select section_id, name, type, material_type, start_at from lesson where section_id = any($1) order by name',
        [ids],
      );
    expect(await lessonsOf(made.sectionIds)).toEqual(
      ['Pertemuan 2', 'Pertemuan 3', 'Pertemuan 4'].map((name, at) => ({
        section_id: made.sectionIds[at],
        name,
        type: 'LIVE_CLASS',
        material_type: 'LIVE_CLASS',
        start_at: null,
      })),
    );
    const { body: bare } = await create(course, { hasLessons: false });
    expect(await lessonsOf(bare.sectionIds)).toEqual([]);
  });

  it('loses and mixes nothing with a concurrent one', async () => {
    const course = await addCourse('Pola dua kali');
    const both = await Promise.all([create(course), create(course, { firstNumber: 5 })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const names = (await sectionsOf(course)).map((row) => Number(String(row['name']).slice(10)));
    expect([
      [2, 3, 4, 5, 6, 7],
      [5, 6, 7, 2, 3, 4],
    ]).toContainEqual(names);
  });

  it.each([
    ['an end before the start', { duration: -60 }, 'duration'],
    ['no day of the week', { weekdays: [] }, 'weekdays'],
    ['a day that is none', { weekdays: [8] }, 'weekdays.0'],
    ['no name', { name: ' ' }, 'name'],
    ['too many', { count: 101 }, 'count'],
    ['an hour that is none', { startMinute: 1440 }, 'startMinute'],
  ])('is refused with %s, and adds nothing', async (_, change, path) => {
    const course = await addCourse('Pola salah');
    expect(await create(course, change)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    expect(await sectionsOf(course)).toEqual([]);
  });

  it('includes the holidays of Indonesia, of this year and the next', async () => {
    const { body: reply } = await instructor.call(listHolidays, { query: { from: '2026-08-01' } });
    const days = reply.holidays.map(({ date }) => date);
    expect(days).toEqual(expect.arrayContaining(['2026-08-17', '2026-12-25', '2027-01-01', '2028-08-17']));
    expect(days.filter((date) => date < '2026-08-01')).toEqual([]);
    expect(reply.holidays).toContainEqual({ date: '2026-12-25', name: 'Hari Raya Natal' });
    expect(reply.holidays).toContainEqual({ date: '2027-01-05', name: 'Isra Mikraj Nabi Muhammad' });
    expect(reply.holidays).toContainEqual({ date: '2027-08-14', name: 'Maulid Nabi Muhammad' });
  });
});

describe('moving classes', () => {
  let course: string;
  let first: string;
  let second: string;
  let lesson: string;
  beforeAll(async () => {
    course = await addCourse('Geser', { instructors: ['Sari Dewi'], location: 'Ruang 3', endDate: '2091-12-12' });
    first = await addSection(course, 1, 4);
    second = await addSection(course, 2, 11);
    lesson = await addLesson(first, 'START_AT', at(4, 12), at(4, 14));
    await addLesson(second, 'PREV_SESSION', null, null);
    await addLesson(second, 'NONE', null, null);
  });
  const preview = (classes: { sectionId: string; startAt: string; endAt: string }[]) =>
    instructor.call(previewMoves, { params: { id: course }, body: { classes } });
  const move = (classes: { sectionId: string; startAt: string; endAt: string; version: number }[]) =>
    instructor.call(moveClasses, { params: { id: course }, body: { classes } });
  const moveOf = (sectionId: string, day: number, hour = 12) => ({
    sectionId,
    startAt: at(day, hour),
    endAt: at(day, hour + 2),
  });

  it('previews the consequences without a change', async () => {
    const sameName = await addCourse('Kelas lain', { instructors: ['Budi', ' sari dewi '] });
    await addSection(sameName, 1, 6, 13);
    const sameRoom = await addCourse('Ruang sama', { location: 'ruang 3 ' });
    await addSection(sameRoom, 1, 6, 11);
    await addSection(sameRoom, 2, 6, 14);
    const stranger = await addCourse('Asing', { instructors: ['Tono'] });
    await addSection(stranger, 1, 6, 12);
    const { body } = await preview([moveOf(first, 6), moveOf(second, 13)]);
    expect(body.classes).toMatchObject([
      {
        sectionId: first,
        from: { startAt: at(4, 12), endAt: at(4, 14) },
        to: { startAt: at(6, 12), endAt: at(6, 14) },
        problem: null,
        isOutOfOrder: false,
        isOutsideCourse: false,
        guests: 0,
        lessons: 1,
        locks: 2,
      },
      { sectionId: second, isOutsideCourse: true, clashes: [], lessons: 0, locks: 0 },
    ]);
    expect(body.classes[0]?.clashes.map(({ courseName, shares }) => [courseName, shares])).toEqual([
      ['Ruang sama', 'Ruang 3'],
      ['Kelas lain', 'Sari Dewi'],
    ]);
    expect((await sectionsOf(course)).map((row) => iso(row['start_at']))).toEqual([at(4, 12), at(11, 12)]);
  });

  it('counts items that wait for a class, in its own section and in later ones', async () => {
    const recorded = await addCourse('Rekaman');
    const [one, two, three] = [
      await addSection(recorded, 1, 4),
      await addSection(recorded, 2, 11),
      await addSection(recorded, 3, 18),
    ];
    for (const section of [one, two]) {
      await addLesson(section, 'NONE');
      await addLesson(section, 'PREV_SESSION', null, null, 'VIDEO');
    }
    await addLesson(three, 'PREV_SESSION', null, null, 'ARTICLE');
    const classes = [moveOf(one, 5), moveOf(two, 12), moveOf(three, 19)];
    const { body } = await instructor.call(previewMoves, { params: { id: recorded }, body: { classes } });
    expect(body.classes.map(({ locks }) => locks)).toEqual([1, 2, 0]);
  });

  it('previews a clash with a class of the same course, moved along or not, and a changed order', async () => {
    const { body } = await preview([moveOf(first, 11, 13)]);
    expect(body.classes[0]).toMatchObject({
      isOutOfOrder: true,
      clashes: [{ sectionId: second, shares: 'This course' }],
    });
    const both = await preview([moveOf(first, 20), moveOf(second, 20, 13)]);
    expect(both.body.classes.map(({ clashes }) => clashes.map(({ sectionId }) => sectionId))).toEqual([
      [second],
      [first],
    ]);
    const turned = await preview([moveOf(first, 12)]);
    expect(turned.body.classes[0]).toMatchObject({ isOutOfOrder: true });
  });

  it('moves classes with their lessons, and back again', async () => {
    const { body: before } = await preview([moveOf(first, 6), moveOf(second, 13)]);
    const versions = new Map(before.classes.map(({ sectionId, version }) => [sectionId, version]));
    const { status, body } = await move([
      { ...moveOf(first, 6), version: versions.get(first)! },
      { ...moveOf(second, 13), version: versions.get(second)! },
    ]);
    expect([status, body.moved]).toEqual([200, 2]);
    const lessonTimes = async () => {
      const [row] = await test.sql('select start_at, end_at from lesson where id = $1', [lesson]);
      return [iso(row?.['start_at']), iso(row?.['end_at'])];
    };
    expect((await sectionsOf(course)).map((row) => iso(row['start_at']))).toEqual([at(6, 12), at(13, 12)]);
    expect(await lessonTimes()).toEqual([at(6, 12), at(6, 14)]);
    const moved = new Map(body.classes.map(({ sectionId, version }) => [sectionId, version]));
    const back = await move([
      { ...moveOf(first, 4), version: moved.get(first)! },
      { ...moveOf(second, 11), version: moved.get(second)! },
    ]);
    expect(back.status).toBe(200);
    expect((await sectionsOf(course)).map((row) => iso(row['start_at']))).toEqual([at(4, 12), at(11, 12)]);
    expect(await lessonTimes()).toEqual([at(4, 12), at(4, 14)]);
  });

  it('is refused as a whole when one was changed meanwhile, was held or is of another course', async () => {
    const [one_, two] = (await preview([moveOf(first, 6), moveOf(second, 13)])).body.classes;
    const good = { ...moveOf(first, 6), version: one_!.version };
    expect((await move([good, { ...moveOf(second, 13), version: two!.version + 1 }])).status).toBe(412);
    expect((await move([good, { ...moveOf(second, 13), startAt: at(14, 12), version: two!.version }])).status).toBe(
      409,
    );
    const held = await one(
      `insert into course_section (tenant, course_id, name, position, start_at, end_at)
      values ('coding', $1, 'Sudah', 9, now() - interval '1 day', now() - interval '1 day' + interval '2 hours') returning id`,
      [course],
    );
    expect(await move([good, { ...moveOf(held, 13), version: 1 }])).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/was held/), errors: [{ path: 'classes.1.startAt' }] },
    });
    const strange = await addSection(await addCourse('Lain'), 1, 1);
    expect(await move([good, { ...moveOf(strange, 13), version: 1 }])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'classes.1.sectionId' }] },
    });
    expect((await sectionsOf(course)).slice(0, 2).map((row) => iso(row['start_at']))).toEqual([at(4, 12), at(11, 12)]);
  });
});
