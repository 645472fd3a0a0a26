/** Tests the blocks of the start page: their content, from which moment on, by role, and in which order. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getHome } from '#contract/home/endpoints.ts';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
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
  test = await testAppOf([homeRoutes]);
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

type Kind = Parameters<typeof addRecord>[1];
const add = (kind: Kind, values: object = {}, tenant: Tenant = 'coding') =>
  addRecord(test.sql, kind, tenant, { ...values });
const home = async (role: Role = 'superadmin', tenant: Tenant = 'coding') =>
  (await (await test.as(role, tenant)).call(getHome, {})).body;

describe('unpaid orders', () => {
  const order = (invoice_number: string, created_at: string, status = 'unpaid') =>
    add('order', { invoice_number, created_at, status });

  it('are listed from the 24th hour on, oldest first', async () => {
    await order('INV/24H', at(-day));
    await order('INV/SOON', at(-day + 1));
    await order('INV/OLD', at(-3 * day));
    await order('INV/PAID', at(-3 * day), 'paid');
    await order('INV/PENDING', at(-3 * day), 'pending');
    const { unpaidOrders } = await home();
    expect(unpaidOrders?.total).toBe(2);
    expect(unpaidOrders?.items.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['INV/OLD', 'INV/24H']);
  });

  it('are counted beyond the five that are shown', async () => {
    for (let n = 1; n <= 6; n += 1) await order(`INV/MORE/${n}`, at(-10 * day + n * hour));
    const { unpaidOrders } = await home();
    expect(unpaidOrders?.total).toBe(8);
    expect(unpaidOrders?.items.map(({ invoiceNumber }) => invoiceNumber)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `INV/MORE/${n}`),
    );
  });
});

describe('submissions', () => {
  it('are listed until they are reviewed, oldest first, with member and product', async () => {
    const course_id = await add('course', { name: 'Belajar Go' });
    const path_id = await add('learning-path', { name: 'Jalur Back-End' });
    const user_id = await add('user', { name: 'Rini', email: 'rini@sample.test' });
    const values = { user_id, status: 'not-reviewed' };
    await add('submission', { ...values, path_id, submitted_at: at(-hour) });
    await add('submission', { ...values, course_id, submitted_at: at(-2 * day) });
    await add('submission', { user_id, course_id, attempt: 2, status: null, submitted_at: at(-3 * day) });
    await add('submission', {
      user_id,
      course_id,
      attempt: 3,
      status: 'checked',
      review_score: 80,
      submitted_at: at(-9 * day),
    });
    const { submissions } = await home();
    expect(submissions).toMatchObject({
      total: 2,
      items: [
        { user: { id: user_id, name: 'Rini' }, productName: 'Belajar Go', submittedAt: at(-2 * day) },
        { user: { id: user_id, name: 'Rini' }, productName: 'Jalur Back-End', submittedAt: at(-hour) },
      ],
    });
  });
});

describe('classes today', () => {
  const start = '2026-11-30T17:00:00.000Z';
  const end = '2026-12-01T17:00:00.000Z';
  const ms = (moment: string, more: number) => new Date(Date.parse(moment) + more).toISOString();
  let course: string;
  let position = 0;
  const section = (name: string, times: object, values: object = {}) =>
    add('section', { name, course_id: course, position: (position += 1), ...times, ...values });
  const lesson = (name: string, section_id: string, values: object = {}) =>
    add('lesson', { name, section_id, type: 'LIVE_CLASS', ...values });
  const names = async () => (await home()).classes?.items.map(({ name }) => name);
  beforeAll(async () => {
    course = await add('course', {
      name: 'Kelas Malam',
      type: 1,
      is_published: false,
      meeting_url: 'https://meet.test/course',
    });
    // Publishing needs a lesson.
    const plain = await section('Pengantar', {});
    await add('lesson', { name: 'Bacaan', section_id: plain, type: 'ARTICLE' });
    await test.sql(`update course set is_published = true where id = $1`, [course]);
  });

  it('begin at midnight in Jakarta and end before the next', async () => {
    const at17 = (name: string, start_at: string) => section(name, { start_at, end_at: ms(start_at, hour) });
    await at17('Kemarin', ms(start, -1));
    await at17('Tengah malam', start);
    await at17('Terakhir', ms(end, -1));
    await at17('Besok', end);
    // Past classes come last.
    expect(await names()).toEqual(['Terakhir', 'Tengah malam']);
  });

  it('use the time of the live lesson, else that of its section; other lessons are no classes', async () => {
    const times = { start_at: at(-hour), end_at: at(hour) };
    const own = await section('Bagian dengan waktu sendiri', { start_at: at(-9 * day), end_at: at(-9 * day + hour) });
    const lessonId = await lesson('Kelas pengganti', own, { ...times, meeting_url: 'https://meet.test/own' });
    const shared = await section(
      'Bagian',
      { start_at: at(hour), end_at: at(2 * hour) },
      { gmeet_url: 'https://meet.test/room' },
    );
    await lesson('Kelas bagian', shared);
    await add('lesson', { name: 'Rekaman', section_id: shared, type: 'VIDEO' });
    const elsewhere = await section('Bagian pindah', { start_at: at(hour), end_at: at(2 * hour) });
    await lesson('Kelas pindah', elsewhere, { start_at: at(3 * day), end_at: at(3 * day + hour) });
    const { classes } = await home();
    expect(classes).toMatchObject({
      total: 4,
      items: [
        {
          name: 'Kelas pengganti',
          lessonId,
          courseName: 'Kelas Malam',
          meetingUrl: 'https://meet.test/own',
          startAt: at(-hour),
          endAt: at(hour),
        },
        { name: 'Kelas bagian', sectionId: shared, meetingUrl: 'https://meet.test/room' },
        { name: 'Terakhir', lessonId: null, meetingUrl: 'https://meet.test/course' },
        { name: 'Tengah malam' },
      ],
    });
  });

  it('are those of published courses', async () => {
    await add('section', { name: 'Kelas draf', start_at: at(hour), end_at: at(2 * hour) });
    expect(await names()).not.toContain('Kelas draf');
  });
});

describe('failed videos', () => {
  it('are listed once, with a lesson that has them; videos without a lesson are omitted', async () => {
    const upload_id = await add('upload', { name: 'rusak.mp4', type: 'video/mp4', url: '/files/rusak.mp4' });
    const videoId = await add('video', { upload_id, reason: 'No video in this file' });
    await add('video', { reason: 'Nobody has it' });
    const fine = await add('upload', { type: 'video/mp4', url: '/files/baik.mp4' });
    await add('video', { upload_id: fine, status: 'FINISHED' });
    const course_id = await add('course', { name: 'Belajar Rust' });
    const section_id = await add('section', { course_id });
    const values = { section_id, type: 'VIDEO' };
    const first = await add('lesson', { ...values, name: 'Pembuka', video_source: '/files/rusak.mp4' });
    await add('lesson', { ...values, name: 'Salinan', video_source: '/files/rusak.mp4' });
    await add('lesson', { ...values, name: 'Baik', video_source: '/files/baik.mp4' });
    const { failedVideos } = await home();
    expect(failedVideos).toMatchObject({
      total: 1,
      items: [{ videoId, courseName: 'Belajar Rust', reason: 'No video in this file' }],
    });
    expect(failedVideos?.items[0]).toMatchObject({ lessonId: first, name: 'Pembuka' });
  });
});

describe('failed jobs', () => {
  it('are listed newest first with the reason, for superadmins only', async () => {
    const job = (created_on: string, values: object = {}) => add('job', { created_on, ...values });
    const older = await job(at(-2 * hour));
    const newer = await job(at(-hour), { output: { message: 'Mailbox is full' } });
    await job(at(-hour), { state: 'completed' });
    const { failedJobs } = await home();
    expect(failedJobs).toMatchObject({
      total: 2,
      items: [
        { jobId: newer, name: 'send-mail', error: 'Mailbox is full' },
        { jobId: older, name: 'send-mail' },
      ],
    });
    expect((await home('admin')).failedJobs).toBeUndefined();
  });

  it('are counted up to a hundred', async () => {
    await test.sql(
      `insert into pgboss.job (name, data, state) select 'send-mail', '{"tenant": "data"}', 'failed' from generate_series(1, 101)`,
    );
    const { failedJobs } = await home('superadmin', 'data');
    expect(failedJobs).toMatchObject({ total: 100, isTotalCapped: true });
    expect(failedJobs?.items).toHaveLength(5);
  });
});

describe.each(['discount', 'voucher'] as const)('promotions: a %s', (kind) => {
  const key = `${kind}s` as const;
  /** Adds one that lowers a price while it is in force, unless `values` say otherwise. */
  async function promotion(name: string, end_date: string | null, values: object = {}) {
    const usable = kind === 'voucher' && { is_published: true, all_product: true };
    const id = await add(kind, { name, is_active: true, start_date: at(-30 * day), end_date, ...usable, ...values });
    if (kind === 'discount' && name !== 'Kosong')
      await test.sql(`insert into discount_course (tenant, discount_id, course_id) values ('coding', $1, $2)`, [
        id,
        await add('course'),
      ]);
  }

  it('is listed when its badge is Active and it ends within 7 days, earliest end first', async () => {
    await promotion('Tujuh hari', at(7 * day));
    await promotion('Lewat tujuh hari', at(7 * day + 1));
    await promotion('Besok', at(day));
    await promotion('Baru saja habis', at(-60_000));
    await promotion('Menit ini', at(0));
    await promotion('Sesaat lagi', at(1));
    await promotion('Tanpa akhir', null);
    await promotion('Tidak aktif', at(day), { is_active: false });
    await promotion('Belum mulai', at(3 * day), { start_date: at(2 * day) });
    await promotion('Kosong', at(day), kind === 'voucher' ? { all_product: false } : {});
    if (kind === 'voucher') {
      await promotion('Konsep', at(day), { is_published: false });
      await promotion('Habis', at(day), { quota: 1 });
      // The uses are otherwise counted by triggers only.
      await test.sql(
        `begin; set local session_replication_role = replica; update voucher set used_count = 1 where name = 'Habis'; commit`,
      );
    }
    const found = (await home())[key];
    expect(found?.total).toBe(4);
    expect(found?.items.map(({ name }) => name)).toEqual(['Menit ini', 'Sesaat lagi', 'Besok', 'Tujuh hari']);
  });
});

describe('drafts', () => {
  const whole = { thumbnail: '/demo/a.svg', category: 'data' };
  async function course(name: string, has: 'lesson' | 'section' | 'nothing', values: object = {}) {
    const course_id = await add('course', { name, ...whole, ...values });
    if (has === 'nothing') return;
    const section_id = await add('section', { course_id });
    if (has === 'lesson') await add('lesson', { section_id, type: 'ARTICLE' });
  }
  const lacks = (block: { items: { name: string; lacks: { path: string; label: string } }[] } | undefined) =>
    (block?.items ?? []).map(({ name, lacks: { path, label } }) => [name, path, label]);

  it('of courses are listed by type when exactly one requirement is missing, last changed first', async () => {
    const before = (await home()).flexyDrafts?.total ?? 0;
    await course('Tanpa gambar', 'lesson', { thumbnail: null, updated_at: at(day) });
    await course('Tanpa kategori', 'lesson', { category: null, updated_at: at(2 * day) });
    await course('Tanpa pelajaran', 'section', { updated_at: at(3 * day) });
    await course('Lengkap', 'lesson', { updated_at: at(4 * day) });
    await course('Tanpa bagian dan pelajaran', 'nothing', { updated_at: at(5 * day) });
    await course('Kohor tanpa gambar', 'lesson', { type: 1, thumbnail: null });
    const { flexyDrafts, fastTrackDrafts } = await home();
    expect(lacks(flexyDrafts).slice(0, 3)).toEqual([
      ['Tanpa pelajaran', 'lessons', 'a lesson'],
      ['Tanpa kategori', 'category', 'a category'],
      ['Tanpa gambar', 'thumbnail', 'a thumbnail'],
    ]);
    expect(flexyDrafts?.total).toBe(before + 3);
    expect(lacks(fastTrackDrafts)).toEqual([['Kohor tanpa gambar', 'thumbnail', 'a thumbnail']]);
  });

  it('of learning paths are listed without a course', async () => {
    await add('learning-path', { name: 'Jalur kosong', updated_at: at(day) });
    const path_id = await add('learning-path', { name: 'Jalur berisi', updated_at: at(2 * day) });
    const course_id = await add('course', { name: 'Isi jalur' });
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      [path_id, course_id],
    );
    expect(lacks((await home()).pathDrafts)[0]).toEqual(['Jalur kosong', 'courses', 'a course']);
  });
});

describe('the blocks of a role', () => {
  const learning = ['classes', 'failedVideos', 'fastTrackDrafts', 'flexyDrafts', 'submissions'];
  it.each<[Role, string[]]>([
    ['instructor', learning],
    ['customer-service', ['unpaidOrders']],
    ['admin', [...learning, 'discounts', 'pathDrafts', 'unpaidOrders', 'vouchers']],
    ['superadmin', [...learning, 'discounts', 'failedJobs', 'pathDrafts', 'unpaidOrders', 'vouchers']],
  ])('%s: those about which the role may do something', async (role, keys) => {
    expect(Object.keys(await home(role)).toSorted()).toEqual(keys.toSorted());
  });

  it('refuses a member', async () => {
    expect((await (await test.as('member')).call(getHome, {})).status).toBe(403);
  });

  it('shows each brand only its own records', async () => {
    await add('order', { created_at: at(-2 * day), status: 'unpaid' }, 'cyber');
    const blocks = Object.entries(await home('admin', 'cyber')).map(([key, { total }]) => [key, total]);
    // The course of the only order item is a draft that misses several requirements.
    expect(blocks.filter(([, total]) => total !== 0)).toEqual([['unpaidOrders', 1]]);
  });
});
