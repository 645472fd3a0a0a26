/** Proves the calls of courses: listing, creating, changing, publishing, duplicating, deleting. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as course from '#contract/course.ts';
import { CourseStatus, jakartaDay } from '#contract/course-rules.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { courseRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;

type Type = 'flexy' | 'fast-track';
type Change = Partial<Parameters<typeof put>[1]>;

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
/** A course that may be published. */
const ready = async (name: string, type: Type = 'flexy', extra: Change = {}) => {
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
/** A new member who has the course. */
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
const inDays = (days: number) => jakartaDay(new Date(Date.now() + days * 24 * 3_600_000));

beforeAll(async () => {
  test = await testAppOf([courseRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

describe('the list of courses', () => {
  it('shows one type, newest first, and this tenant’s alone', async () => {
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

  it('finds by part of a name, category and publication, and counts what it finds', async () => {
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

  it('refuses a type, category or page that is none', async () => {
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
    expect((wrong.body as unknown as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'pageSize',
      'filter',
      'isPublished',
    ]);
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
  it('makes an empty draft of its type with a slug nobody has', async () => {
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

  it('gives ten that come at once ten different slugs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        instructor.call(course.createCourse, { params: { type: 'flexy' }, body: { name: 'Serempak' } }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBe(10);
    expect(new Set(await Promise.all(made.map(async ({ body }) => (await detail(body.courseId)).slug))).size).toBe(10);
  });

  it('refuses a name of spaces and a role that may not', async () => {
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

describe('changing', () => {
  it('saves every field, raises the version and leaves a trail', async () => {
    const id = await create('Semua Kolom', 'fast-track');
    const fields = {
      name: 'Semua Kolom Terisi',
      thumbnail: 'https://img.example.com/a.webp',
      category: 'design',
      productKind: 2,
      deliveryMode: 'offline',
      courseKind: 'private',
      price: 1_500_000,
      description: '<p>Isi</p>',
      learningOutcomes: ['Satu', 'Dua'],
      skills: ['Figma'],
      prerequisites: 'Tidak ada',
      level: 'advanced',
      instructors: [{ name: 'Intan', title: 'Desainer', photo: null, bio: '' }],
      introVideoUrl: 'https://video.example.com/1',
      whatsappGroupUrl: 'https://chat.example.com/1',
      hasCertificate: false,
      passingScore: 80,
      shift: 'WEEKEND',
      startDate: inDays(-1),
      endDate: inDays(1),
      capacity: 25,
      location: 'Bandung',
      meetingUrl: 'https://meet.example.com/1',
    };
    const saved = await put(id, { ...fields, type: 1 }, '"v1"');
    expect(saved).toMatchObject({ status: 200, body: { courseId: id, version: 2 }, headers: { etag: '"v2"' } });
    expect(await detail(id)).toMatchObject({ ...fields, slug: 'semua-kolom', version: 2 });
    const [entry] = await test.sql('select * from audit where record_id = $1 order by id desc limit 1', [id]);
    expect(entry).toMatchObject({
      actor_name: 'Tester instructor',
      action: 'update',
      before: { name: 'Semua Kolom' },
      after: { name: 'Semua Kolom Terisi', shift_id: 4 },
    });
  });

  it('leaves alone what is not sent, and the version when nothing differs', async () => {
    const id = await ready('Sebagian');
    const { version } = await detail(id);
    expect((await put(id, { type: 0, category: 'programming' })).body.version).toBe(version);
    await put(id, { type: 0, price: 75_000 });
    expect(await detail(id)).toMatchObject({
      price: 75_000,
      thumbnail: '/demo/a.svg',
      category: 'programming',
      version: version + 1,
    });
  });

  it('refuses who saw an older version, saying who was first, and a course of another tenant', async () => {
    const id = await ready('Basi');
    const stale = await put(id, { type: 0, price: 1 }, '"v1"');
    expect(stale).toMatchObject({ status: 412, body: { conflict: { by: 'Tester instructor', version: 2 } } });
    const elsewhere = await (
      await test.as('admin', 'data')
    ).call(course.updateCourse, { params: { id }, body: { type: 0, price: 1 } });
    expect(elsewhere.status).toBe(404);
    expect((await detail(id)).price).toBe(200_000);
  });

  it.each([
    ['another type', { type: 0 }, 'type', 'A course does not change its type'],
    ['a shift that is none', { type: 1, shift: 'MIDNIGHT' }, 'shift', 'There is no such shift'],
    [
      'an end before the start',
      { type: 1, startDate: '2026-12-02', endDate: '2026-12-01' },
      'endDate',
      'Ends before it starts',
    ],
    ['an end without a start', { type: 1, endDate: '2026-12-01' }, 'startDate', 'Needs a start'],
    ['no capacity', { type: 1, capacity: 0 }, 'capacity', 'At least 1'],
    [
      'onsite without a place',
      { type: 1, deliveryMode: 'offline', location: '  ' },
      'location',
      'An onsite course needs a location',
    ],
    ['a day that is none', { type: 1, startDate: '2026-02-30' }, 'startDate', 'Not a date'],
    [
      'a link that would run',
      { type: 1, meetingUrl: 'javascript:alert(1)' },
      'meetingUrl',
      'Not a web address (https://…)',
    ],
  ] as [string, { type: 0 | 1 }, string, string][])('refuses %s', async (what, change, path, message) => {
    const id = await create(`Tolak ${what}`, 'fast-track');
    expect(await put(id, change)).toMatchObject({ status: 400, body: { errors: [{ path, message }] } });
    expect((await detail(id)).version).toBe(1);
  });

  it('keeps of a description what the editor makes, and nothing that runs or draws', async () => {
    const id = await create('Kelas Berteks');
    const own =
      '<h2>Isi</h2><p>a &amp; b<br><strong>tebal</strong> <em>miring</em>&nbsp;é</p><ul><li><p>satu</p></li></ul>' +
      '<p><a target="_blank" rel="noopener noreferrer nofollow" href="https://example.com/?a=1&amp;b=2">tautan</a></p>';
    await put(id, { type: 0, description: own });
    expect((await detail(id)).description).toBe(own);
    await put(id, {
      type: 0,
      description:
        '<p onclick="x()">Halo<script>x()</script><img src=x onerror=x()><style>*{}</style></p><a href="javascript:x()">tautan</a><iframe src="//x"></iframe>',
    });
    expect((await detail(id)).description).toBe(
      '<p>Halo</p><a target="_blank" rel="noopener noreferrer nofollow">tautan</a>',
    );
  });

  it('refuses fewer places than there are members', async () => {
    const id = await ready('Kelas Penuh', 'fast-track', { capacity: 2 });
    for (const member of ['penuh1', 'penuh2']) await enrol(id, member);
    expect(await put(id, { type: 1, capacity: 1 })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'capacity', message: '2 members are assigned already; unassign some first' }] },
    });
    expect((await put(id, { type: 1, capacity: 2, name: 'Kelas Tetap Penuh' })).status).toBe(200);
  });

  it('takes the shift away with null, and keeps a cohort out of a regular course', async () => {
    const cohort = { shift: 'MORNING', startDate: inDays(2), endDate: inDays(3), capacity: 10 };
    const fast = await create('Tanpa Shift', 'fast-track');
    await put(fast, { type: 1, ...cohort });
    await put(fast, { type: 1, shift: null });
    expect(await detail(fast)).toMatchObject({ ...cohort, shift: null });
    const regular = await create('Tanpa Angkatan');
    expect((await put(regular, { type: 0, ...cohort, endDate: inDays(1) })).status).toBe(200);
    expect(await detail(regular)).toMatchObject({ shift: null, startDate: null, endDate: null, capacity: null });
  });
});

describe('publishing', () => {
  it('names everything that is missing and publishes nothing', async () => {
    const id = await create('Belum Siap');
    const refused = await put(id, { type: 0, price: 90_000, isPublished: true });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'This course needs a thumbnail, a category, a section, and a lesson to be published',
        errors: [{ path: 'thumbnail' }, { path: 'category' }, { path: 'sections' }, { path: 'lessons' }],
      },
    });
    expect(await detail(id)).toMatchObject({ isPublished: false, price: 0 });
  });

  it('wants a lesson, not only a section', async () => {
    const id = await create('Tanpa Materi');
    await addSection(id);
    const refused = await put(id, { type: 0, thumbnail: '/a.svg', category: 'data', isPublished: true });
    expect(refused).toMatchObject({ status: 409, body: { message: 'This course needs a lesson to be published' } });
  });

  it('makes a regular course on going, keeps it fit, and can be taken back', async () => {
    const id = await ready('Terbit');
    expect((await put(id, { type: 0, isPublished: true })).status).toBe(200);
    expect((await detail(id)).status).toBe(CourseStatus.ON_GOING);
    expect(await put(id, { type: 0, thumbnail: null })).toMatchObject({
      status: 409,
      body: { message: 'This course needs a thumbnail to be published' },
    });
    expect((await put(id, { type: 0, isPublished: false, thumbnail: null })).status).toBe(200);
    expect((await detail(id)).status).toBe(CourseStatus.DRAFT);
  });

  it.each([
    ['before its first day', 1, 5, CourseStatus.TO_DO],
    ['on its only day', 0, 0, CourseStatus.ON_GOING],
    ['after its last day', -5, -1, CourseStatus.FINISHED],
  ])('gives a cohort the status of its days: %s', async (when, start, end, status) => {
    const id = await ready(`Angkatan ${when}`, 'fast-track', {
      startDate: inDays(start),
      endDate: inDays(end),
      isPublished: true,
    });
    expect((await detail(id)).status).toBe(status);
  });

  it('is not possible at the moment when the last lesson goes', async () => {
    const tries: string[] = [];
    for (let n = 0; n < 12; n += 1) tries.push(await ready(`Bersamaan ${n}`));
    const db = test.database.tenant('coding');
    await Promise.all(
      tries.flatMap((id) => [
        put(id, { type: 0, isPublished: true }),
        db
          .deleteFrom('lesson')
          .where('sectionId', 'in', (sections) =>
            sections.selectFrom('courseSection').select('id').where('courseId', '=', id),
          )
          .execute()
          .catch((error: { code: string }) => expect(error.code).toBe('HT409')),
      ]),
    );
    expect(
      await test.sql(
        `select id from course where id = any($1) and is_published and not exists (
          select 1 from course_section s join lesson l on l.section_id = s.id where s.course_id = course.id)`,
        [tries],
      ),
    ).toEqual([]);
  });
});

describe('duplicating', () => {
  it('copies the content as a draft without users, dates, links and other people’s trail', async () => {
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

  it('is made once when the same request is sent again', async () => {
    const id = await create('Sekali Saja');
    const copy = () =>
      instructor.call(course.duplicateCourse, { params: { id } }, { headers: { 'idempotency-key': 'salin-1' } });
    expect((await copy()).body).toEqual((await copy()).body);
    expect(await test.sql(`select count(*)::int as n from course where name = 'Sekali Saja (copy)'`)).toEqual([
      { n: 1 },
    ]);
  });

  it('knows no course of another tenant', async () => {
    const id = await create('Milik Kami');
    expect((await (await test.as('admin', 'cyber')).call(course.duplicateCourse, { params: { id } })).status).toBe(404);
  });
});

describe('deleting', () => {
  it('takes the curriculum and the discounts’ links with it', async () => {
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

  it('is refused while users are assigned, saying how many', async () => {
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
    expect((await detail(id)).totalMembers).toBe(2);
  });

  it('is refused while a learning path holds it, naming the path', async () => {
    const id = await create('Di Jalur');
    const path = await insert(
      `insert into learning_path (tenant, name, slug) values ('coding', 'Jalur Web', 'jalur-web')`,
      [],
    );
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      [path, id],
    );
    expect(await instructor.call(course.deleteCourse, { params: { id } })).toMatchObject({
      status: 409,
      body: { message: 'The learning path "Jalur Web" holds this course; unassign it there first' },
    });
  });
});

it('lists the shifts without the synthetic NONE', async () => {
  const { body } = await instructor.call(course.listShifts, {});
  expect(body.map(({ code }) => code)).toEqual(['MORNING', 'AFTERNOON', 'EVENING', 'WEEKEND']);
});
