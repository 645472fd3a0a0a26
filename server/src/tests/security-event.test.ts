/** Tests that sign-ins, refusals and exports are in the audit trail, and that floods of them are summarized. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getOwnProfile, login, logout, refresh } from '#contract/kernel/auth.ts';
import { listAudit } from '#contract/kernel/audit.ts';
import { listCourses } from '#contract/course/endpoints.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { exportTracking } from '#contract/order-tracking/endpoints.ts';
import { changeUserPassword } from '#contract/user/endpoints.ts';
import { recordAuditEvent } from '#platform/audit-event.ts';
import { readConfig } from '#platform/config.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { password, signInApp, type SignInApp } from '../areas/auth/testing/sign-in.ts';
import { buildTestApp, testApp } from './app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

let signIns: SignInApp;
let test: TestApp;
beforeAll(async () => {
  signIns = await signInApp(await testApp());
  ({ test } = signIns);
});
afterAll(() => test.close());
// Events are counted by the minute: no test may cross into the next one.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  await test.sql('delete from sign_in_failure');
});

const idOf = async (email: string) =>
  String((await test.sql('select id from "user" where email = $1', [email]))[0]?.['id']);
/** Events in a user's history, newest first. */
async function eventsOf(userId: string) {
  const admin = await test.as('admin');
  const { body } = await admin.call(listAudit, { query: { entity: 'user', entityId: userId, pageSize: 100 } });
  return body.entries
    .filter(({ table }) => table === null)
    .map(({ action, actorName, after }) => ({ action, actorName, ...after }));
}
/** Waits for the event, which sign-in writes in the background. */
const waitForEvents = (userId: string, count: number) =>
  vi.waitFor(async () => {
    const userEvents = await eventsOf(userId);
    const counts = userEvents.map((event) => (event as { count?: number }).count ?? 1);
    if (counts.reduce((sum, n) => sum + n, 0) < count) throw new Error('not yet');
    return userEvents;
  });
const events = (action: string) => test.sql('select * from audit where action = $1 and table_name is null', [action]);

describe('the history of a user shows', () => {
  it('sign-ins with the network, and sign-outs', async () => {
    const email = await signIns.user();
    const { body } = await signIns.signIn(email, password, '203.0.113.77');
    await waitForEvents(await idOf(email), 1);
    await signIns.post(logout.url, { refresh: body['refreshToken'] }, {}, '2001:db8:1234:5678::1');
    expect(await waitForEvents(await idOf(email), 2)).toMatchObject([
      { action: 'signed-out', actorName: 'Sari Dewi', network: '2001:db8:1234::/48' },
      { action: 'signed-in', actorName: 'Sari Dewi', count: 1, network: '203.0.113.x' },
    ]);
  });

  it('failed sign-ins, once with a count, without an actor', async () => {
    const email = await signIns.user();
    for (let time = 0; time < 4; time += 1) await signIns.signIn(email, 'salah-semua-9', '203.0.113.77');
    expect(await waitForEvents(await idOf(email), 4)).toMatchObject([
      { action: 'sign-in-failed', actorName: 'Somebody', count: 4, network: '203.0.113.x' },
    ]);
  });

  it('that a member was refused', async () => {
    const email = await signIns.user('member');
    expect((await signIns.signIn(email)).status).toBe(403);
    expect(await waitForEvents(await idOf(email), 1)).toMatchObject([
      { action: 'sign-in-refused', actorName: 'Sari Dewi' },
    ]);
  });

  it('that a used refresh token was used again', async () => {
    const email = await signIns.user();
    const { body } = await signIns.signIn(email);
    await waitForEvents(await idOf(email), 1);
    await signIns.renew(body['refreshToken']);
    await test.sql(`update refresh_token set used_at = now() - interval '1 hour' where used_at is not null`);
    expect((await signIns.renew(body['refreshToken'])).status).toBe(401);
    expect(await waitForEvents(await idOf(email), 2)).toMatchObject([
      { action: 'token-reused', actorName: 'Somebody' },
      { action: 'signed-in' },
    ]);
  });

  it('refusals by role and by tenant, including those of tracking documents', async () => {
    const instructor = await test.as('instructor');
    await instructor.call(listOrders, {});
    const cs = await test.as('customer-service');
    await cs.call(listCourses, { params: { type: 'flexy' } }, { headers: { 'x-tenant': 'cyber' } });
    await test.app.inject({
      method: 'POST',
      url: '/firestore/v1/projects/coding/databases/(default)/documents:runQuery',
      headers: { cookie: `accessToken=${instructor.token}`, 'content-type': 'text/plain' },
      payload: '{}',
    });
    expect(await eventsOf(instructor.userId)).toMatchObject([
      { action: 'refused', actorName: 'Tester instructor', count: 2, method: 'GET', route: '/api/admin/orders' },
    ]);
    expect(await eventsOf(cs.userId)).toMatchObject([{ action: 'refused', route: '/api/admin/course/type/:type/' }]);
  });

  it('the beginning of an export of orders', async () => {
    const cs = await test.as('customer-service');
    expect((await cs.call(exportTracking, {})).status).toBe(200);
    expect(await eventsOf(cs.userId)).toContainEqual(
      expect.objectContaining({ action: 'export-begun', actorName: 'Tester customer-service' }),
    );
  });
});

describe('a flood', () => {
  it('of equal refusals is one entry a minute, with a count correct to a tenth', async () => {
    const role: Role = 'instructor';
    const cyber = await test.as(role, 'cyber');
    for (let time = 0; time < 57; time += 1) await cyber.call(listOrders, {});
    const [entry, ...more] = await test.sql(
      `select after, (select count(*)::int from audit_record where line = audit.id) as lines from audit where tenant = 'cyber' and action = 'refused'`,
    );
    expect(entry).toMatchObject({ after: { count: 50 }, lines: 1 });
    expect(more).toEqual([]);
    vi.setSystemTime(Date.now() + 60_000);
    await test.sql(`update audit set minute_key = minute_key || ' before' where tenant = 'cyber'`);
    await cyber.call(listOrders, {});
    expect(await test.sql(`select 1 from audit where tenant = 'cyber' and action = 'refused'`)).toHaveLength(2);
  });

  it('of different refusals is a hundred entries and one for the others, without a name', async () => {
    const db = test.database.tenant('data');
    for (let one = 0; one < 130; one += 1)
      await recordAuditEvent(db, { action: 'sign-in-failed', key: `k${one}`, details: { one } });
    const entries = await test.sql(`select after from audit where tenant = 'data' order by id`);
    expect(entries).toHaveLength(101);
    expect(entries.at(-1)).toEqual({ after: { count: 30 } });
  });

  it('does not store e-mails of unknown users, which may be passwords', async () => {
    await signIns.post(login.url, { email: 'salah.ketik@sample.test', password: 'salah-semua-9' });
    expect(JSON.stringify(await events('sign-in-failed'))).not.toContain('salah.ketik');
  });
});

describe('the log', () => {
  const lines: string[] = [];
  const logged = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === 'security event' || line['msg'] === 'security event came from')
      .map((line): Record<string, unknown> => ({ ...line, ...(line['security'] as object | undefined) }));
  const build = (level: string, jwtSecret = testJwtSecret) =>
    buildTestApp({
      config: readConfig({ JWT_SECRET: jwtSecret }),
      database: test.database,
      jobs: test.jobs,
      logLevel: level,
      logTo: { write: (line) => lines.push(line) },
    });
  beforeEach(() => {
    lines.length = 0;
  });

  it('names the account and the address as keyed hashes, equal for equal values', async () => {
    const app = await build('info');
    const fail = (email: string, from: string) =>
      signIns.post(login.url, { email, password: 'salah-semua-9' }, {}, from, app);
    await fail('Sari@Rahasia.test', '203.0.113.9');
    await fail('sari@rahasia.test', '203.0.113.9');
    await fail('budi@rahasia.test', '203.0.113.10');
    const [one, two, three] = logged();
    expect(one).toMatchObject({ kind: 'sign-in-failed', tenant: 'coding', network: '203.0.113.x', level: 30 });
    expect(one?.['email']).toMatch(/^[\w-]{16}$/);
    expect([two?.['email'], two?.['address']]).toEqual([one?.['email'], one?.['address']]);
    expect(three?.['email']).not.toBe(one?.['email']);
    expect(three?.['address']).not.toBe(one?.['address']);
    expect(lines.join('')).not.toMatch(/rahasia\.test|203\.0\.113\.(9|10)/i);
    await app.close();
  });

  it('has other hashes in another installation', async () => {
    for (const jwtSecret of [testJwtSecret, 'another secret that is as long as ours is']) {
      const app = await build('info', jwtSecret);
      await signIns.post(login.url, { email: 'sari@rahasia.test', password: 'salah-semua-9' }, {}, '203.0.113.9', app);
      await app.close();
    }
    const [one, other] = logged();
    expect(other?.['email']).not.toBe(one?.['email']);
    expect(other?.['address']).not.toBe(one?.['address']);
  });

  it('contains the address only at the level debug', async () => {
    const app = await build('debug');
    await signIns.post(login.url, { email: 'x@rahasia.test', password: 'salah-semua-9' }, {}, '203.0.113.9', app);
    expect(logged()).toContainEqual(expect.objectContaining({ level: 20, address: '203.0.113.9' }));
    await app.close();
  });

  it('shows who set whose password, and who was refused', async () => {
    const app = await build('info');
    const admin = await test.as('admin');
    const victim = await idOf(await signIns.user('member'));
    const send = (method: 'PUT' | 'GET', url: string, payload?: object, tenant = 'coding') =>
      app.inject({
        method,
        url: `/api${url}`,
        headers: { authorization: `Bearer ${admin.token}`, 'x-tenant': tenant },
        ...(payload && { payload }),
      });
    await send('PUT', changeUserPassword.url.replace(':id', victim), { password });
    await send('GET', getOwnProfile.url, undefined, 'data');
    expect(logged()).toMatchObject([
      { kind: 'password-changed', byUserId: admin.userId, userId: victim },
      { kind: 'refused', userId: admin.userId, tenant: 'coding' },
    ]);
    await app.close();
  });
});

it('a refresh with an unknown token is no event of any user', async () => {
  await signIns.post(refresh.url, { refresh: 'unknown' });
  expect(await events('token-reused')).toHaveLength(1);
});
