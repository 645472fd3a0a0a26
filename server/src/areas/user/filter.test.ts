/** Tests the filters of the list of users, segments, and changes of all who match. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { batches } from '#contract/batch/starts.ts';
import type { RecordKind } from '#contract/kernel/record-kinds.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { storeAtRisk } from '#shared/at-risk.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { batchArea } from '../../services/batch/area.ts';
import { courseMembersBatch, tagUsersBatch } from './batches.ts';
import { userRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([userRoutes, ...batchArea([courseMembersBatch, tagUsersBatch]).routes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

let n = 0;
/** Adds a member; the search for `f-test` finds only those of this file. */
const person = async (name: string, columns: Record<string, unknown> = {}) =>
  addRecord(test.sql, 'user', 'coding', { role: 'member', name, email: `f-test${(n += 1)}@sample.test`, ...columns });
const namesOf = async (query: object, who = admin) => {
  const { status, body } = await who.call(listUsers, { query: { search: 'f-test', ...query } });
  expect(status).toBe(200);
  return body.users.map(({ name }) => name);
};
const link = (table: string, one: string, id: string, userId: string, more = '') =>
  test.sql(
    `insert into ${table} (tenant, ${one}, user_id${more && ', assigned_at'}) values ('coding', $1, $2${more})`,
    [id, userId],
  );
const record = (kind: RecordKind, columns: Record<string, unknown> = {}) =>
  addRecord(test.sql, kind, 'coding', columns);

beforeEach(async () => {
  await test.sql(`delete from course_user`);
  await test.sql(`delete from "user" where email like 'f-test%'`);
});

describe('people are filtered', () => {
  it('by role and state of the account', async () => {
    await person('Ayu');
    await person('Bima', { status: 0 });
    await person('Citra', { role: 'instructor' });
    expect(await namesOf({ role: 'member' })).toEqual(['Ayu', 'Bima']);
    expect(await namesOf({ status: 'deactivated' })).toEqual(['Bima']);
    expect(await namesOf({ role: 'member', status: 'active' })).toEqual(['Ayu']);
  });

  it('by course, path, tag, and whether they have a course', async () => {
    const [ayu, bima] = [await person('Ayu'), await person('Bima')];
    await person('Citra');
    const [course, path, tag] = [await record('course'), await record('learning-path'), await record('tag')];
    await link('course_user', 'course_id', course, ayu);
    await link('learning_path_user', 'path_id', path, bima);
    await link('tag_user', 'tag_id', tag, bima);
    expect(await namesOf({ courseId: course })).toEqual(['Ayu']);
    expect(await namesOf({ pathId: path })).toEqual(['Bima']);
    expect(await namesOf({ tagId: tag, pathId: path })).toEqual(['Bima']);
    expect(await namesOf({ tagId: tag, search: '' })).toEqual(['Bima']);
    expect(await namesOf({ tagId: tag, courseId: course })).toEqual([]);
    expect(await namesOf({ hasCourse: 'true' })).toEqual(['Ayu']);
    expect(await namesOf({ hasCourse: 'false' })).toEqual(['Bima', 'Citra']);
  });

  it('by consent to broadcasts, of each channel', async () => {
    const [ayu, bima] = [await person('Ayu'), await person('Bima')];
    await person('Citra');
    const decide = (userId: string, channel: string, state: string) =>
      test.sql(
        `insert into marketing_consent (tenant, user_id, channel, state, source) values ('coding', $1, $2, $3, 'staff')`,
        [userId, channel, state],
      );
    await decide(ayu, 'mail', 'agreed');
    await decide(ayu, 'whatsapp', 'refused');
    await decide(bima, 'mail', 'refused');
    expect(await namesOf({ mailConsent: 'agreed' })).toEqual(['Ayu']);
    expect(await namesOf({ mailConsent: 'refused' })).toEqual(['Bima']);
    expect(await namesOf({ mailConsent: 'unknown' })).toEqual(['Citra']);
    expect(await namesOf({ whatsappConsent: 'unknown' })).toEqual(['Bima', 'Citra']);
    expect(await namesOf({ whatsappConsent: 'refused', mailConsent: 'agreed' })).toEqual(['Ayu']);
  });

  it('by subscription, which is active while it runs and is not cancelled', async () => {
    const [ayu, bima, citra] = [await person('Ayu'), await person('Bima'), await person('Citra')];
    await person('Dewi');
    const ends = (user_id: string, days: number, isCancelled = false) =>
      record('subscription', {
        user_id,
        start_date: '2020-01-01',
        end_date: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
        ...(isCancelled && { cancelled_at: '2026-01-01T00:00:00Z' }),
      });
    await ends(ayu, -10);
    await ends(ayu, 10);
    await ends(bima, -10);
    await ends(citra, 10, true);
    expect(await namesOf({ subscription: 'active' })).toEqual(['Ayu']);
    expect(await namesOf({ subscription: 'ended' })).toEqual(['Bima', 'Citra']);
    expect(await namesOf({ subscription: 'none' })).toEqual(['Dewi']);
  });

  it('by days in Jakarta on which they joined and last signed in, both inclusive', async () => {
    await person('Ayu', { joined_at: '2026-03-01T16:59:59Z', last_login_at: '2026-04-01T16:59:59Z' });
    await person('Bima', { joined_at: '2026-03-01T17:00:00Z', last_login_at: '2026-04-01T17:00:00Z' });
    await person('Citra', { joined_at: '2026-03-02T17:00:00Z' });
    expect(await namesOf({ joinedFrom: '2026-03-02', joinedUntil: '2026-03-02' })).toEqual(['Bima']);
    expect(await namesOf({ joinedUntil: '2026-03-01' })).toEqual(['Ayu']);
    expect(await namesOf({ signedInFrom: '2026-04-02' })).toEqual(['Bima']);
    expect(await namesOf({ signedInUntil: '2026-04-01' })).toEqual(['Ayu']);
    expect(await namesOf({ hasSignedIn: 'false' })).toEqual(['Citra']);
  });

  it('by orders that wait for a payment, each person once', async () => {
    const [ayu, bima] = [await person('Ayu'), await person('Bima')];
    for (const status of ['unpaid', 'pending']) await record('order', { user_id: ayu, status });
    await record('order', { user_id: bima, status: 'paid' });
    expect(await namesOf({ isUnpaid: 'true' })).toEqual(['Ayu']);
    expect((await admin.call(listUsers, { query: { isUnpaid: 'true' } })).body.totalItems).toBe(1);
    expect(await namesOf({ isUnpaid: 'false' })).toEqual(['Bima']);
  });
});

describe('a member is at risk', () => {
  const atRisk = async () => {
    await storeAtRisk(test.database.tenant('coding'));
    return namesOf({ isAtRisk: 'true' });
  };
  const daysAgo = (days: number) => `, now() - interval '${days} days'`;
  const member = async (name: string, course: string, days: number, columns = {}) => {
    const id = await person(name, columns);
    await link('course_user', 'course_id', course, id, daysAgo(days));
    return id;
  };

  it('after ten days in a course without work, until they work in it or have its certificate', async () => {
    const course = await record('course', { is_published: true, type: 0, start_date: null, end_date: null });
    const section = await record('section', { course_id: course });
    const lesson = await record('lesson', { section_id: section });
    const ayu = await member('Ayu', course, 11);
    const bima = await member('Bima', course, 11);
    const citra = await member('Citra', course, 60);
    await member('Dewi', course, 9);
    await member('Eka', course, 11, { status: 0 });
    const done = (userId: string, days: number) =>
      test.sql(
        `insert into lesson_completion (tenant, lesson_id, user_id, completed_at) values ('coding', $1, $2, now() - $3 * interval '1 day')`,
        [lesson, userId, days],
      );
    await done(citra, 20);
    await done(bima, 9);
    expect(await atRisk()).toEqual(['Ayu', 'Citra']);
    await record('certificate', { course_id: course, user_id: ayu, status: 'issued' });
    await done(await member('Farah', course, 30), 1);
    expect(await atRisk()).toEqual(['Citra']);
    expect(await namesOf({ isAtRisk: 'false', hasCourse: 'true' })).toEqual(['Ayu', 'Bima', 'Dewi', 'Eka', 'Farah']);
  });

  it('only in courses that are published and have not ended', async () => {
    const draft = await record('course', { is_published: false });
    const ended = await record('course', {
      is_published: true,
      type: 1,
      start_date: '2026-01-01',
      end_date: '2026-02-01',
      capacity: null,
    });
    await member('Ayu', draft, 30);
    await member('Bima', ended, 30);
    expect(await atRisk()).toEqual([]);
  });
});

describe('a segment', () => {
  const view = (query: string, columns = {}) =>
    record('saved-view', { list: '/user', user_id: admin.userId, is_shared: false, query, ...columns });

  it('lists the people of a saved view of the list of users, together with further filters', async () => {
    await person('Ayu', { joined_at: '2026-03-02T00:00:00Z' });
    await person('Bima', { joined_at: '2026-03-02T00:00:00Z', status: 0 });
    await person('Citra', { joined_at: '2026-05-02T00:00:00Z' });
    const segment = await view('joinedUntil=2026-03-31&sort=-name&hidden=Phone&page=9&role=unknown');
    expect(await namesOf({ segment })).toEqual(['Ayu', 'Bima']);
    expect(await namesOf({ segment, status: 'active' })).toEqual(['Ayu']);
    expect(await namesOf({ segment, joinedUntil: '2026-12-31' })).toEqual(['Ayu', 'Bima']);
    expect(await namesOf({ segment }, await test.as('customer-service'))).toEqual(['Ayu', 'Bima']);
  });

  it('can be narrowed by another one; one that names itself ends', async () => {
    await person('Ayu');
    await person('Bima', { status: 0 });
    const active = await view('status=active');
    const nested = await view(`role=member&segment=${active}`);
    expect(await namesOf({ segment: nested })).toEqual(['Ayu']);
    await test.sql('update saved_view set query = $1 where id = $2', [`status=active&segment=${nested}`, active]);
    expect(await namesOf({ segment: nested })).toEqual(['Ayu']);
  });

  it('is refused if there is none of this brand and list', async () => {
    const ofCourses = await view('', { list: '/voucher' });
    const stranger = await test.as('admin', 'cyber');
    const mine = await view('');
    for (const [who, segment] of [
      [admin, ofCourses],
      [stranger, mine],
    ] as const)
      expect(await who.call(listUsers, { query: { segment } })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'segment', message: 'There is no such segment' }] },
      });
  });
});

describe('all who match a filter', () => {
  it('are tagged together; staff are left out', async () => {
    const tag = await record('tag', { name: 'VIP' });
    const joined = { joined_at: '2026-03-02T00:00:00Z' };
    await person('Ayu', joined);
    await person('Bima', joined);
    await person('Citra');
    await person('Dewi', { ...joined, role: 'admin' });
    const query = { joinedFrom: '2026-03-02', joinedUntil: '2026-03-02' };
    expect((await admin.call(batches.tagUsers.count, { query })).body.total).toBe(2);
    const { status, body } = await admin.call(batches.tagUsers.start, {
      query,
      body: { ids: null, expected: 2, value: 'assigned', ownerId: tag },
    });
    expect([status, body.title, body.done]).toEqual([201, 'Assign users to “VIP”', 2]);
    expect(await namesOf({ tagId: tag })).toEqual(['Ayu', 'Bima']);
    const { body: listed } = await admin.call(listUsers, { query: { search: 'f-test', tagId: tag } });
    expect(listed.users[0]?.tags).toEqual([{ id: tag, name: 'VIP', colour: 'grey' }]);
  });
});
