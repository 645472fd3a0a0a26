/** Tests that the next batches of a course are created as previewed, with moved dates and no people, and are undone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNextBatch, previewNextBatch, undoNextBatch } from '#contract/course/schedule/next-batch.ts';
import { getCourse } from '#contract/course/endpoints.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { courseRoutes } from '../routes.ts';
import { nextBatchRoutes } from './routes.ts';

const test = await testAppOf([courseRoutes, nextBatchRoutes]);
const admin = await test.as('admin');
const unknown = '01890000-0000-7000-8000-000000000001';
afterAll(() => test.close());

const one = async (text: string, values: unknown[]) => String((await test.sql(text, values))[0]?.['id']);
const at = (day: string, hour = 12) => `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;

interface Fields {
  type?: 0 | 1;
  instructors?: { name: string; userId?: string }[];
  location?: string;
  startDate?: string;
  endDate?: string;
}
const addCourse = (name: string, { type = 1, instructors = [], location, startDate, endDate }: Fields = {}) =>
  one(
    `insert into course (tenant, type, name, slug, instructors, delivery_mode, location, start_date, end_date, price, capacity,
      whatsapp_group_url, is_published, thumbnail, category)
    values ('coding', $1, $2, new_id()::text, $3, $4, $5, $6, $7, 900000, 25, 'https://chat.example.com/1', true, '/demo/a.svg', 'data') returning id`,
    [
      type,
      name,
      JSON.stringify(instructors.map((each) => ({ title: '', photo: null, bio: '', ...each }))),
      location ? 'offline' : 'online',
      location ?? null,
      startDate ?? null,
      endDate ?? null,
    ],
  );
const addClass = (courseId: string, day: string, hour = 12) =>
  one(
    `insert into course_section (tenant, course_id, name, position, start_at, end_at, gmeet_url)
    select 'coding', $1, 'Pertemuan ' || n, n * 1024, $2, $3, 'https://meet.example.com/1'
      from (select count(*) + 1 as n from course_section where course_id = $1) next returning id`,
    [courseId, at(day, hour), at(day, hour + 2)],
  );
const addLesson = (sectionId: string, day: string | null = null, type = 'LIVE_CLASS', lockRule = 'START_AT') =>
  one(
    `insert into lesson (tenant, section_id, name, type, start_at, end_at, lock_rule, content)
    values ('coding', $1, 'Materi', $2, $3, $4, $5, 'Isi') returning id`,
    [sectionId, type, day && at(day, 13), day && at(day, 14), lockRule],
  );
const addDiscount = async (name: string, courses: string[], period: [string | null, string | null]) => {
  const id = await one(
    `insert into discount (tenant, name, value, discount_type, product_type, start_date, end_date, is_active)
    values ('coding', $1, 10, 2, 'courses', $2, $3, true) returning id`,
    [name, ...period],
  );
  for (const course of courses)
    await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
      id,
      course,
    ]);
  return id;
};
const enrol = (courseId: string, email: string) =>
  test.sql(
    `with member as (insert into "user" (tenant, email, name, password_hash, role)
      values ('coding', $2, 'Peserta', 'none', 'member') returning id)
    insert into course_user (tenant, course_id, user_id) select 'coding', $1, id from member`,
    [courseId, email],
  );

/** Rows with instants as in replies. */
const rowsOf = async (text: string, values: unknown[]) =>
  (await test.sql(text, values)).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        value !== null && /(_at|_date)$/.test(key) ? new Date(value as string).toISOString() : value,
      ]),
    ),
  );

const preview = async (id: string, body: { startDate: string; [field: string]: unknown }, caller = admin) =>
  (await caller.call(previewNextBatch, { params: { id }, body })).body;
const create = (id: string, body: { startDate: string; [field: string]: unknown }, caller = admin) =>
  caller.call(createNextBatch, { params: { id }, body });
const detail = async (id: string) => (await admin.call(getCourse, { params: { id } })).body;
const daysOf = (lines: readonly { to: { startAt: string | null } }[]) =>
  lines.map(({ to }) => to.startAt?.slice(0, 10));

/** Tuesdays and Thursdays of June 2026 with everything that a batch has. */
async function addBatch(name: string) {
  const id = await addCourse(name, { instructors: [{ name: 'Sari' }], startDate: '2026-06-02', endDate: '2026-06-12' });
  const sections = [];
  for (const day of ['2026-06-02', '2026-06-04', '2026-06-09', '2026-06-11']) sections.push(await addClass(id, day));
  await addLesson(sections[0]!);
  const own = await addLesson(sections[1]!, '2026-06-05', 'PROJECT');
  await test.sql(`insert into final_project (tenant, course_id, description) values ('coding', $1, 'Tugas akhir')`, [
    id,
  ]);
  await enrol(id, `${name.replaceAll(' ', '-').toLowerCase()}@example.com`);
  return { id, sections, own };
}

describe('the next batch', () => {
  it('is a draft of the content with all dates moved, as previewed, without people and links', async () => {
    const { id } = await addBatch('Data Batch 9');
    await addDiscount('Early bird', [id], [at('2026-05-01'), at('2026-05-31')]);
    await addDiscount('Semua', [id, await addCourse('Lain')], [at('2026-07-01'), null]);
    const plan = await preview(id, { startDate: '2026-09-01' });
    expect(plan.keptDiscounts).toEqual(['Semua']);
    const [batch] = plan.batches;
    expect(batch).toMatchObject({
      name: 'Data Batch 10',
      startDate: '2026-09-01',
      endDate: { from: '2026-06-12', to: '2026-09-11' },
      next: { startDate: '2026-09-15', name: 'Data Batch 11' },
    });
    expect(batch!.dates.map(({ kind, locks, to }) => [kind, locks, to.startAt])).toEqual([
      ['section', 1, at('2026-09-01')],
      ['section', 1, at('2026-09-03')],
      ['lesson', 0, at('2026-09-04', 13)],
      ['section', 0, at('2026-09-08')],
      ['section', 0, at('2026-09-10')],
      ['discount', 0, at('2026-07-31')],
    ]);
    const { status, body } = await create(id, { startDate: '2026-09-01', seen: plan.seen });
    expect(status).toBe(201);
    const made = await detail(body.courseId);
    expect(made).toMatchObject({
      name: 'Data Batch 10',
      startDate: '2026-09-01',
      endDate: '2026-09-11',
      isPublished: false,
      totalMembers: 0,
      price: 900_000,
      capacity: 25,
      instructors: [{ name: 'Sari' }],
      whatsappGroupUrl: null,
      finalProject: { description: 'Tugas akhir' },
    });
    const planned = batch!.dates.filter(({ kind }) => kind === 'section').map(({ to }) => to);
    expect(made.sections.map(({ startAt, endAt }) => ({ startAt, endAt }))).toEqual(planned);
    expect(made.sections.every(({ gmeetUrl }) => gmeetUrl === null)).toBe(true);
    expect(
      await rowsOf(
        `select lesson.start_at from lesson join course_section section on section.id = section_id
        where course_id = $1 order by lesson.id`,
        [body.courseId],
      ),
    ).toEqual([{ start_at: null }, { start_at: at('2026-09-04', 13) }]);
    expect(
      await rowsOf(
        `select name, start_date, end_date, is_active from discount join discount_course on discount_id = discount.id where course_id = $1`,
        [body.courseId],
      ),
    ).toEqual([
      {
        name: 'Early bird (Data Batch 10)',
        start_date: at('2026-07-31'),
        end_date: at('2026-08-30'),
        is_active: true,
      },
    ]);
    expect(await detail(id)).toMatchObject({ name: 'Data Batch 9', totalMembers: 1, startDate: '2026-06-02' });
  });

  it('moves classes on the holidays around Lebaran a week later, with their names', async () => {
    const { id } = await addBatch('Lebaran');
    const [batch] = (await preview(id, { startDate: '2027-03-02' })).batches;
    const classes = batch!.dates.filter(({ kind }) => kind === 'section');
    expect(daysOf(classes)).toEqual(['2027-03-02', '2027-03-04', '2027-03-16', '2027-03-18']);
    expect(classes.map(({ skipped }) => skipped.length)).toEqual([0, 0, 1, 0]);
    expect(classes[2]!.skipped[0]).toMatchObject({ date: '2027-03-09', name: expect.stringContaining('Idul Fitri') });
    expect(batch!.endDate?.to).toBe('2027-03-19');
  });

  it('takes dates, name and last day set by hand, and warns of holidays, order and days outside the course', async () => {
    const { id, sections } = await addBatch('Diubah');
    const body = {
      startDate: '2026-09-01',
      name: 'Nama sendiri',
      endDate: '2026-09-10',
      dates: [
        { id: sections[0]!, startAt: at('2026-12-25'), endAt: at('2026-12-25', 15) },
        { id: sections[1]!, startAt: null, endAt: null },
      ],
    };
    const [batch] = (await preview(id, body)).batches;
    expect(batch!.dates[0]).toMatchObject({
      to: { startAt: at('2026-12-25'), endAt: at('2026-12-25', 15) },
      holiday: expect.stringContaining('Natal'),
      isOutOfOrder: true,
      isOutsideCourse: true,
    });
    const made = await detail((await create(id, body)).body.courseId);
    expect(made).toMatchObject({ name: 'Nama sendiri', endDate: '2026-09-10' });
    expect(made.sections.map(({ startAt }) => startAt)).toEqual([
      at('2026-12-25'),
      null,
      at('2026-09-08'),
      at('2026-09-10'),
    ]);
  });

  it('moves the lessons of a class that is set by hand along with it, if they are not set themselves', async () => {
    const { id, sections, own } = await addBatch('Ikut');
    const set = { id: sections[1]!, startAt: at('2026-09-06', 14), endAt: at('2026-09-06', 16) };
    const lessonIn = async (dates: object[]) =>
      (await preview(id, { startDate: '2026-09-01', dates })).batches[0]!.dates.find((line) => line.id === own)!.to;
    expect(await lessonIn([])).toEqual({ startAt: at('2026-09-04', 13), endAt: at('2026-09-04', 14) });
    expect(await lessonIn([set])).toEqual({ startAt: at('2026-09-07', 15), endAt: at('2026-09-07', 16) });
    const alone = { id: own, startAt: at('2026-09-05'), endAt: null };
    expect(await lessonIn([set, alone])).toEqual({ startAt: at('2026-09-05'), endAt: null });
  });

  it('shows classes of the same instructor or room at the same time, and none of others', async () => {
    const id = await addCourse('Bentrok', { instructors: [{ name: 'Budi' }], location: 'Ruang 7' });
    await addClass(id, '2026-06-02');
    const other = async (name: string, fields: Fields, hour: number) =>
      addClass(await addCourse(name, fields), '2028-09-05', hour);
    await other('Budi mengajar', { instructors: [{ name: ' budi ' }] }, 13);
    await other('Ruang dipakai', { location: 'ruang 7' }, 11);
    await other('Sesudahnya', { instructors: [{ name: 'Budi' }] }, 14);
    await other('Orang lain', { instructors: [{ name: 'Tuti' }] }, 12);
    const [batch] = (await preview(id, { startDate: '2028-09-05' })).batches;
    expect(batch!.dates[0]!.clashes.map(({ courseName, shares }) => [courseName, shares])).toEqual([
      ['Ruang dipakai', ['ruang 7']],
      ['Budi mengajar', ['Budi']],
    ]);
  });

  it('of a flexy course with classes moves them, and has no first and last day', async () => {
    const id = await addCourse('Santai', { type: 0 });
    await addLesson(await addClass(id, '2026-06-02'), '2026-06-03');
    const { body } = await create(id, { startDate: '2026-09-07' });
    const made = await detail(body.courseId);
    expect(made).toMatchObject({ type: 0, startDate: null, endDate: null, sections: [{ startAt: at('2026-09-08') }] });
  });
});

describe('a series', () => {
  it('of three is three drafts, and shows clashes among them', async () => {
    const { id } = await addBatch('Seri Batch 1');
    const body = { startDate: '2029-09-04', further: [{ startDate: '2029-09-18' }, { startDate: '2029-09-11' }] };
    const { batches } = await preview(id, body);
    expect(batches.map(({ name }) => name)).toEqual(['Seri Batch 2', 'Seri Batch 3', 'Seri Batch 4']);
    expect(batches.map(({ dates }) => dates.filter(({ clashes }) => clashes.length > 0).length)).toEqual([2, 2, 4]);
    const { body: made } = await create(id, body);
    expect(made.courses.map(({ courseId }) => courseId)[0]).toBe(made.courseId);
    const starts = await Promise.all(made.courses.map(async ({ courseId }) => (await detail(courseId)).startDate));
    expect(starts).toEqual(['2029-09-04', '2029-09-18', '2029-09-11']);
  });

  it('is made wholly or not at all, with the path of the error', async () => {
    const { id } = await addBatch('Gagal Batch 1');
    const dates = [{ id, startAt: null, endAt: null }];
    const answer = await create(id, { startDate: '2029-09-04', further: [{ startDate: '2029-10-02', dates }] });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'further.0.dates.0.id' }] } });
    expect(await test.sql(`select from course where name like 'Gagal Batch%'`, [])).toHaveLength(1);
  });
});

describe('errors', () => {
  let id: string;
  let section: string;
  beforeAll(async () => {
    ({
      id,
      sections: [section = ''],
    } = await addBatch('Salah'));
  });
  it.each<[string, () => object, string]>([
    ['a last day before the first', () => ({ endDate: '2026-08-31' }), 'endDate'],
    [
      'an end before its start',
      () => ({ dates: [{ id: section, startAt: at('2026-09-02', 12), endAt: at('2026-09-02', 11) }] }),
      'dates.0.endAt',
    ],
    [
      'an end without a start',
      () => ({ dates: [{ id: section, startAt: null, endAt: at('2026-09-02') }] }),
      'dates.0.startAt',
    ],
    ['dates that cannot be stored', () => ({ startDate: '9998-12-31' }), 'startDate'],
  ])('%s is a 400 at the field', async (_, body, path) => {
    const answer = await create(id, { startDate: '2026-09-01', ...body() });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  it('a hand-set period in which another active discount of the draft is in force is a 409, and makes nothing', async () => {
    const first = await addDiscount('Satu', [id], [at('2026-05-01'), at('2026-05-10')]);
    await addDiscount('Dua', [id], [at('2026-05-11'), at('2026-05-20')]);
    const dates = [{ id: first, startAt: at('2027-08-07'), endAt: at('2027-08-21') }];
    expect(await create(id, { startDate: '2027-09-07', dates })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'dates' }] },
    });
    expect(await test.sql(`select from discount where name like 'Satu%'`, [])).toHaveLength(1);
    expect((await create(id, { startDate: '2027-09-07' })).status).toBe(201);
  });

  it.each<[string, (of: Awaited<ReturnType<typeof addBatch>>) => Promise<unknown>]>([
    ['the course', ({ id: of }) => test.sql('update course set price = 1 where id = $1', [of])],
    ['a class', ({ sections }) => test.sql(`update course_section set name = 'Baru' where id = $1`, [sections[2]])],
    ['a lesson', ({ own }) => test.sql(`update lesson set content = 'Baru' where id = $1`, [own])],
  ])('is 409 after a change of %s since the preview', async (what, change) => {
    const made = await addBatch(`Berubah ${what}`);
    const { seen } = await preview(made.id, { startDate: '2026-09-01' });
    await change(made);
    expect((await create(made.id, { startDate: '2026-09-01', seen })).status).toBe(409);
    expect((await create(made.id, { startDate: '2026-09-01' })).status).toBe(201);
  });

  it('of two at once with the same key one is made; with other keys both are, under different addresses', async () => {
    const { id: of } = await addBatch('Serentak Batch 1');
    const make = (key: string) =>
      admin.call(
        createNextBatch,
        { params: { id: of }, body: { startDate: '2026-09-01' } },
        { headers: { 'idempotency-key': key } },
      );
    const made = await Promise.all([make('satu'), make('dua')]);
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect((await make('satu')).body).toEqual(made[0].body);
    const slugs = await test.sql(`select slug from course where name = 'Serentak Batch 2' order by slug`, []);
    expect(slugs.map(({ slug }) => slug)).toEqual(['serentak-batch-2', 'serentak-batch-2-2']);
  });
});

describe('undo', () => {
  const undo = (id: string, courses: { courseId: string; seen: string }[], caller = admin) =>
    caller.call(undoNextBatch, { params: { id }, body: { courses } });

  it('deletes the drafts and their discounts', async () => {
    const { id } = await addBatch('Urung Batch 1');
    await addDiscount('Urung', [id], [at('2026-05-01'), null]);
    const { body } = await create(id, { startDate: '2026-09-01', further: [{ startDate: '2026-12-01' }] });
    expect(await undo(id, body.courses)).toMatchObject({ status: 200, body: { changed: 2 } });
    expect(await test.sql(`select name from course where name like 'Urung%'`, [])).toEqual([{ name: 'Urung Batch 1' }]);
    expect(await test.sql(`select name from discount where name like 'Urung%'`, [])).toEqual([{ name: 'Urung' }]);
  });

  const changes: Record<string, (draft: string) => Promise<unknown>> = {
    'a changed lesson': (draft) =>
      test.sql(
        `update lesson set content = 'Baru' where section_id in (select id from course_section where course_id = $1)`,
        [draft],
      ),
    'another order of lessons': (draft) =>
      test.sql(
        `update section_item set position = 5000 - position
        where section_id in (select id from course_section where course_id = $1)`,
        [draft],
      ),
    'a published draft': (draft) => test.sql('update course set is_published = true where id = $1', [draft]),
    'a new member': (draft) => enrol(draft, `${draft}@example.com`),
    'a voucher': async (draft) =>
      test.sql(`insert into voucher_course (tenant, voucher_id, course_id) values ('coding', $1, $2)`, [
        await addRecord(test.sql, 'voucher', 'coding'),
        draft,
      ]),
    'another course of its discount': async (draft) =>
      test.sql(
        `insert into discount_course (tenant, discount_id, course_id)
        select 'coding', discount_id, $2 from discount_course where course_id = $1`,
        [draft, await addCourse('Ikut diskon')],
      ),
  };

  it.each(Object.entries(changes))('is 409 with %s, and deletes no draft of the series', async (what, change) => {
    const { id, sections } = await addBatch(`Tetap ${what} Batch 1`);
    await addLesson(sections[0]!, null, 'ARTICLE', 'NONE');
    await addDiscount(`Tetap ${what}`, [id], [at('2026-05-01'), null]);
    const { body } = await create(id, { startDate: '2026-09-01', further: [{ startDate: '2026-12-01' }] });
    await change(body.courses[1]!.courseId);
    expect((await undo(id, body.courses)).status).toBe(409);
    expect((await detail(body.courses[0]!.courseId)).name).toContain('Batch 2');
    expect(await test.sql('select name from discount where name like $1', [`Tetap ${what}%`])).toHaveLength(3);
  });

  it('is 400 at the path of a draft that is none of the course, and 404 for an unknown course', async () => {
    const { id } = await addBatch('Punya Batch 1');
    const other = await addBatch('Orang Batch 1');
    const { body } = await create(id, { startDate: '2026-09-01' });
    const { body: others } = await create(other.id, { startDate: '2026-09-01' });
    const itself = { courseId: id, seen: (await preview(id, { startDate: '2026-09-01' })).seen };
    const twice = [...body.courses, ...body.courses];
    for (const [courses, at] of [
      [[...body.courses, { courseId: unknown, seen: '' }], 1],
      [[...others.courses, ...body.courses], 0],
      [[itself], 0],
      [twice, 1],
    ] as const)
      expect(await undo(id, [...courses])).toMatchObject({
        status: 400,
        body: { errors: [{ path: `courses.${at}.courseId` }] },
      });
    expect((await undo(unknown, body.courses)).status).toBe(404);
    expect((await detail(body.courseId)).name).toBe('Punya Batch 2');
    expect((await undo(id, body.courses)).status).toBe(200);
  });
});

describe('an instructor', () => {
  it('makes the next batch of a course that names them, without its discounts, and of no other', async () => {
    const instructor = await test.as('instructor');
    const named = { name: 'Tester instructor', userId: instructor.userId };
    const mine = await addCourse('Milik saya', { instructors: [named] });
    await addClass(mine, '2026-06-02');
    await addDiscount('Harga', [mine], [null, at('2026-06-01')]);
    const plan = await preview(mine, { startDate: '2026-09-01' }, instructor);
    expect([plan.keptDiscounts, plan.batches[0]!.dates.length]).toEqual([['Harga'], 1]);
    const { body, status } = await create(mine, { startDate: '2026-09-01', seen: plan.seen }, instructor);
    expect(status).toBe(201);
    expect((await instructor.call(getCourse, { params: { id: body.courseId } })).body.instructors).toMatchObject([
      named,
    ]);
    expect(await test.sql(`select from discount where name like 'Harga%'`, [])).toHaveLength(1);
    expect(
      (
        await (
          await test.as('customer-service')
        ).call(previewNextBatch, { params: { id: mine }, body: { startDate: '2026-09-01' } })
      ).status,
    ).toBe(403);
    expect(
      (
        await (
          await test.as('admin', 'cyber')
        ).call(createNextBatch, { params: { id: mine }, body: { startDate: '2026-09-01' } })
      ).status,
    ).toBe(404);
  });
});
