/** Tests the responses of an overloaded or ending server, and to unreadable requests. */
import { Agent, request as send } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problem } from '#contract/kernel/fields.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { TestApp, TestCaller } from '#platform/testing/app.ts';
import { buildTestApp, testApp } from './app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { buildApp } from '../app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
});
afterAll(() => test.close());

const put = (id: string) =>
  ({
    method: 'PUT',
    url: `/api/admin/discount/${id}/status/`,
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { status: 0 },
  }) as const;

/** Locks a record until it is released. */
async function hold(id: string): Promise<{ letGo: () => Promise<void> }> {
  const client = new pg.Client(test.ownerUrl);
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from discount where id = $1 for update', [id]);
  return { letGo: () => client.end() };
}

const waiters = async () =>
  (await test.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .length;

describe('a connection', () => {
  let port: number;
  beforeAll(async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    port = (test.app.server.address() as AddressInfo).port;
  });

  /** Response to these bytes until the connection closes. */
  const answerTo = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket
        .on('data', (part) => {
          text += String(part);
        })
        .on('end', () => resolve(text))
        .on('error', reject);
    });

  it.each([
    ['no HTTP', 'EHLO mail.example.com\r\n\r\n', 400],
    ['headers beyond 16 kB', `GET /api/health HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      400,
    ],
    ['an address that is none', 'GET /api/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['a method that nobody serves', 'TRACE /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
    ['no host at all, as HTTP/1.0 may', 'GET /api/member/profile/ HTTP/1.0\r\n\r\n', 401],
    [
      'no host at all and a body',
      'POST /api/auth/refresh/ HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"refresh":"x"}',
      401,
    ],
  ])('that sends %s gets the error format, with a request id', async (_, bytes, status) => {
    const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n');
    const reply = problem.parse(JSON.parse(body));
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect({ status: reply.status, id: reply.requestId }).toEqual({
      status,
      id: /^x-request-id: (.*)$/im.exec(head)?.[1],
    });
  });
});

describe('an overloaded server', () => {
  it('answers 503 to a call without a database connection; the call that has one finishes', async () => {
    const database = openDatabase(test.appUrl, { poolSize: 1, patienceMs: 100 });
    const app = await buildTestApp({
      config: readConfig({ JWT_SECRET: testJwtSecret }),
      database,
      jobs: test.jobs,
      logLevel: 'silent',
    });
    const read = () => app.inject({ url: '/api/admin/discount', headers: { authorization: `Bearer ${admin.token}` } });
    // On a busy machine, connecting may take longer than a call waits here.
    await expect.poll(async () => (await read()).statusCode).toBe(200);
    const id = await addRecord(test.sql, 'discount', 'coding');
    const held = await hold(id);
    const first = Promise.resolve(app.inject(put(id)));
    await expect.poll(waiters).toBe(1);
    const second = await read();
    expect(second.statusCode).toBe(503);
    expect(second.headers['retry-after']).toBe('5');
    expect(problem.parse(second.json()).status).toBe(503);
    await held.letGo();
    expect((await first).statusCode).toBe(200);
    await app.close();
    await database.close();
  });

  it('lets a brand read while its writes wait for one row, and tells these why they end', async () => {
    const database = openDatabase(test.appUrl);
    const app = await buildTestApp({ ...test.app.deps, database, logLevel: 'silent' });
    const read = () => app.inject({ url: '/api/admin/discount', headers: { authorization: `Bearer ${admin.token}` } });
    const id = await addRecord(test.sql, 'discount', 'coding');
    const held = await hold(id);
    const writes = Array.from({ length: 60 }, async () => app.inject(put(id)));
    await expect.poll(waiters).toBeGreaterThan(5);
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(Array.from({ length: 5 }, read));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    }
    const refusals = (await Promise.all(writes)).map((answer) => problem.parse(answer.json()));
    expect(new Set(refusals.map(({ status }) => status))).toEqual(new Set([503]));
    expect(refusals.map(({ message }) => message)).toContain(
      'Somebody else is changing this right now; nothing was changed. Please try again',
    );
    await held.letGo();
    expect((await app.inject(put(id))).statusCode).toBe(200);
    await app.close();
    await database.close();
  });

  it('refuses with 503 and Retry-After, answers health checks, and recovers', async () => {
    const app = await buildApp({ ...test.app.deps, logLevel: 'silent' });
    const ask = async (url: string) => app.inject(url);
    for (let blocked = 0; blocked < 5 && (await ask('/api/admin/discount')).statusCode !== 503; blocked += 1) {
      const end = performance.now() + 1_300;
      while (performance.now() < end) {
        /* Blocks the event loop. */
      }
      await sleep(0);
    }
    const [refused, health, metrics] = await Promise.all([
      ask('/api/admin/discount'),
      ask('/api/health'),
      ask('/api/metrics'),
    ]);
    expect(problem.parse(refused.json())).toMatchObject({
      status: 503,
      message: 'Too many people are working right now; please try again in a moment',
    });
    expect(refused.headers['retry-after']).toBe('5');
    expect([health.statusCode, metrics.statusCode]).toEqual([200, 200]);
    await expect.poll(async () => (await ask('/api/admin/discount')).statusCode, { timeout: 5_000 }).toBe(401);
    await app.close();
  });
});

describe('an ending server', () => {
  let app: Awaited<ReturnType<typeof buildApp>>;
  let database: ReturnType<typeof openDatabase>;
  let id: string;
  beforeEach(async () => {
    database = openDatabase(test.appUrl, { poolSize: 2 });
    app = await buildTestApp({
      config: readConfig({ JWT_SECRET: testJwtSecret }),
      database,
      jobs: test.jobs,
      logLevel: 'silent',
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    id = await addRecord(test.sql, 'discount', 'coding');
    return () => database.close();
  });

  const call = (agent: Agent, { method, url, headers, payload }: ReturnType<typeof put>) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const { port } = app.server.address() as AddressInfo;
      const request = send(
        {
          port,
          host: '127.0.0.1',
          method,
          path: url,
          agent,
          headers: { ...headers, 'content-type': 'application/json' },
        },
        (response) => {
          let body = '';
          response
            .on('data', (part) => {
              body += String(part);
            })
            .on('end', () => resolve({ status: response.statusCode, body }));
        },
      );
      request.on('error', reject).end(JSON.stringify(payload));
    });

  it('finishes what it began', async () => {
    const held = await hold(id);
    const begun = call(new Agent(), put(id));
    await expect.poll(waiters).toBe(1);
    const closed = app.close();
    await sleep(50);
    await held.letGo();
    expect((await begun).status).toBe(200);
    await closed;
  });

  it('is not ready, and serves what arrives on an open connection, which it then closes', async () => {
    const held = await hold(id);
    const begun = call(new Agent(), put(id));
    await expect.poll(waiters).toBe(1);
    const port = (app.server.address() as AddressInfo).port;
    const answerOn = (socket: Socket) =>
      new Promise<string>((resolve, reject) => {
        let text = '';
        socket
          .on('data', (part) => {
            text += String(part);
          })
          .on('close', () => resolve(text))
          .on('error', reject);
      });
    app.drain.isEnding = true;
    const check = connect(port, '127.0.0.1');
    check.write('GET /api/ready HTTP/1.1\r\nHost: a\r\n\r\n');
    const notReady = await answerOn(check);
    expect(notReady).toMatch(/^HTTP\/1\.1 503 /);
    expect(notReady).toMatch(/^retry-after: 5\r?$/im);
    expect(problem.parse(JSON.parse(notReady.split('\r\n\r\n')[1] ?? '')).status).toBe(503);

    // A started request keeps its connection open until the listener is closed.
    const open = connect(port, '127.0.0.1');
    const output = answerOn(open);
    open.write('GET /api/health HTTP/1.1\r\nHost: a\r\n');
    await sleep(50);
    const closed = app.close();
    await expect.poll(() => app.server.listening).toBe(false);
    open.write('\r\n');
    const text = await output;
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toMatch(/^connection: close\r?$/im);
    await held.letGo();
    expect((await begun).status).toBe(200);
    await closed;
  });
});
