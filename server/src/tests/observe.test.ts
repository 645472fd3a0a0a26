/** Tests health, metrics and log, and that they contain no secrets and no personal data. */
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { problem } from '#contract/kernel/fields.ts';
import { readConfig } from '#platform/config.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { hashPassword } from '#platform/session/password.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { buildTestApp, testApp } from './app.ts';
import { everyEndpoint } from './endpoints.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

const password = 'kuda-terbang-9';
const lines: string[] = [];

let test: TestApp;
let app: TestApp['app'];
beforeAll(async () => {
  test = await testApp();
  app = await build();
  await test.sql(
    `insert into "user" (tenant, email, name, password_hash, role) values ('coding', 'sari@sample.test', 'Sari Dewi', $1, 'admin')`,
    [await hashPassword(password)],
  );
});
afterAll(async () => {
  await app.close();
  await test.close();
});
afterEach(() => {
  lines.length = 0;
});

const build = (environment: object = {}, database: Database = test.database) =>
  buildTestApp({
    config: readConfig({ JWT_SECRET: testJwtSecret, ...environment }),
    database,
    jobs: test.jobs,
    logLevel: 'info',
    logTo: { write: (line) => lines.push(line) },
  });
const configured = (level: string) =>
  buildTestApp({
    config: readConfig({ JWT_SECRET: testJwtSecret, LOG_LEVEL: level }),
    database: test.database,
    jobs: test.jobs,
    logTo: { write: (line) => lines.push(line) },
  });
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('health and readiness', () => {
  it('succeed while the database is available', async () => {
    expect((await app.inject('/api/health')).json()).toEqual({ status: 'ok' });
    expect((await app.inject('/api/ready/')).json()).toEqual({ status: 'ready' });
  });

  it('differ without a database: the server is alive, but not ready', async () => {
    const nowhere = openDatabase(() => 'postgres://nobody:x@127.0.0.1:1/lectern');
    const lonely = await build({}, nowhere);
    expect((await lonely.inject('/api/health')).statusCode).toBe(200);
    const ready = await lonely.inject('/api/ready');
    expect(ready.statusCode).toBe(503);
    expect(ready.headers['retry-after']).toBe('5');
    expect(problem.parse(ready.json()).message).toBe('The database does not answer');
    const call = await lonely.inject({
      method: 'POST',
      url: '/api/auth/login/',
      payload: { email: 'sari@sample.test', password },
    });
    expect(problem.parse(call.json())).toMatchObject({
      status: 503,
      message: 'The database cannot be reached; please try again in a moment',
    });
    expect(logged()).toContainEqual(
      expect.objectContaining({ level: 40, msg: 'database away', requestId: call.headers['x-request-id'] }),
    );
    await lonely.close();
    await nowhere.close();
  });
});

describe('the metrics', () => {
  it('count calls by class of status, and failures of the server by route, without ids', async () => {
    const metrics = async () => (await app.inject('/api/metrics')).body;
    const count = async (name: string) => Number((await metrics()).split(`${name} `)[1]?.split('\n')[0] ?? 0);
    const refused = 'http_request_duration_seconds_count{status="4xx"}';
    const failed = 'http_server_errors_total{route="/api/admin/orders"}';
    const before = [await count(refused), await count(failed)] as const;
    await app.inject('/api/admin/discount/01890000-0000-7000-8000-000000000001');
    const { token } = await test.as('admin');
    await test.sql('alter table "order" rename to elsewhere');
    await app.inject({ url: '/api/admin/orders', headers: { authorization: `Bearer ${token}` } });
    await test.sql('alter table elsewhere rename to "order"');
    expect([await count(refused), await count(failed)]).toEqual([before[0] + 1, before[1] + 1]);
    const body = await metrics();
    expect(body).toContain('process_resident_memory_bytes');
    expect(body).not.toContain('01890000');
  });

  it('do not grow with the number of routes', async () => {
    const size = async () => (await app.inject('/api/metrics')).body.split('\n').length;
    await app.inject('/api/admin/orders');
    const before = await size();
    const entries = await everyEndpoint();
    for (const { entry } of entries)
      await app.inject({ method: entry.method, url: `/api${entry.url.replace(/:\w+/g, '1')}` });
    expect(await size()).toBe(before);
  });

  it.each<[string, { remoteAddress?: string; headers?: Record<string, string> }]>([
    ['another machine', { remoteAddress: '10.0.0.7' }],
    [
      'another machine that claims to be this one',
      { remoteAddress: '10.0.0.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    [
      'a trusted proxy’s caller who claims to be this machine',
      { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } },
    ],
    ['a proxy on this machine', { remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['another machine over IPv6', { remoteAddress: '2001:db8::1' }],
    ...[
      'forwarded',
      'via',
      'x-real-ip',
      'x-forwarded-host',
      'x-forwarded-proto',
      'cf-connecting-ip',
      'true-client-ip',
      'x-client-ip',
    ].map((name): [string, object] => [`a proxy on this machine that adds ${name}`, { headers: { [name]: 'https' } }]),
    ['a proxy on this machine that adds nothing', { headers: { host: 'admin.coding.test' } }],
  ])('are refused to %s', async (_, from) => {
    expect((await app.inject({ url: '/api/metrics', ...from })).statusCode).toBe(403);
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('are shown to %s', async (remoteAddress) => {
    expect((await app.inject({ url: '/api/metrics', remoteAddress })).statusCode).toBe(200);
  });

  it('are refused over HTTP/1.0, which proxies that add nothing speak by default', async () => {
    const listening = await build();
    await listening.listen({ host: '127.0.0.1', port: 0 });
    const { port } = listening.server.address() as AddressInfo;
    const statusOver = async (version: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(`GET /api/metrics HTTP/${version}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split(' ')[1];
    };
    expect([await statusOver('1.0'), await statusOver('1.1')]).toEqual(['403', '200']);
    await listening.close();
  });

  it('are shown to everybody when so configured', async () => {
    const open = await build({ PUBLIC_METRICS: '1' });
    expect((await open.inject({ url: '/api/metrics', remoteAddress: '10.0.0.7' })).statusCode).toBe(200);
    await open.close();
  });
});

describe('the log', () => {
  it('has a line for each call: user, request, result and request id', async () => {
    const { userId, token } = await test.as('admin');
    const answer = await app.inject({ url: '/api/admin/user', headers: { authorization: `Bearer ${token}` } });
    expect(logged()).toEqual([
      expect.objectContaining({
        msg: 'answered',
        requestId: answer.headers['x-request-id'],
        method: 'GET',
        route: '/api/admin/user',
        status: 200,
        tenant: 'coding',
        userId,
      }),
    ]);
  });

  it('is written at the configured level', async () => {
    const [loud, still] = [await configured('info'), await configured('warn')];
    const { token } = await test.as('admin');
    const call = { url: '/api/admin/user?search=sari@sample.test', headers: { authorization: `Bearer ${token}` } };
    await still.inject(call);
    expect(lines).toEqual([]);
    const { headers } = await loud.inject(call);
    const [line, ...more] = logged();
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 30,
      requestId: headers['x-request-id'],
      method: 'GET',
      route: '/api/admin/user',
      status: 200,
      tenant: 'coding',
    });
    for (const secret of ['sari', 'search', token]) expect(lines.join('')).not.toContain(secret);
    await Promise.all([loud.close(), still.close()]);
  });

  it('contains no secrets and no personal data', async () => {
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      payload: { email: 'sari@sample.test', password },
    });
    const { accessToken, refreshToken } = signedIn.json<Record<string, string>>();
    await app.inject({
      url: '/api/admin/user?search=Sari%20Dewi',
      headers: { authorization: `Bearer ${accessToken}`, cookie: `accessToken=${accessToken}` },
    });
    await app.inject({ method: 'POST', url: '/api/auth/refresh/', payload: { refresh: refreshToken } });
    expect(lines.filter((line) => line.includes('"answered"')).length).toBe(3);
    for (const secret of ['sari', 'Sari', password, String(accessToken), String(refreshToken)])
      expect(lines.join('')).not.toContain(secret);
  });

  it('explains an internal error under the request id, and the caller sees no details', async () => {
    const { token } = await test.as('admin');
    await test.sql('alter table "order" rename to elsewhere');
    const answer = await app.inject({ url: '/api/admin/orders', headers: { authorization: `Bearer ${token}` } });
    await test.sql('alter table elsewhere rename to "order"');
    expect(problem.parse(answer.json())).toEqual({
      message: 'Something went wrong on our side; nothing was changed. Please try again',
      status: 500,
      requestId: answer.headers['x-request-id'],
    });
    expect(logged()).toContainEqual(
      expect.objectContaining({
        msg: 'fault',
        requestId: answer.headers['x-request-id'],
        err: expect.objectContaining({
          message: expect.stringContaining('does not exist'),
          stack: expect.any(String) as string,
        }) as object,
      }),
    );
  });

  it('omits the rows that the database quotes in an error', async () => {
    const { token } = await test.as('admin');
    await test.sql(`create function angry() returns trigger language plpgsql as $$ begin raise 'no' using detail = 'Sari Dewi, 0812'; end $$;
      create trigger angry before update on "user" for each row execute function angry()`);
    const id = (await test.sql(`select id from "user" where email = 'sari@sample.test'`))[0]?.['id'] as string;
    const answer = await app.inject({
      method: 'PATCH',
      url: `/api/admin/user/${id}/profile/`,
      headers: { authorization: `Bearer ${token}` },
      payload: { name: 'Sari Ayu' },
    });
    await test.sql('drop trigger angry on "user"');
    expect(answer.statusCode).toBe(500);
    expect(lines.join('')).toContain('"fault"');
    expect(lines.join('')).not.toMatch(/Sari|0812/);
  });
});
