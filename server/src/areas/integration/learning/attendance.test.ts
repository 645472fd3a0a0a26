/** Tests evidence of attendance from programs, and that it leaves the attendance itself to people. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { putAttendance } from '#contract/integration/attendance.ts';
import { membersSite } from './testing/site.ts';

let site: Awaited<ReturnType<typeof membersSite>>;
beforeAll(async () => {
  site = await membersSite();
});
afterAll(() => site.test.close());

const report = (...items: Record<string, unknown>[]) => site.key.call(putAttendance, { body: { items } as never });
const stored = (lesson: string) =>
  site.test.sql('select external_id, user_id, until_at, source from attendance_evidence where lesson_id = $1 order by external_id', [lesson]); // prettier-ignore
const from = '2026-11-02T02:00:00Z';
const until = '2026-11-02T03:30:00Z';

it('is stored once for an external id, in whatever form its times are sent, and marks nobody', async () => {
  const { course, test } = site;
  const lessonId = await course.lesson('Pertemuan', 'LIVE_CLASS');
  const { id, externalId: member } = await course.person();
  const stay = { externalId: 'z-1', member, lessonId, from, until };
  expect((await report(stay)).body).toEqual({ changed: 1, items: [{ saved: true }] });
  const again = { ...stay, until: '2026-11-02T10:30:00+07:00' };
  expect((await report(again, again)).body).toEqual({ changed: 0, items: [{ saved: true }, { saved: true }] });
  const [key] = await test.sql('select name from api_key where id = $1', [site.key.userId]);
  expect(await stored(lessonId)).toEqual([
    { external_id: 'z-1', user_id: id, until_at: new Date(until), source: `API key ${String(key?.['name'])}` },
  ]);
  expect(await test.sql('select from attendance where lesson_id = $1', [lessonId])).toEqual([]);
});

it('is refused alone for another report of that id, an unknown member, no live class and the future', async () => {
  const { course } = site;
  const lessonId = await course.lesson('Pertemuan', 'LIVE_CLASS');
  const { externalId: member } = await course.person();
  const stay = { externalId: 'z-2', member, lessonId, from, until };
  const { body } = await report(
    stay,
    { ...stay, until: '2026-11-02T04:00:00Z' },
    { ...stay, externalId: 'z-3', member: 'nobody' },
    { ...stay, externalId: 'z-4', lessonId: await course.lesson('Bacaan') },
    { ...stay, externalId: 'z-5', from: '2095-12-31T12:00:00Z', until: '2096-01-01T00:00:00Z' },
  );
  expect(body.items.map(({ saved, path }) => path ?? saved)).toEqual([
    true,
    'externalId',
    'member',
    'lessonId',
    'until',
  ]);
  expect(await stored(lessonId)).toMatchObject([{ external_id: 'z-2', until_at: new Date(until) }]);
});

it('refuses the call with a stay that ends before it starts or takes more than a day', async () => {
  const lessonId = await site.course.lesson('Pertemuan', 'LIVE_CLASS');
  const { externalId: member } = await site.course.person();
  const stay = { externalId: 'z-6', member, lessonId, from, until };
  const { status, problem } = await report(stay, { ...stay, until: from }, { ...stay, until: '2026-11-03T02:00:01Z' });
  expect([status, problem.errors?.map(({ path }) => path)]).toEqual([400, ['items.1.until', 'items.2.until']]);
  expect(await stored(lessonId)).toEqual([]);
});
