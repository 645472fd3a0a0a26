/** Tests what waits in teaching on the start page: classes, attendance and failed videos. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getToday } from '#contract/home/endpoints.ts';
import type { TodayKind } from '#contract/home/today.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { homeRoutes } from '../areas/home/routes.ts';

/** 17.00 in Jakarta. */
const now = new Date('2026-12-01T10:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
const at = (ms: number) => new Date(now.getTime() + ms).toISOString();

let test: TestApp;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  test = await testAppOf([homeRoutes([])]);
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

type Kind = Parameters<typeof addRecord>[1];
const add = (kind: Kind, values: object = {}) => addRecord(test.sql, kind, 'coding', { ...values });
const of = async (kind: TodayKind, role: Role = 'instructor') =>
  (await (await test.as(role)).call(getToday, { query: { kind } })).body.items;
const namesOf = async (kind: TodayKind) => (await of(kind)).map(({ name }) => name);

let course: string;
let position = 0;
const section = (name: string, times: object, values: object = {}) =>
  add('section', { name, course_id: course, position: (position += 1), ...times, ...values });
const lesson = (name: string, section_id: string, values: object = {}) =>
  add('lesson', { name, section_id, type: 'LIVE_CLASS', ...values });
const enrol = async (id: string) =>
  test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [id, await add('user')]);
const took = async (lesson_id: string) =>
  test.sql(`insert into attendance (tenant, lesson_id, user_id, status) values ('coding', $1, $2, 'PRESENT')`, [
    lesson_id,
    await add('user'),
  ]);

beforeAll(async () => {
  const values = { name: 'Kelas Malam', type: 1, is_published: false, meeting_url: 'https://meet.test/course' };
  course = await add('course', values);
  // Publishing needs a lesson.
  await add('lesson', { name: 'Bacaan', section_id: await section('Pengantar', {}), type: 'ARTICLE' });
  await test.sql('update course set is_published = true where id = $1', [course]);
  await enrol(course);
});

describe('classes today', () => {
  it('begin at midnight in Jakarta and end before the next; without a lesson they leave when they are over', async () => {
    const ms = (moment: string, more: number) => new Date(Date.parse(moment) + more).toISOString();
    const [start, end] = ['2026-11-30T17:00:00.000Z', '2026-12-01T17:00:00.000Z'];
    const held = async (name: string, start_at: string) =>
      lesson(name, await section(`Bagian ${name}`, { start_at, end_at: ms(start_at, hour) }));
    await held('Kemarin', ms(start, -1));
    await held('Tengah malam', start);
    await held('Terakhir', ms(end, -1));
    await held('Besok', end);
    await section('Sudah lewat', { start_at: at(-3 * hour), end_at: at(-2 * hour) });
    await section('Tanpa pelajaran', { start_at: at(-hour), end_at: at(hour) });
    expect(await namesOf('class-today')).toEqual(['Tengah malam', 'Tanpa pelajaran', 'Terakhir']);
  });

  it('use the time of the live lesson, else that of its section; other lessons are no classes', async () => {
    const times = { start_at: at(-2 * hour), end_at: at(hour) };
    const own = await section('Bagian dengan waktu sendiri', { start_at: at(-9 * day), end_at: at(-9 * day + hour) });
    const id = await lesson('Kelas pengganti', own, { ...times, meeting_url: 'https://meet.test/own' });
    const room = { gmeet_url: 'https://meet.test/room' };
    const shared = await section('Bagian', { start_at: at(2 * hour), end_at: at(3 * hour) }, room);
    await lesson('Kelas bagian', shared);
    await add('lesson', { name: 'Rekaman', section_id: shared, type: 'VIDEO' });
    const elsewhere = await section('Bagian pindah', { start_at: at(hour), end_at: at(2 * hour) });
    await lesson('Kelas pindah', elsewhere, { start_at: at(3 * day), end_at: at(3 * day + hour) });
    const items = await of('class-today');
    expect(items.find((item) => item.id === id)).toMatchObject({
      name: 'Kelas pengganti',
      about: 'Kelas Malam',
      meetingUrl: 'https://meet.test/own',
      at: at(-2 * hour),
      endAt: at(hour),
      record: { kind: 'lesson', id },
      course: { id: course, type: 'fast-track' },
    });
    const names = items.map(({ name }) => name);
    expect(items.find(({ name }) => name === 'Kelas bagian')?.meetingUrl).toBe('https://meet.test/room');
    expect(names).not.toContain('Rekaman');
    expect(names).not.toContain('Kelas pindah');
  });

  it('leave when their attendance is taken, and are those of published courses with members', async () => {
    const id = await lesson('Diabsen', await section('Bagian', { start_at: at(0) }));
    const draft = await add('course', { is_published: false });
    await enrol(draft);
    await lesson('Kelas draf', await add('section', { course_id: draft, start_at: at(0) }));
    expect(await namesOf('class-today')).toContain('Diabsen');
    expect(await namesOf('class-today')).not.toContain('Kelas draf');
    await took(id);
    expect(await namesOf('class-today')).not.toContain('Diabsen');
  });

  it('of a published course leave with its last member, whether attendance was to be taken or not', async () => {
    const empty = await add('course', { name: 'Kelas kosong', is_published: false });
    const of_empty = { course_id: empty };
    await lesson('Tanpa anggota', await section('Bagian kosong', { start_at: at(hour) }, of_empty));
    await lesson('Lama tanpa anggota', await section('Bagian lama', { start_at: at(-3 * day) }, of_empty));
    await test.sql('update course set is_published = true where id = $1', [empty]);
    const listed = async () => [...(await namesOf('class-today')), ...(await namesOf('attendance-missing'))];
    expect((await listed()).filter((name) => name.includes('anggota'))).toEqual([]);
    await enrol(empty);
    expect(await listed()).toEqual(expect.arrayContaining(['Tanpa anggota', 'Lama tanpa anggota']));
    await test.sql('delete from course_user where course_id = $1', [empty]);
    expect((await listed()).filter((name) => name.includes('anggota'))).toEqual([]);
  });
});

describe('missing attendance', () => {
  it('is listed for classes of the 60 days before today, oldest first', async () => {
    const past = async (name: string, start_at: string) => lesson(name, await section(`Bagian ${name}`, { start_at }));
    await past('Pekan lalu', at(-7 * day));
    await past('Bulan lalu', at(-30 * day));
    await past('Terlalu lama', at(-61 * day));
    await took(await past('Sudah diabsen', at(-8 * day)));
    await section('Tanpa pelajaran', { start_at: at(-5 * day) });
    expect(await namesOf('attendance-missing')).toEqual(['Bulan lalu', 'Pekan lalu', 'Kemarin']);
    expect(await of('attendance-missing', 'customer-service')).toEqual([]);
  });
});

describe('certificates', () => {
  it('are listed per finished cohort with ready members, as many as there are', async () => {
    const cohort = async (name: string, end_date: string, ready: number) => {
      const id = await add('course', { name, type: 1, is_published: false, start_date: '2026-01-01', end_date });
      await add('lesson', { section_id: await add('section', { course_id: id }), type: 'ARTICLE' });
      await test.sql('update course set is_published = true where id = $1', [id]);
      await test.sql('update certificate_ready set ready = $2 where course_id = $1', [id, ready]);
    };
    await cohort('Selesai kemarin', '2026-11-30', 12);
    await cohort('Selesai lama', '2026-06-30', 1);
    await cohort('Belum ada', '2026-06-30', 0);
    await cohort('Hari terakhir', '2026-12-01', 5);
    const found = (await of('certificates-ready')).map(({ name, count, at: ended }) => [name, count, ended]);
    expect(found).toEqual([
      ['Selesai lama', 1, '2026-06-30T17:00:00.000Z'],
      ['Selesai kemarin', 12, '2026-11-30T17:00:00.000Z'],
    ]);
    const { figures } = (await (await test.as('instructor')).call(getToday, { query: {} })).body;
    expect(figures).toContainEqual({ name: 'certificates-ready', total: 2 });
  });
});

describe('failed videos', () => {
  it('are listed once, with a lesson that has them, and not again as the failed job', async () => {
    const upload_id = await add('upload', { name: 'rusak.mp4', type: 'video/mp4', url: '/files/rusak.mp4' });
    const videoId = await add('video', { upload_id, reason: 'No video in this file' });
    const unused = await add('video', { reason: 'Nobody has it' });
    const fine = await add('upload', { type: 'video/mp4', url: '/files/baik.mp4' });
    await add('video', { upload_id: fine, status: 'FINISHED' });
    const section_id = await add('section', { course_id: await add('course', { name: 'Belajar Rust' }) });
    const values = { section_id, type: 'VIDEO' };
    const first = await add('lesson', { ...values, name: 'Pembuka', video_source: '/files/rusak.mp4' });
    await add('lesson', { ...values, name: 'Salinan', video_source: '/files/rusak.mp4' });
    await add('lesson', { ...values, name: 'Baik', video_source: '/files/baik.mp4' });
    const job = (name: string, ids: object) => add('job', { name, data: { tenant: 'coding', ids } });
    await job('process-video', { videoId });
    const [lonely, mail] = [await job('process-video', { videoId: unused }), await job('send-mail', {})];
    expect(await of('failed-video')).toMatchObject([
      {
        id: videoId,
        name: 'Pembuka',
        about: 'Belajar Rust',
        reason: 'No video in this file',
        record: { kind: 'lesson', id: first },
      },
    ]);
    const jobs = (await of('failed-job', 'superadmin')).map(({ id }) => id);
    expect(jobs.toSorted()).toEqual([lonely, mail].toSorted());
  });
});
