/** Tests the filter of the course lists by what needs attention. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CourseType } from '#contract/course/rules.ts';
import { type CourseHas, listCourses } from '#contract/course/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { courseRoutes } from './routes.ts';

/** 17.00 in Jakarta. */
const now = new Date('2026-12-01T10:00:00Z');
const midnight = '2026-11-30T17:00:00Z';
const nextMidnight = '2026-12-01T17:00:00Z';
const beforeMidnight = '2026-11-30T16:59:59.999Z';

let test: TestApp;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  test = await testAppOf([courseRoutes]);
});
afterAll(async () => {
  await test.close();
  vi.useRealTimers();
});

type Kind = Parameters<typeof addRecord>[1];
const add = (kind: Kind, values: object, tenant: Tenant = 'coding') => addRecord(test.sql, kind, tenant, { ...values });

interface Query {
  isPublished?: 'true' | 'false';
  search?: string;
  page?: number;
}

async function listed(type: CourseType, has: CourseHas, query: Query = {}) {
  const caller = await test.as('instructor');
  const sent = { ...query, has, sort: 'name', pageSize: 2 } as const;
  const { status, body } = await caller.call(listCourses, { params: { type }, query: sent });
  expect(status).toBe(200);
  return { total: body.totalItems, names: body.courses.map(({ name }) => name) };
}

/** A course with one section; published courses have a lesson. */
async function course(
  name: string,
  type: 0 | 1,
  section: object,
  { isPublished = true, tenant = 'coding' }: { isPublished?: boolean; tenant?: Tenant } = {},
) {
  const course_id = await add('course', { name, type, is_published: false }, tenant);
  const section_id = await add('section', { course_id, position: 1, ...section }, tenant);
  await add('lesson', { section_id, name: 'Bacaan', type: 'ARTICLE' }, tenant);
  if (isPublished) await test.sql('update course set is_published = true where id = $1', [course_id]);
  return { course_id, section_id };
}

it('lists courses with a class today once, by type and publication', async () => {
  await course('Awal hari', 1, { start_at: midnight });
  await course('Besok', 1, { start_at: nextMidnight });
  await course('Kemarin', 1, { start_at: beforeMidnight });
  await course('Tanpa waktu', 1, {});
  await course('Mandiri', 0, { start_at: now });
  await course('Draf', 1, { start_at: now }, { isPublished: false });
  await course('Brand lain', 1, { start_at: now }, { tenant: 'cyber' });
  const twice = await course('Dua kelas', 1, { start_at: beforeMidnight });
  for (const start_at of [midnight, now])
    await add('lesson', { section_id: twice.section_id, type: 'LIVE_CLASS', start_at });
  const moved = await course('Pindah', 1, { start_at: now });
  await add('lesson', { section_id: moved.section_id, type: 'LIVE_CLASS', start_at: nextMidnight });

  const isPublished = 'true';
  expect(await listed('fast-track', 'class-today', { isPublished })).toEqual({
    total: 2,
    names: ['Awal hari', 'Dua kelas'],
  });
  expect(await listed('flexy', 'class-today', { isPublished })).toEqual({ total: 1, names: ['Mandiri'] });
  expect(await listed('fast-track', 'class-today', { isPublished: 'false' })).toEqual({ total: 1, names: ['Draf'] });
  expect(await listed('fast-track', 'class-today', { page: 2 })).toEqual({ total: 3, names: ['Dua kelas'] });
  expect(await listed('fast-track', 'class-today', { search: 'awal' })).toEqual({ total: 1, names: ['Awal hari'] });
});

it('lists courses with a lesson whose video failed, published or not', async () => {
  const video = async (url: string, status: string, tenant: Tenant = 'coding') => {
    const upload_id = await add('upload', { type: 'video/mp4', url }, tenant);
    await add('video', { upload_id, status }, tenant);
  };
  const lesson = (section_id: string, video_source: string, tenant: Tenant = 'coding') =>
    add('lesson', { section_id, type: 'VIDEO', video_source }, tenant);
  await video('/files/a.mp4', 'FAILED');
  await video('/files/b.mp4', 'FAILED');
  await video('/files/c.mp4', 'FINISHED');
  await video('/files/d.mp4', 'FAILED', 'cyber');
  const one = await course('Video rusak', 0, {});
  for (const url of ['/files/a.mp4', '/files/b.mp4']) await lesson(one.section_id, url);
  const copy = await course('Salinan video', 1, {}, { isPublished: false });
  await lesson(copy.section_id, '/files/a.mp4');
  const fine = await course('Video baik', 0, {});
  for (const url of ['/files/c.mp4', 'https://videos.test/d.mp4']) await lesson(fine.section_id, url);
  const other = await course('Video brand lain', 0, {}, { tenant: 'cyber' });
  await lesson(other.section_id, '/files/d.mp4', 'cyber');

  expect(await listed('flexy', 'failed-video')).toEqual({ total: 1, names: ['Video rusak'] });
  expect(await listed('fast-track', 'failed-video')).toEqual({ total: 1, names: ['Salinan video'] });
});

it('refuses another word, and ignores a blank filter', async () => {
  const caller = await test.as('admin');
  const read = (has: string) =>
    caller.call(listCourses, { params: { type: 'flexy' }, query: { has: has as CourseHas, pageSize: 1 } });
  expect((await read('class-tomorrow')).status).toBe(400);
  const all = await caller.call(listCourses, { params: { type: 'flexy' }, query: { pageSize: 1 } });
  expect((await read('')).body.totalItems).toBe(all.body.totalItems);
});
