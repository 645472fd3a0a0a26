/** Tests jobs: run after the commit or on schedule, retried, without repeated effects; and the worker's role. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type pg from 'pg';
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { tenants } from '#contract/kernel/endpoint.ts';
import { readConfig } from '#platform/config.ts';
import { roleName } from '#platform/database/app-role.ts';
import type { Db } from '#platform/database/database.ts';
import { addUser } from '#platform/testing/user.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { runOnce, runAtLeastOnce } from './effects.ts';
import { defineJob, type Job, type Services } from './job.ts';
import { enqueue, handOver } from './outbox.ts';
import { startQueue } from './queue.ts';
import { openJobPool } from './store.ts';
import { Unrecoverable } from './unrecoverable.ts';
import { startWorker, type Worker } from './worker.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

vi.setConfig({ testTimeout: 90_000 });

let test: TestApp;
let pool: pg.Pool;
let services: Services;
const running: Worker[] = [];

beforeAll(async () => {
  test = await testAppOf([]);
  pool = openJobPool(() => test.workerUrl);
  services = {
    config: readConfig({ JWT_SECRET: testJwtSecret }),
    mailer: { send: () => Promise.reject(new Error('no mail here')), close: () => undefined },
    store: test.jobs,
    storage: test.app.deps.storage,
  };
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.close(1_000)));
  await test.sql('delete from outbox');
  await test.sql('delete from pgboss.job');
});
afterAll(async () => {
  await pool.end();
  await test.close();
});

const logged: string[] = [];

const log = { warn: (details: object, message: string) => logged.push(message + JSON.stringify(details)) };

function work(...jobs: Job[]): void {
  running.push(startWorker({ database: test.database, pool, jobs, services, log }));
}

/** Job that counts its runs and calls a given function. */
function counting(name: string, act: (n: number, job: { email: string | undefined }) => void = () => undefined) {
  const runs: { tenant: string; email: string | undefined }[] = [];
  const job = defineJob({
    name,
    ids: z.object({ userId: id }),
    retry: { limit: 2, delay: 1 },
    async run({ db, tenant, ids }) {
      const user = await db.selectFrom('user').select('email').where('id', '=', ids.userId).executeTakeFirst();
      runs.push({ tenant, email: user?.email });
      act(runs.length, { email: user?.email });
    },
  });
  return { job: job as Job, runs };
}

const stored = (name: string) =>
  test.sql('select id, state, retry_count, output from pgboss.job where name = $1', [name]);

describe('an enqueued job', () => {
  it('runs after the commit, with access to its tenant only', async () => {
    const { job, runs } = counting('test-commit');
    const [ours, theirs] = [await addUser(test.sql, 'cyber'), await addUser(test.sql, 'data')];
    work(job);
    const db = test.database.tenant('cyber');
    await db.transaction().execute(async (tx) => {
      await enqueue(tx, job, { userId: ours });
      await enqueue(tx, job, { userId: theirs });
    });
    await expect.poll(() => runs.length, { timeout: 15_000 }).toBe(2);
    const emails = runs.map(({ email }) => email);
    expect(emails).toContainEqual(expect.stringContaining('@sample.test'));
    expect(emails).toContain(undefined);
    expect(new Set(runs.map(({ tenant }) => tenant))).toEqual(new Set(['cyber']));
    await expect.poll(() => test.sql('select 1 from outbox')).toEqual([]);
  });

  it('runs right after the one before it, without waiting for the next poll', async () => {
    const { job, runs } = counting('test-backlog');
    const db = test.database.tenant('coding');
    for (let n = 0; n < 5; n += 1) await enqueue(db, job, { userId: await addUser(test.sql, 'coding') });
    // Polls after the test would have failed.
    running.push(startWorker({ database: test.database, pool, jobs: [job], services, log, pollMs: 300_000 }));
    await expect.poll(() => runs.length, { timeout: 60_000 }).toBe(5);
  });

  it('never runs after a rollback', async () => {
    const { job, runs } = counting('test-rollback');
    const db = test.database.tenant('coding');
    const refused = db.transaction().execute(async (tx) => {
      await enqueue(tx, job, { userId: await addUser(test.sql, 'coding') });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await enqueue(db, job, { userId: await addUser(test.sql, 'coding') });
    work(job);
    await expect.poll(() => runs.length, { timeout: 15_000 }).toBe(1);
    expect(await stored('test-rollback')).toHaveLength(1);
  });

  it('accepts only ids and listed words', async () => {
    const { job } = counting('test-ids');
    const db = test.database.tenant('coding');
    await expect(enqueue(db, job, { userId: 'sari@sample.test' })).rejects.toThrow('This is not an id');
    const long = `insert into outbox (tenant, job, ids) values ('coding', 'x', jsonb_build_object('note', repeat('x', 2000)))`;
    await expect(test.sql(long)).rejects.toThrow('outbox_ids_check');
  });
});

describe('handOver', () => {
  const lines = 30;
  const db = () => test.database.tenant('coding');
  const enqueued = async (job: Job) => {
    for (let n = 0; n < lines; n += 1) await enqueue(db(), job, { userId: await addUser(test.sql, 'coding') });
  };

  it('neither duplicates nor loses lines after a crash before the deletion', async () => {
    const { job } = counting('test-twice');
    await enqueued(job);
    // Queue without workers, so that jobs can be counted.
    const queue = await startQueue(
      pool,
      [job],
      () => new Promise(() => undefined),
      () => undefined,
      new AbortController().signal,
    );
    const take = (all: Parameters<Parameters<typeof handOver>[2]>[0]) =>
      queue!.take(all.map((line) => ({ tenant: 'coding', line })));
    const died = handOver(db(), [job.name], async (all) => {
      await take(all);
      throw new Error('killed');
    });
    await expect(died).rejects.toThrow('killed');
    expect(await test.sql('select 1 from outbox')).toHaveLength(lines);
    expect(await stored(job.name)).toHaveLength(lines);
    await handOver(db(), [job.name], take);
    expect(await test.sql('select 1 from outbox')).toEqual([]);
    expect(await stored(job.name)).toHaveLength(lines);
    await queue!.close(0);
  });

  it('gives each line to one of several processes', async () => {
    const { job } = counting('test-several');
    await enqueued(job);
    const taken: string[] = [];
    const others = Promise.withResolvers<void>();
    const take = (isFirst: boolean) => async (all: { id: string }[]) => {
      taken.push(...all.map((line) => line.id));
      if (isFirst) await others.promise;
    };
    const first = handOver(db(), [job.name], take(true));
    await expect.poll(() => taken.length).toBeGreaterThan(0);
    // Locked lines are skipped, not waited for.
    await Promise.all([1, 2, 3].map(() => handOver(db(), [job.name], take(false))));
    others.resolve();
    await first;
    expect(taken.length).toBe(lines);
    expect(new Set(taken).size).toBe(lines);
  });

  it('leaves unknown jobs', async () => {
    const { job } = counting('test-of-another-version');
    await enqueued(job);
    await handOver(db(), ['housekeeping'], () => Promise.reject(new Error('was handed over')));
    expect(await test.sql('select 1 from outbox')).toHaveLength(lines);
  });
});

describe('a failing job', () => {
  it('is retried with increasing delays until it succeeds', async () => {
    const { job, runs } = counting('test-again', (n) => {
      if (n < 3) throw new Error(`try ${n} failed`);
    });
    await enqueue(test.database.tenant('coding'), job, { userId: await addUser(test.sql, 'coding') });
    work(job);
    await expect
      .poll(() => stored('test-again'), { timeout: 30_000 })
      .toMatchObject([{ state: 'completed', retry_count: 2 }]);
    expect(runs).toHaveLength(3);
  });

  it('stays failed with its error after the last retry, and can be retried manually', async () => {
    let isMended = false;
    const { job, runs } = counting('test-rests', () => {
      if (!isMended) throw new Error('The other side is away');
    });
    await enqueue(test.database.tenant('coding'), job, { userId: await addUser(test.sql, 'coding') });
    work(job);
    const rests = { name: 'test-rests', state: 'failed', attempts: 3, error: 'The other side is away' };
    await expect
      .poll(() => test.jobs.list('coding', { states: ['failed'] }, 10, 0), { timeout: 30_000 })
      .toMatchObject([rests]);
    expect(await test.jobs.list('cyber', {}, 10, 0)).toEqual([]);
    const [{ id: jobId } = { id: '' }] = await test.jobs.list('coding', {}, 10, 0);
    expect(await test.jobs.retry('cyber', jobId)).toBeUndefined();
    isMended = true;
    expect(await test.jobs.retry('coding', jobId)).toBe('failed');
    await expect
      .poll(() => stored('test-rests'), { timeout: 15_000 })
      .toMatchObject([{ id: jobId, state: 'completed' }]);
    expect(runs).toHaveLength(4);
  });

  it('is not retried after an Unrecoverable error', async () => {
    const { job, runs } = counting('test-for-good', () => {
      throw new Unrecoverable('There is no such mailbox');
    });
    await enqueue(test.database.tenant('coding'), job, { userId: await addUser(test.sql, 'coding') });
    work(job);
    await expect
      .poll(() => test.jobs.list('coding', {}, 10, 0), { timeout: 15_000 })
      .toMatchObject([{ state: 'failed', attempts: 1, error: 'There is no such mailbox' }]);
    expect(runs).toHaveLength(1);
  });

  it.each([
    [
      'words that PostgreSQL cannot keep',
      new Error('550 No\0such \u001b[31muser \ud800'),
      '550 No such  [31muser \ufffd',
    ],
    ['half a character at the end of what is kept', new Error(`${'x'.repeat(499)}😀`), `${'x'.repeat(499)}\ufffd`],
    ['no words', new AggregateError([]), 'AggregateError'],
    ['an object that is no error', { status: 550, text: 'No such user' }, "{ status: 550, text: 'No such user' }"],
  ])('with %s stores a readable error', async (_, thrown, error) => {
    const { job } = counting('test-words', () => {
      throw thrown as Error;
    });
    await enqueue(test.database.tenant('coding'), job, { userId: await addUser(test.sql, 'coding') });
    work({ ...job, retry: { limit: 0, delay: 1 } });
    await expect
      .poll(() => test.jobs.list('coding', {}, 10, 0), { timeout: 15_000 })
      .toMatchObject([{ state: 'failed', attempts: 1, error }]);
  });
});

describe('an effect', () => {
  const db = () => test.database.tenant('coding');
  const add = (name: string) => async (tx: Db) => {
    await tx
      .insertInto('discount')
      .values({ name, value: 10, discountType: 2, productType: 'courses' } as never)
      .execute();
  };

  it('in the database happens once, despite concurrent runs', async () => {
    let times = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        runOnce(db(), 'effect-1', async () => {
          times += 1;
        }),
      ),
    );
    expect(times).toBe(1);
  });

  it('that failed is not recorded', async () => {
    await expect(
      runOnce(db(), 'effect-2', async (tx) => {
        await add('half')(tx);
        throw new Error('broke');
      }),
    ).rejects.toThrow('broke');
    await runOnce(db(), 'effect-2', add('whole'));
    expect(await test.sql(`select name from discount where name in ('half', 'whole')`)).toEqual([{ name: 'whole' }]);
  });

  it('outside is not repeated once recorded', async () => {
    const sent = vi.fn(async () => undefined);
    await runAtLeastOnce(db(), 'effect-3', sent);
    await runAtLeastOnce(db(), 'effect-3', sent);
    await runAtLeastOnce(test.database.tenant('cyber'), 'effect-3', sent);
    expect(sent).toHaveBeenCalledTimes(2);
  });
});

describe('a schedule', () => {
  it('runs once per tenant, whatever the number of workers', async () => {
    const runs: string[] = [];
    const job = defineJob({
      name: 'test-cron',
      ids: z.object({}),
      // Matches every minute, so it is due immediately.
      cron: '* * * * *',
      run: async ({ tenant }) => void runs.push(tenant),
    }) as Job;
    work(job);
    work(job);
    work(job);
    await expect.poll(() => runs.length, { timeout: 70_000 }).toBeGreaterThanOrEqual(3);
    // One job per tenant and minute proves that no worker added its own.
    const twice = await test.sql(
      `select singleton_on, data ->> 'tenant' from pgboss.job where name = 'test-cron' group by 1, 2 having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    expect(new Set(runs)).toEqual(new Set(tenants));
  });

  it('is removed when the job has none any more', async () => {
    work(defineJob({ name: 'test-cron', ids: z.object({}), run: async () => undefined }) as Job);
    await expect.poll(() => test.sql(`select 1 from pgboss.schedule where name = 'test-cron'`)).toEqual([]);
  });
});

describe("the worker's role", () => {
  it("has no access to tenant tables, and the app's role none to the queue", async () => {
    const tables = await test.sql(
      `select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    expect(tables.length).toBeGreaterThan(15);
    const rights = await test.sql(
      `select name from unnest($1::text[]) as name where has_table_privilege($2, name, 'select, insert, update, delete')`,
      [tables.map(({ name }) => name), roleName(test.name, 'worker')],
    );
    expect(rights).toEqual([]);
    expect(
      await test.sql(`select has_schema_privilege($1, 'pgboss', 'usage') as may`, [roleName(test.name, 'coding')]),
    ).toEqual([{ may: false }]);
    expect(
      await test.sql(`select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = $1`, [
        roleName(test.name, 'worker'),
      ]),
    ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
  });
});

describe('an unavailable database', () => {
  it('causes only delays: the worker reconnects', async () => {
    const { job, runs } = counting('test-cut');
    work(job);
    for (let n = 1; n <= 3; n += 1) {
      const userId = await addUser(test.sql, 'coding');
      await test.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename like 'lectern%' and pid <> pg_backend_pid() and usename <> current_user`,
      );
      await test.sql(
        `insert into outbox (tenant, job, ids) values ('coding', 'test-cut', jsonb_build_object('userId', $1::text))`,
        [userId],
      );
      await expect
        .poll(() => stored('test-cut').then((jobs) => jobs.filter(({ state }) => state === 'completed').length), {
          timeout: 60_000,
        })
        .toBe(n);
    }
    expect(new Set(runs.map(({ email }) => email)).size).toBe(3);
  });
});
