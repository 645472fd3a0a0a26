/** Tests changes of a course and the conditions for publishing it. */
import { afterAll, describe, expect, it } from 'vitest';
import * as course from '#contract/course/endpoints.ts';
import { CourseStatus } from '#contract/course/rules.ts';
import { courseApp, inDays } from './testing/course-app.ts';

const { test, create, detail, put, addSection, ready, enrol } = await courseApp();
afterAll(() => test.close());

describe('changing', () => {
  it('saves every field, raises the version and writes an audit row', async () => {
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

  it('keeps omitted fields, and the version when nothing differs', async () => {
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

  it('refuses an old version with who changed it first, and a course of another tenant', async () => {
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

  it('keeps only the editor’s markup of a description, without scripts and drawings', async () => {
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

  it('refuses a capacity below the number of members', async () => {
    const id = await ready('Kelas Penuh', 'fast-track', { capacity: 2 });
    for (const member of ['penuh1', 'penuh2']) await enrol(id, member);
    expect(await put(id, { type: 1, capacity: 1 })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'capacity', message: '2 members are assigned already; unassign some first' }] },
    });
    expect((await put(id, { type: 1, capacity: 2, name: 'Kelas Tetap Penuh' })).status).toBe(200);
  });

  it('removes the shift with null, and refuses cohort fields in a regular course', async () => {
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
  it('lists everything that is missing and publishes nothing', async () => {
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

  it('requires a lesson, not only a section', async () => {
    const id = await create('Tanpa Materi');
    await addSection(id);
    const refused = await put(id, { type: 0, thumbnail: '/a.svg', category: 'data', isPublished: true });
    expect(refused).toMatchObject({ status: 409, body: { message: 'This course needs a lesson to be published' } });
  });

  it('requires an existing picture, as far as this server can tell', async () => {
    const id = await ready('Gambar Hilang');
    const publish = (thumbnail: string) => put(id, { type: 0, thumbnail, isPublished: true });
    const file = (letter: string, extension = 'png') => `coding/course/${letter.repeat(32)}.${extension}`;
    for (const [key, type, at] of [
      [file('a'), 'image/png', 'now()'],
      [file('b'), 'image/png', 'null'],
      [file('c', 'pdf'), 'application/pdf', 'now()'],
    ] as const)
      await test.sql(
        `insert into upload (tenant, key, url, name, type, finished_at) values ('coding', $1, '/files/' || $1, 'x', $2, ${at})`,
        [key, type],
      );
    for (const lost of [file('b'), file('c', 'pdf'), file('d'), 'cyber/course/file.png'])
      expect(await publish(`/files/${lost}`)).toMatchObject({
        status: 409,
        body: {
          message: 'This course needs a thumbnail that loads to be published',
          errors: [{ path: 'thumbnail', message: 'Needs a thumbnail that loads' }],
        },
      });
    expect((await publish(`/files/${file('a')}`)).status).toBe(200);
    // Files of other sites are not checked by the server.
    expect((await publish(`https://img.example.com/${file('d')}`)).status).toBe(200);
    await test.sql('update course set thumbnail = $1 where id = $2', [`/files/${file('d')}`, id]);
    expect((await put(id, { type: 0, price: 1000 })).status).toBe(200);
  });

  it('makes a regular course on going, keeps it complete, and can be undone', async () => {
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
  ])('gives a cohort the status of its dates: %s', async (when, start, end, status) => {
    const id = await ready(`Angkatan ${when}`, 'fast-track', {
      startDate: inDays(start),
      endDate: inDays(end),
      isPublished: true,
    });
    expect((await detail(id)).status).toBe(status);
  });

  it('prevents a concurrent deletion of the last lesson', async () => {
    const id = await ready('Sementara Itu');
    const taken = test.database
      .tenant('coding')
      .transaction()
      .execute(async (tx) => {
        await tx
          .deleteFrom('lesson')
          .where('sectionId', 'in', (sections) =>
            sections.selectFrom('courseSection').select('id').where('courseId', '=', id),
          )
          .execute();
        expect((await put(id, { type: 0, isPublished: true })).status).toBe(200);
      });
    await expect(taken).rejects.toMatchObject({ code: 'HT409' });
  });

  it('is refused while the last lesson is being deleted', { tags: ['system'] }, async () => {
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
