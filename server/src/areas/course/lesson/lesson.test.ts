/** Tests creating, placing, sanitizing and changing lessons of each type, and the pictures of classes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as lesson from '#contract/course/lesson/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { lessonRoutes } from './routes.ts';

let test: TestApp;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([lessonRoutes]);
  instructor = await test.as('instructor');
});
afterAll(() => test.close());

const aSection = () => addRecord(test.sql, 'section', 'coding');
const create = (sectionId: string, extra: object = {}) =>
  instructor.call(lesson.createLesson, { body: { sectionId, name: 'Materi', ...extra } });
const aLesson = async (extra: object = {}) => (await create(await aSection(), extra)).body.lessonId;
const get = async (id: string) => (await instructor.call(lesson.getLesson, { params: { id } })).body;
const put = (id: string, body: object, ifMatch?: string) =>
  instructor.call(lesson.updateLesson, { params: { id }, body }, ifMatch ? { ifMatch } : {});

const keyOf = (name: string, extension: string) =>
  `coding/lesson/${Buffer.from(name).toString('hex').padEnd(32, '0')}.${extension}`;
/** Inserts an uploaded file of that type; returns its id. */
async function addUpload(name: string, type: string, extension: string) {
  const key = keyOf(name, extension);
  const [upload] = await test.sql(
    `insert into upload (tenant, key, url, name, type, size, finished_at)
      values ('coding', $1, '/files/' || $1, $2, $3, 1, now()) returning id`,
    [key, name, type],
  );
  return upload?.['id'];
}

describe('a lesson', () => {
  it.each(['VIDEO', 'ARTICLE', 'FILE', 'LIVE_CLASS', 'PROJECT'])('of the type %s needs only a name', async (type) => {
    expect(await get(await aLesson({ type }))).toMatchObject({
      name: 'Materi',
      type,
      materialType: 'NONE',
      description: '',
      content: '',
      duration: 0,
      videoSource: null,
      attachments: [],
      isPreview: false,
      startAt: null,
      endAt: null,
      meetingUrl: null,
      location: null,
      lockRule: 'NONE',
      priority: 1,
      documentations: [],
      isAttendanceSubmitted: false,
      version: 1,
    });
  });

  it('is inserted at the requested position, else at the end', async () => {
    const section = await aSection();
    const made: string[] = [];
    for (const priority of [undefined, undefined, 2, 99, 1])
      made.push((await create(section, { priority })).body.lessonId);
    const rows = await test.sql('select item_id from section_item where section_id = $1 order by position', [section]);
    expect(rows.map((row) => made.indexOf(String(row['item_id'])))).toEqual([4, 0, 2, 1, 3]);
    expect(await get(made[2]!)).toMatchObject({ priority: 3 });
  });

  it('stores sanitized text, and sizes of files from the uploads', async () => {
    await test.sql(`insert into upload (tenant, key, url, name, type, size, finished_at)
      values ('coding', 'modul', '/files/modul', 'Modul', 'application/pdf', 4321, now())`);
    const id = await aLesson({
      content: '<p onclick="x()">Hai <b>kamu</b></p><script>x()</script>',
      attachments: [
        { name: 'Modul', url: '/files/modul' },
        { name: 'Luar', url: 'https://example.com/a.pdf' },
      ],
    });
    expect(await get(id)).toMatchObject({
      content: '<p>Hai <strong>kamu</strong></p>',
      attachments: [
        { name: 'Modul', url: '/files/modul', size: 4321 },
        { name: 'Luar', url: 'https://example.com/a.pdf', size: 0 },
      ],
    });
  });

  it('is refused and unchanged when its text is too long after sanitizing', async () => {
    const id = await aLesson({ content: '<p>Pendek</p>' });
    const before = await get(id);
    expect(await put(id, { content: '<a href="https://a.id">a</a>'.repeat(1700) })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'content', message: 'At most 50000 characters with its formatting' }] },
    });
    expect(await get(id)).toEqual(before);
  });

  it('keeps its time when it was held; other fields can be changed', async () => {
    const at = { startAt: '2026-03-02T12:00:00.000Z', endAt: '2026-03-02T14:00:00.000Z' };
    const id = await aLesson({ type: 'LIVE_CLASS', ...at });
    await test.sql(`insert into attendance (tenant, lesson_id, user_id, status) values ('coding', $1, $2, 'PRESENT')`, [
      id,
      await addRecord(test.sql, 'user', 'coding'),
    ]);
    for (const moved of [{ startAt: '2026-03-02T11:00:00Z' }, { endAt: '2026-03-02T15:00:00Z' }])
      expect(await put(id, moved)).toMatchObject({
        status: 409,
        body: {
          message: 'Its attendance was taken: a class that was held cannot be moved',
          errors: [{ path: 'startAt' }],
        },
      });
    expect((await put(id, { name: 'Nama baru', startAt: '2026-03-02T19:00:00+07:00' })).status).toBe(200);
    expect(await get(id)).toMatchObject({ name: 'Nama baru', ...at });
  });

  it('keeps fields that a change omits, and ignores videoURL', async () => {
    const id = await aLesson({
      videoURL: 'https://example.com/x.m3u8',
      description: 'Isi',
      duration: 12,
      lockRule: 'PREV_QUIZ',
      isPreview: true,
    });
    const before = await get(id);
    expect(before).toMatchObject({
      videoSource: null,
      description: 'Isi',
      duration: 12,
      lockRule: 'PREV_QUIZ',
      isPreview: true,
    });
    expect((await put(id, { name: 'Baru', videoURL: 'https://example.com/y.m3u8' })).body).toEqual({
      lessonId: id,
      version: 2,
    });
    expect(await get(id)).toEqual({ ...before, name: 'Baru', version: 2, updatedAt: expect.any(String) });
    for (const body of [
      { startAt: null, endAt: '2026-03-02T12:00:00Z' },
      { type: 'AUDIO' },
      { name: '' },
      { duration: -1 },
    ])
      expect((await put(id, body)).status).toBe(400);
    expect(await get(id)).toMatchObject({ name: 'Baru', version: 2 });
  });

  it('refuses a source that is not an uploaded video of its brand, and stays unchanged', async () => {
    await addUpload('gambar', 'image/png', 'png');
    await test.sql(`insert into upload (tenant, key, url, name, type, size, finished_at) values
      ('cyber', 'cyber/a.mp4', '/files/cyber/a.mp4', 'a', 'video/mp4', 1, now()),
      ('coding', 'coding/b.mp4', '/files/coding/b.mp4', 'b', 'video/mp4', 1, null)`);
    const id = await aLesson();
    const refusal = {
      status: 400,
      body: { errors: [{ path: 'videoSource', message: 'No uploaded video has this address; choose a file' }] },
    };
    for (const videoSource of [
      `/files/${keyOf('gambar', 'png')}`,
      '/files/coding/lesson/tidak-ada.mp4',
      '/files/cyber/a.mp4',
      '/files/coding/b.mp4',
      'https://youtu.be/abc',
      'http://169.254.169.254/latest/meta-data',
    ]) {
      expect(await put(id, { videoSource })).toMatchObject(refusal);
      expect(await create(await aSection(), { videoSource })).toMatchObject(refusal);
    }
    expect(await get(id)).toMatchObject({ videoSource: null, version: 1 });
  });

  it('with a source from before, on another site, can be changed otherwise', async () => {
    const id = await aLesson();
    await test.sql(`update lesson set video_source = 'https://youtu.be/abc' where id = $1`, [id]);
    expect((await put(id, { name: 'Lain', videoSource: 'https://youtu.be/abc' })).status).toBe(200);
  });

  it('keeps its own minutes beside those of its video', async () => {
    const upload = await addUpload('rekaman', 'video/mp4', 'mp4');
    const videoSource = `/files/${keyOf('rekaman', 'mp4')}`;
    const id = await aLesson({ duration: 7, videoSource });
    await test.sql(`update video set duration_ms = 600000 where upload_id = $1`, [upload]);
    expect(await get(id)).toMatchObject({ duration: 10 });
    await put(id, { name: 'Lain' });
    expect(await get(id)).toMatchObject({ name: 'Lain', duration: 10 });
    await put(id, { videoSource: null });
    expect(await get(id)).toMatchObject({ duration: 7 });
  });

  it('is changed and deleted only with the current version, in its own brand', async () => {
    const id = await aLesson();
    await put(id, { name: 'Dulu' }, '"v1"');
    expect(await put(id, { name: 'Nanti' }, '"v1"')).toMatchObject({
      status: 412,
      body: { conflict: { by: 'Tester instructor', version: 2 } },
    });
    const stranger = await test.as('instructor', 'cyber');
    expect((await stranger.call(lesson.getLesson, { params: { id } })).status).toBe(404);
    expect((await stranger.call(lesson.deleteLesson, { params: { id } })).status).toBe(404);
    expect((await instructor.call(lesson.deleteLesson, { params: { id } })).body).toEqual({ lessonId: id });
    expect((await instructor.call(lesson.getLesson, { params: { id } })).status).toBe(404);
    expect(await test.sql('select 1 from section_item where item_id = $1', [id])).toEqual([]);
  });

  it('has the specification’s messages', () => {
    expect(lesson.createLesson.messages).toEqual({
      ok: 'Create Lesson Success',
      fail: 'Fail to Create New Lesson',
      preferServer: true,
    });
    expect(lesson.updateLesson.messages?.ok).toBe('Update Lesson Success');
    expect([lesson.addDocumentation.messages, lesson.deleteDocumentation.messages]).toEqual([
      { ok: 'Successfully Uploaded Lesson Documentation!', fail: 'Fail to Upload Lesson Documentation' },
      { ok: 'Successfully Deleted Lesson Documentation!', fail: 'Fail to Delete Lesson Documentation' },
    ]);
  });
});

describe('a picture of a class', () => {
  it('is added and deleted, fifty at most', async () => {
    const id = await aLesson({ type: 'LIVE_CLASS' });
    const add = (image_url: string) =>
      instructor.call(lesson.addDocumentation, { params: { id }, body: { image_url } });
    const { status, body } = await add('https://example.com/kelas.jpg');
    expect([status, body.image_url]).toEqual([201, 'https://example.com/kelas.jpg']);
    expect((await get(id)).documentations).toEqual([{ id: body.id, image_url: 'https://example.com/kelas.jpg' }]);
    expect(await add('/files/tidak-ada.png')).toMatchObject({ status: 400, body: { errors: [{ path: 'image_url' }] } });
    const params = { id: body.id };
    const stranger = await test.as('instructor', 'cyber');
    expect((await stranger.call(lesson.deleteDocumentation, { params })).status).toBe(404);
    expect((await instructor.call(lesson.deleteDocumentation, { params })).body).toEqual({ id: body.id });
    expect((await instructor.call(lesson.deleteDocumentation, { params })).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 53 }, (_, n) => add(`https://example.com/${n}.jpg`)));
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(3);
    expect((await get(id)).documentations).toHaveLength(50);
  });
});
