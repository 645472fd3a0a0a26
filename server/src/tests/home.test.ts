/** Tests the queue of the start page: what is in it from which moment on, for whom, and in which order. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TodayItem, getToday, putBack, setAside } from '#contract/home/endpoints.ts';
import type { TodayKind } from '#contract/home/today.ts';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import type { WaitingSource } from '#shared/waiting.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { homeRoutes } from '../areas/home/routes.ts';

/** 17.00 in Jakarta. */
const now = new Date('2026-12-01T10:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
const at = (ms: number) => new Date(now.getTime() + ms).toISOString();

/** Source that fails while `isBroken`. */
let isBroken = false;
const fragile: WaitingSource = {
  kind: 'chase',
  opens: { roles: ['admin', 'customer-service'] },
  count: () => Promise.resolve({ total: 0 }),
  find: () => (isBroken ? Promise.reject(new Error('not there')) : Promise.resolve({ total: 0, items: [] })),
};

let test: TestApp;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  test = await testAppOf([homeRoutes([fragile])]);
});
beforeEach(() => {
  isBroken = false;
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

type Kind = Parameters<typeof addRecord>[1];
const add = (kind: Kind, values: object = {}, tenant: Tenant = 'coding') =>
  addRecord(test.sql, kind, tenant, { ...values });
const today = async (role: Role = 'superadmin', query: { kind?: TodayKind; aside?: 'true' } = {}, tenant?: Tenant) =>
  (await (await test.as(role, tenant)).call(getToday, { query })).body;
/** Items of a kind, and their total. */
async function of(kind: TodayKind, role: Role = 'superadmin', tenant?: Tenant) {
  const { items, kinds } = await today(role, { kind }, tenant);
  expect(items.every((item) => item.kind === kind)).toBe(true);
  return { items, total: kinds.find((one) => one.kind === kind)?.total ?? 0 };
}
const names = ({ items }: { items: TodayItem[] }) => items.map(({ name }) => name);

describe('unpaid orders', () => {
  const order = (invoice_number: string, created_at: string, status = 'unpaid', total_amount = 100_000) =>
    add('order', { invoice_number, created_at, status, total_amount });

  it('are listed from the 24th hour on, by amount and then by age', async () => {
    await order('INV/24H', at(-day));
    await order('INV/SOON', at(-day + 1));
    await order('INV/OLD', at(-3 * day));
    await order('INV/DEAR', at(-2 * day), 'unpaid', 900_000);
    await order('INV/PAID', at(-3 * day), 'paid');
    await order('INV/PENDING', at(-3 * day), 'pending');
    const { items, total } = await of('unpaid-order');
    expect(total).toBe(3);
    expect(items.map(({ about }) => about)).toEqual(['INV/DEAR', 'INV/OLD', 'INV/24H']);
    expect(items[0]).toMatchObject({ amount: 900_000, at: at(-2 * day), record: { kind: 'order', id: items[0]!.id } });
  });

  it('are counted beyond the hundred that are listed', async () => {
    for (let n = 1; n <= 120; n += 1) await order(`INV/MORE/${n}`, at(-9 * day), 'unpaid', 1);
    const { items, total } = await of('unpaid-order');
    expect(total).toBe(123);
    expect(items).toHaveLength(100);
    expect(items[0]!.about).toBe('INV/DEAR');
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
    const checked = { attempt: 3, status: 'checked', review_score: 80, submitted_at: at(-9 * day) };
    await add('submission', { user_id, course_id, ...checked });
    expect(await of('submission')).toMatchObject({
      total: 2,
      items: [
        { name: 'Rini', about: 'Belajar Go', at: at(-2 * day) },
        { name: 'Rini', about: 'Jalur Back-End', at: at(-hour) },
      ],
    });
  });
});

describe.each(['discount', 'voucher'] as const)('promotions: a %s', (kind) => {
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
    const { items } = await of('promotion-ends');
    const found = items.filter(({ record }) => record.kind === kind);
    expect(names({ items: found })).toEqual(['Menit ini', 'Sesaat lagi', 'Besok', 'Tujuh hari']);
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
  const drafts = async () =>
    (await of('draft')).items.map(({ name, lacks, record, course: of_ }) => [
      name,
      lacks?.path,
      of_?.type ?? record.kind,
    ]);

  it('are listed when exactly one requirement is missing, the one that is unchanged for longest first', async () => {
    await course('Tanpa gambar', 'lesson', { thumbnail: null, updated_at: at(-90 * day) });
    await course('Tanpa kategori', 'lesson', { category: null, updated_at: at(-80 * day) });
    await course('Tanpa pelajaran', 'section', { updated_at: at(-70 * day) });
    await course('Lengkap', 'lesson', { updated_at: at(-60 * day) });
    await course('Tanpa bagian dan pelajaran', 'nothing', { updated_at: at(-50 * day) });
    await course('Kohor tanpa gambar', 'lesson', { type: 1, thumbnail: null, updated_at: at(-40 * day) });
    await add('learning-path', { name: 'Jalur kosong', updated_at: at(-30 * day) });
    const path_id = await add('learning-path', { name: 'Jalur berisi', updated_at: at(-20 * day) });
    const inPath = [path_id, await add('course', { name: 'Isi jalur' })];
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      inPath,
    );
    const old = await drafts();
    expect(old.slice(0, 5)).toEqual([
      ['Tanpa gambar', 'thumbnail', 'flexy'],
      ['Tanpa kategori', 'category', 'flexy'],
      ['Tanpa pelajaran', 'lessons', 'flexy'],
      ['Kohor tanpa gambar', 'thumbnail', 'fast-track'],
      ['Jalur kosong', 'courses', 'learning-path'],
    ]);
    expect(old.map(([name]) => name)).not.toContain('Jalur berisi');
  });
});

describe('paid and access', () => {
  it('lists payments without access by amount and then by age, and leads to the order or the person', async () => {
    const order_id = await add('order', { created_at: at(0), status: 'paid' });
    const gap = (product_name: string, amount: number, since: string, values: object = {}) =>
      add('access-gap', { kind: 'paid-no-access', product_name, amount, since, ...values });
    await gap('Baru', 500, at(-hour));
    await gap('Lama', 500, at(-day), { order_id });
    await gap('Mahal', 900, at(0));
    await gap('Hadiah', 999, at(0), { intended_reason: 'gift', intended_at: at(0) });
    const user_id = await add('user', { name: 'Budi' });
    await gap('Gratis', 999, at(0), { kind: 'access-unpaid', user_id });
    const { items } = await of('paid-no-access', 'customer-service');
    expect(items.map(({ about, record }) => [about, record.kind])).toEqual([
      ['Mahal', 'user'],
      ['Lama', 'order'],
      ['Baru', 'user'],
    ]);
    expect((await of('access-unpaid', 'admin')).items).toMatchObject([{ name: 'Budi', about: 'Gratis', amount: 999 }]);
    expect((await of('access-unpaid', 'customer-service')).total).toBe(0);
  });
});

describe('failed jobs', () => {
  it('are counted up to a hundred', async () => {
    await test.sql(
      `insert into pgboss.job (name, data, state) select 'send-mail', '{"tenant": "data"}', 'failed' from generate_series(1, 101)`,
    );
    const { kinds } = await today('superadmin', {}, 'data');
    expect(kinds).toContainEqual({ kind: 'failed-job', total: 100, isTotalCapped: true });
  });
});

describe('setting aside', () => {
  const asideOf = async (role: Role) => (await today(role, { aside: 'true' })).items.map(({ key }) => key);
  const put = async (role: Role, { key, mark }: TodayItem) =>
    (await test.as(role)).call(setAside, { body: { key, mark } });

  it('hides an item from the person until 06.00 tomorrow, and undo brings it back', async () => {
    const { items, aside } = await today('admin', { kind: 'submission' });
    const [first] = items;
    expect(aside).toBe(0);
    expect((await put('admin', first!)).body).toEqual({ until: '2026-12-01T23:00:00.000Z' });
    const after = await today('admin', { kind: 'submission' });
    expect(after.items.map(({ key }) => key)).not.toContain(first!.key);
    expect(after.aside).toBe(1);
    expect(after.kinds.find(({ kind }) => kind === 'submission')?.total).toBe(items.length - 1);
    expect(await asideOf('admin')).toEqual([first!.key]);
    expect(await asideOf('instructor')).toEqual([]);
    expect((await of('submission', 'instructor')).total).toBe(items.length);

    const until = (time: string) => test.sql('update today_aside set until = $1', [time]);
    await until(at(0));
    expect((await of('submission', 'admin')).total).toBe(items.length);
    await until(at(1));
    expect((await of('submission', 'admin')).total).toBe(items.length - 1);
    const back = { body: { key: first!.key } };
    expect((await (await test.as('admin')).call(putBack, back)).body).toEqual({ changed: 1 });
    expect((await (await test.as('admin')).call(putBack, back)).body).toEqual({ changed: 0 });
    expect((await of('submission', 'admin')).total).toBe(items.length);
  });

  it('ends when the item changes', async () => {
    const { items } = await of('unpaid-order', 'admin');
    const [first] = items;
    await put('admin', first!);
    expect((await of('unpaid-order', 'admin')).items[0]!.key).not.toBe(first!.key);
    await test.sql('update "order" set total_amount = total_amount + 1 where id = $1', [first!.id]);
    expect((await of('unpaid-order', 'admin')).items[0]!.key).toBe(first!.key);
  });

  it('returns 409 beyond 500 items, and forgets those of former days', async () => {
    const { userId } = await test.as('instructor');
    await test.sql(
      `insert into today_aside (tenant, user_id, key, mark, until) select 'coding', $1, 'n:' || n, '', $2 from generate_series(1, 500) n`,
      [userId, at(day)],
    );
    const [item] = (await of('submission', 'instructor')).items;
    expect((await put('instructor', item!)).status).toBe(409);
    await test.sql('update today_aside set until = $2 where user_id = $1', [userId, at(-day - 1)]);
    expect((await put('instructor', item!)).status).toBe(200);
    expect(await test.sql('select key from today_aside where user_id = $1', [userId])).toEqual([{ key: item!.key }]);
  });
});

describe('the queue', () => {
  it('is one list over all kinds, most urgent first, with a total for each kind', async () => {
    const { items, kinds } = await today('admin');
    const seen = [...new Set(items.map(({ kind }) => kind))];
    expect(seen.slice(0, 2)).toEqual(['paid-no-access', 'submission']);
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'paid-no-access',
      'submission',
      'unpaid-order',
      'promotion-ends',
      'draft',
      'access-unpaid',
    ]);
    expect(items).toHaveLength(100);
  });

  it.each<[Role, string[], string[]]>([
    [
      'instructor',
      ['submission', 'draft'],
      ['class-today', 'to-review', 'attendance-missing', 'certificates-ready', 'at-risk'],
    ],
    ['customer-service', ['paid-no-access', 'unpaid-order'], ['overdue', 'mine', 'chase', 'paid-today']],
  ])('of a role is what the role works on: %s', async (role, expected, figureNames) => {
    const { kinds, figures } = await today(role);
    expect(kinds.map(({ kind }) => kind)).toEqual(expected);
    expect(figures.map(({ name }) => name)).toEqual(figureNames);
  });

  it('keeps the rest when a source fails, and names its kind', async () => {
    isBroken = true;
    const { failed, items } = await today('admin');
    expect(failed).toEqual(['chase']);
    expect(items).toHaveLength(100);
  });

  it('refuses a member', async () => {
    expect((await (await test.as('member')).call(getToday, { query: {} })).status).toBe(403);
  });

  it('contains only the brand’s own records', async () => {
    await add('order', { created_at: at(-2 * day), status: 'unpaid' }, 'cyber');
    expect((await today('admin', {}, 'cyber')).kinds).toEqual([{ kind: 'unpaid-order', total: 1 }]);
  });
});

describe('figures', () => {
  it('count the members at risk for instructors', async () => {
    const course_id = await add('course', {}, 'cyber');
    const before = (await today('instructor', {}, 'cyber')).figures.find(({ name }) => name === 'at-risk');
    await test.sql(
      `insert into at_risk (tenant, user_id, course_id, since) values ('cyber', $1, $2, now() - interval '20 days')`,
      [await add('user', {}, 'cyber'), course_id],
    );
    expect((await today('instructor', {}, 'cyber')).figures).toContainEqual({
      name: 'at-risk',
      total: before!.total + 1,
    });
  });

  it('count and add up what was paid today in Jakarta, and what is unpaid', async () => {
    const paid = (paid_at: string, total_amount: number) =>
      add('order', { status: 'paid', paid_at, total_amount }, 'cyber');
    await paid('2026-11-30T17:00:00.000Z', 1_500_000_000);
    await paid('2026-12-01T16:59:59.999Z', 1_500_000_000);
    await paid('2026-11-30T16:59:59.999Z', 7);
    const { figures } = await today('admin', {}, 'cyber');
    expect(figures).toEqual([
      { name: 'paid-today', total: 2, amount: 3_000_000_000 },
      { name: 'unpaid', total: 1 },
      { name: 'to-review', total: 0 },
      { name: 'class-today', total: 0 },
    ]);
  });
});

describe('the first steps', () => {
  const steps = async () => (await today('admin', {}, 'data')).steps;

  it('are shown with their state until the first sale', async () => {
    await test.sql(`delete from course where tenant = 'data'`);
    const none = { course: false, lesson: false, price: false, published: false, order: false };
    expect(await steps()).toEqual({ ...none, newest: null });
    const id = await add('course', { price: 0, type: 1, is_published: false }, 'data');
    expect(await steps()).toEqual({ ...none, course: true, newest: { id, type: 'fast-track' } });
    await add('lesson', { section_id: await add('section', { course_id: id }, 'data') }, 'data');
    await test.sql('update course set price = 100000, is_published = true where id = $1', [id]);
    await add('order', { status: 'unpaid' }, 'data');
    expect(await steps()).toMatchObject({ course: true, lesson: true, price: true, published: true, order: true });
    await add('order', { status: 'paid', paid_at: at(0) }, 'data');
    expect(await steps()).toBeUndefined();
  });
});
