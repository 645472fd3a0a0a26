/** Tests the schedule of housekeeping, what it removes, and that its parts are independent. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tenants } from '#contract/kernel/endpoint.ts';
import { readConfig } from '#platform/config.ts';
import type { JobContext, Services } from '#platform/jobs/job.ts';
import { openJobPool } from '#platform/jobs/store.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { addUser } from '#platform/testing/user.ts';
import { housekeeping } from './housekeeping.ts';

let test: TestApp;
let services: Services;
let userId: string;
beforeAll(async () => {
  test = await testAppOf([]);
  userId = await addUser(test.sql, 'coding');
  services = {
    config: readConfig({ JWT_SECRET: testJwtSecret }),
    mailer: { send: () => Promise.reject(new Error('no mail here')), close: () => undefined },
    store: test.jobs,
    storage: test.app.deps.storage,
  };
});
afterAll(() => test.close());

it('runs every 15 minutes per tenant, with a shorter timeout', async () => {
  const pool = openJobPool(() => test.workerUrl);
  const log = { warn: () => undefined };
  const worker = startWorker({ database: test.database, pool, jobs: [housekeeping], services, log });
  await expect
    .poll(() => test.sql('select name, key, cron, timezone, data from pgboss.schedule order by key'), {
      timeout: 15_000,
    })
    .toEqual(
      tenants.map((tenant) => ({
        name: 'housekeeping',
        key: tenant,
        cron: '*/15 * * * *',
        timezone: 'Asia/Jakarta',
        data: { tenant, ids: {} },
      })),
    );
  const [queue] = await test.sql(`select expire_seconds from pgboss.queue where name = 'housekeeping'`);
  expect(queue?.['expire_seconds']).toBeLessThan(15 * 60);
  await worker.close(1_000);
  await pool.end();
});

const keepHouse = () =>
  housekeeping.run({
    ...services,
    tenant: 'coding',
    db: test.database.tenant('coding'),
    named: (userId) => test.database.named('coding', userId),
    ids: {},
    key: 'any',
    askedAt: new Date().toISOString(),
    isLastTry: false,
    signal: new AbortController().signal,
  } satisfies JobContext);

/** Statements that add one row of a given age. */
const things: Record<string, (age: string) => Promise<unknown>> = {
  revocation: (age) =>
    test.sql(`insert into revocation (tenant, subject, at) values ('coding', new_id(), now() - $1::interval)`, [age]),
  idempotency: (age) =>
    test.sql(
      `insert into idempotency (tenant, user_id, key, request_hash, at) values ('coding', $1, new_id(), '', now() - $2::interval)`,
      [userId, age],
    ),
  sign_in_failure: (age) =>
    test.sql(
      `insert into sign_in_failure (tenant, email, address, at) values ('coding', 'a@x.test', '::1', now() - $1::interval)`,
      [age],
    ),
  list_read: (age) =>
    test.sql(
      `insert into list_read (tenant, user_id, page_key, rows, at) values ('coding', $1, new_id(), 5, now() - $2::interval)`,
      [userId, age],
    ),
  effect: (age) =>
    test.sql(`insert into effect (tenant, key, at) values ('coding', new_id(), now() - $1::interval)`, [age]),
  data_export: (age) =>
    test.sql(
      `insert into data_export (tenant, user_id, user_name, filter, names, total, created_at)
        values ('coding', $1, 'Rina', '{}', '{}', 1, now() - $2::interval)`,
      [userId, age],
    ),
  batch: (age) =>
    test.sql(
      `insert into batch (tenant, kind, change, title, user_id, user_name, created_at)
        values ('coding', 'order-status', '{}', 'Paid', $1, 'Rina', now() - $2::interval)`,
      [userId, age],
    ),
  agent_client: (age) =>
    test.sql(
      `insert into agent_client (tenant, name, redirect_uris, created_at) values ('coding', 'Agen', '{}', now() - $1::interval)`,
      [age],
    ),
  'pgboss.job': (age) =>
    test.sql(
      `insert into pgboss.job (name, state, data, completed_on)
        values ('housekeeping', 'completed', '{"tenant": "coding"}', now() - $1::interval)`,
      [age],
    ),
};

const count = async (table: string) => (await test.sql(`select from ${table}`)).length;

describe('removes expired rows only', () => {
  beforeEach(async () => {
    for (const table of Object.keys(things)) await test.sql(`delete from ${table}`);
  });

  it.each([
    // Access tokens live for 15 minutes; revocations are kept for that long plus ten minutes of tolerance.
    ['a revocation', 'revocation', '25 minutes', '2 hours'],
    ['the answer kept for a retry', 'idempotency', '23 hours 59 minutes', '24 hours 1 minute'],
    ['a failed sign-in', 'sign_in_failure', '15 minutes', '25 hours'],
    ['a count of rows', 'list_read', '59 minutes', '61 minutes'],
    ['an effect, longer than the 90 days of a failed job', 'effect', '90 days', '181 days'],
    ['what is told of an export', 'data_export', '89 days', '91 days'],
    ['a batch', 'batch', '89 days', '91 days'],
    ['an agent that nobody used', 'agent_client', '23 hours', '25 hours'],
    ['a job that is done', 'pgboss.job', '2 days 23 hours', '3 days 1 hour'],
  ])('%s', async (_, table, young, old) => {
    await things[table]?.(young);
    await keepHouse();
    expect(await count(table)).toBe(1);
    await things[table]?.(old);
    expect(await count(table)).toBe(2);
    await keepHouse();
    expect(await count(table)).toBe(1);
  });

  it('an agent, once its last session has ended', async () => {
    await things['agent_client']?.('25 hours');
    await test.sql(`insert into session (tenant, user_id, agent_client_id) select tenant, $1, id from agent_client`, [
      userId,
    ]);
    await keepHouse();
    expect(await count('agent_client')).toBe(1);
    await test.sql('delete from session');
    await keepHouse();
    expect(await count('agent_client')).toBe(0);
  });

  it('runs all parts and reports a failing one', async () => {
    for (const add of Object.values(things)) await add('1 year');
    await test.sql(`insert into upload (tenant, key, url, name, type, created_at, finished_at)
      values ('coding', 'a', '/a', 'a', 'image/png', now() - interval '2 days', now() - interval '2 days');
      create table closed (tenant text not null, note text); alter table sign_in_failure rename to away`);
    try {
      await expect(keepHouse()).rejects.toThrow(
        /^failed sign-ins: relation "sign_in_failure" does not exist; files: Which files are in use cannot be told: closed may not be read$/,
      );
    } finally {
      await test.sql('drop table closed; alter table away rename to sign_in_failure');
    }
    const left = Object.keys(things).map(async (table) => [table, await count(table)]);
    expect(Object.fromEntries(await Promise.all(left))).toEqual({
      revocation: 0,
      idempotency: 0,
      list_read: 0,
      sign_in_failure: 1,
      effect: 0,
      agent_client: 0,
      data_export: 0,
      batch: 0,
      'pgboss.job': 0,
    });
  });
});
