/** Tests the jobs page: its contents, its roles, and retrying a failed job. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listJobs, retryFailedJobs, retryJob } from '#contract/jobs/endpoints.ts';
import type { CallInput, Tenant } from '#contract/kernel/endpoint.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { sendMail } from '#shared/mail/send-mail.ts';
import { type TestApp, testAppOf, type TestCaller } from '#platform/testing/app.ts';
import { jobRoutes } from './routes.ts';

let test: TestApp;
let superadmin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([jobRoutes]);
  superadmin = await test.as('superadmin');
});
beforeEach(async () => {
  await test.sql('delete from pgboss.job');
  await test.sql('delete from outbox');
});
afterAll(() => test.close());

const userId = '01890000-0000-7000-8000-000000000001';

/** Inserts a job into the queue, `age` minutes old; returns its id. */
async function add(
  state: string,
  {
    tenant = 'coding',
    name = 'send-mail',
    age = 0,
    output = {},
  }: { tenant?: Tenant; name?: string; age?: number; output?: object } = {},
): Promise<string> {
  const [row] = await test.sql(
    `insert into pgboss.job (name, data, state, created_on, started_on, completed_on, output, retry_count, retry_limit, start_after)
    values ($1, jsonb_build_object('tenant', $2::text, 'ids', jsonb_build_object('template', 'sign-in-alert', 'userId', $6::text)), $3::text::pgboss.job_state,
      now() - $4 * interval '1 minute', case when $3 <> 'created' then now() end, case when $3 in ('completed', 'failed') then now() end, $5,
      case when $3 = 'created' then 0 else 10 end, 10, now() + interval '1 hour') returning id`,
    [name, tenant, state, age, JSON.stringify(output), userId],
  );
  return String(row?.['id']);
}

const listed = async (query: CallInput<typeof listJobs>['query'] = { state: 'all' }) =>
  (await superadmin.call(listJobs, { query })).body;

describe('the page of jobs', () => {
  it('shows waiting, running, failed and completed jobs, newest first, with errors', async () => {
    const waiting = await add('created', { age: 1 });
    const again = await add('retry', { age: 2, output: { message: '450 Come back later' } });
    const running = await add('active', { age: 3, output: { left: 1200 } });
    const failed = await add('failed', { age: 4, output: { message: '550 No such mailbox' } });
    const lost = await add('failed', { age: 5, output: { value: { message: 'job heartbeat timeout' } } });
    const done = await add('completed', { age: 6 });
    const { jobs, counts, totalItems, waitingSince } = await listed();
    expect(jobs.map(({ jobId, state, attempts, error }) => [jobId, state, attempts, error])).toEqual([
      [waiting, 'waiting', 0, null],
      [again, 'waiting', 11, '450 Come back later'],
      [running, 'running', 11, null],
      [failed, 'failed', 11, '550 No such mailbox'],
      [lost, 'failed', 11, 'job heartbeat timeout'],
      [done, 'done', 11, null],
    ]);
    expect(jobs.map(({ left }) => left)).toEqual([null, null, 1200, null, null, null]);
    expect(jobs[0]).toMatchObject({ name: 'send-mail', ids: { template: 'sign-in-alert', userId } });
    expect(jobs[1]?.nextAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect({ counts, totalItems, waitingSince }).toEqual({
      counts: { waiting: 2, running: 1, failed: 2, done: 1 },
      totalItems: 6,
      waitingSince: null,
    });
  });

  it('shows a brand only its own jobs', async () => {
    await add('failed', { tenant: 'cyber' });
    await enqueue(test.database.tenant('data'), sendMail, { template: 'sign-in-alert', userId });
    expect(await listed()).toMatchObject({
      jobs: [],
      totalItems: 0,
      counts: { waiting: 0, running: 0, failed: 0, done: 0 },
    });
  });

  it('is empty until the first worker has created the queue', async () => {
    await add('failed');
    await test.sql('alter table pgboss.job rename to away');
    try {
      expect(await listed()).toMatchObject({ jobs: [], totalItems: 0 });
    } finally {
      await test.sql('alter table pgboss.away rename to job');
    }
    expect((await listed()).totalItems).toBe(1);
  });

  it('filters by state and by name; the counts depend only on the name', async () => {
    const mail = await add('failed');
    const broom = await add('failed', { name: 'housekeeping', age: 1 });
    await add('completed', { name: 'housekeeping', age: 2 });
    expect((await listed({ state: 'failed' })).jobs.map(({ jobId }) => jobId)).toEqual([mail, broom]);
    const page = await listed({ state: 'failed', name: 'housekeeping' });
    expect(page.jobs.map(({ jobId }) => jobId)).toEqual([broom]);
    expect(page.counts).toEqual({ waiting: 0, running: 0, failed: 1, done: 1 });
  });

  // A running worker would take the enqueued jobs between two reads.
  it.skipIf(process.env['SEVERAL'])('shows unfinished jobs by default, however many were completed since', async () => {
    const failed = await add('failed', { age: 500, name: 'housekeeping' });
    const [running, waiting] = [await add('active', { age: 400 }), await add('created', { age: 300 })];
    for (let age = 0; age < 30; age += 1) await add('completed', { age, name: 'housekeeping' });
    await enqueue(test.database.tenant('coding'), sendMail, { template: 'sign-in-alert', userId });
    for (const query of [{}, { state: '' }, { state: 'unfinished' }] as const) {
      const { jobs, totalItems, counts } = await listed(query);
      expect(jobs.slice(1).map(({ jobId }) => jobId)).toEqual([waiting, running, failed]);
      expect(jobs[0]).toMatchObject({ state: 'waiting', attempts: 0 });
      expect([totalItems, counts]).toEqual([4, { waiting: 2, running: 1, failed: 1, done: 30 }]);
    }
    const ofName = await listed({ name: 'housekeeping' });
    expect(ofName.jobs.map(({ jobId }) => jobId)).toEqual([failed]);
    expect((await listed({ state: 'done' })).totalItems).toBe(30);
    expect((await listed({ state: 'all' })).totalItems).toBe(34);
  });

  it.skipIf(process.env['SEVERAL'])(
    'begins with jobs not yet handed over, with their waiting time, and pages across both tables',
    async () => {
      const stored = [
        await add('created', { age: 10 }),
        await add('created', { age: 20 }),
        await add('created', { age: 30 }),
      ];
      for (let n = 0; n < 3; n += 1)
        await enqueue(test.database.tenant('coding'), sendMail, { template: 'sign-in-alert', userId });
      const lines = (await test.sql('select id from outbox order by id desc')).map(({ id }) => String(id));
      const all = [...lines, ...stored];
      for (const pageSize of [1, 2, 4, 6]) {
        const seen: string[] = [];
        for (let page = 1; page <= Math.ceil(6 / pageSize); page += 1) {
          const { jobs, totalItems } = await listed({ state: 'all', page, pageSize });
          expect(totalItems).toBe(6);
          seen.push(...jobs.map(({ jobId }) => jobId));
        }
        expect(seen).toEqual(all);
      }
      expect((await listed()).waitingSince).toBeNull();
      await test.sql(`update outbox set at = now() - interval '5 minutes' where id = $1`, [lines[2]]);
      expect(Date.now() - Date.parse((await listed()).waitingSince ?? '')).toBeGreaterThan(299_000);
    },
  );

  it('uses an index at 100,000 jobs', async () => {
    await test.sql(`insert into pgboss.job (name, data, state, created_on) select 'send-mail', jsonb_build_object('tenant', (array['coding', 'cyber', 'data'])[1 + n % 3]),
      'completed', now() - n * interval '1 second' from generate_series(1, 100000) as n`);
    await test.sql('analyze pgboss.job_common');
    const plan = await test.sql(
      `explain select id from pgboss.job where data ->> 'tenant' = 'coding' and state in ('created', 'retry', 'active', 'failed', 'completed') order by created_on desc, id desc limit 20`,
    );
    expect(JSON.stringify(plan)).toMatch(/Index Scan Backward using lectern_job_tenant/);
    for (const states of [`'failed'`, `'created', 'retry', 'active', 'failed'`]) {
      const of = await test.sql(
        `explain select id from pgboss.job where data ->> 'tenant' = 'coding' and state in (${states}) order by created_on desc, id desc limit 20`,
      );
      expect(JSON.stringify(of)).toMatch(/lectern_job_state/);
    }
  });
});

describe('a retry', () => {
  it('queues a failed job again under its own id, for one more attempt', async () => {
    const id = await add('failed');
    expect(await superadmin.call(retryJob, { params: { id } })).toMatchObject({ status: 200, body: { jobId: id } });
    expect(
      await test.sql(
        'select id, state, retry_limit > retry_count - 1 as may, completed_on, start_after <= now() as due from pgboss.job',
      ),
    ).toEqual([{ id, state: 'retry', may: true, completed_on: null, due: true }]);
  });

  it.each([
    ['created', 'This job is about to be tried already'],
    ['active', 'This job is running right now'],
    ['completed', 'This job is done already'],
  ])('is refused while the job is %s', async (state, message) => {
    const id = await add(state);
    expect(await superadmin.call(retryJob, { params: { id } })).toMatchObject({ status: 409, body: { message } });
    expect(await test.sql('select state from pgboss.job')).toEqual([{ state }]);
  });

  it('of all failed jobs, or those of a name, is limited to this brand', async () => {
    for (const name of ['send-mail', 'send-mail', 'housekeeping']) await add('failed', { name });
    await add('failed', { tenant: 'cyber' });
    await add('completed');
    expect((await superadmin.call(retryFailedJobs, { body: { name: 'send-mail' } })).body).toEqual({ changed: 2 });
    expect((await superadmin.call(retryFailedJobs, { body: { name: null } })).body).toEqual({ changed: 1 });
    expect(await test.sql(`select data ->> 'tenant' as tenant from pgboss.job where state = 'failed'`)).toEqual([
      { tenant: 'cyber' },
    ]);
  });
});

// With a running worker, the queue would be empty soon.
it.skipIf(process.env['SEVERAL'])('operators can read the queue’s depth and failures', async () => {
  await add('failed');
  await add('created');
  await enqueue(test.database.tenant('data'), sendMail, { template: 'sign-in-alert', userId });
  const { body } = await test.app.inject('/api/metrics');
  expect(body).toContain('lectern_jobs{job="send-mail",state="failed"} 1\n');
  expect(body).toContain('lectern_jobs{job="send-mail",state="waiting"} 1\n');
  expect(body).toContain('lectern_outbox_lines{tenant="data"} 1\n');
});
