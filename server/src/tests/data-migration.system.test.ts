/**
 * Test that work on existing records, which a migration leaves to a job, goes on where it stopped after the worker was
 * killed, and that the page of jobs shows how much is left (docs/decisions/0145).
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listJobs } from '#contract/jobs/endpoints.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { type KilledWorkers, openWorkers } from '#platform/testing/killed-workers.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { findAtRisk } from '../areas/user/jobs.ts';
import { testApp } from './app.ts';

// Killed processes take longer on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const members = 10_000;

let test: TestApp;
let workers: KilledWorkers;
beforeAll(async () => {
  test = await testApp();
  workers = await openWorkers(test);
  const { course } = await taughtCourse(test.sql);
  await test.sql('update course set is_published = true where id = $1', [course]);
  // Each batch takes a moment, so that there is one to be interrupted.
  await test.sql(`create function wait_a_moment() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.5); return null; end $$;
    create trigger wait_a_moment after insert on at_risk for each statement execute function wait_a_moment()`);
  // The migration 0091 noted every membership in the same way.
  await test.sql(
    `with person as (insert into "user" (tenant, email, name, password_hash, role)
      select 'coding', n || '@sample.test', 'Peserta ' || n, 'none', 'member' from generate_series(1, $2) n returning id)
    insert into course_user (tenant, course_id, user_id, assigned_at) select 'coding', $1, id, now() - interval '30 days' from person`,
    [course, members],
  );
  await test.sql('analyze');
});
afterAll(async () => {
  await workers.close();
  await test.close();
});

const numberOf = async (table: string) => Number((await test.sql(`select count(*) as n from ${table}`))[0]?.['n']);
const notDone = () => numberOf('risk_check where due_at < now()');

it('goes on after each kill, and repeats nothing', async () => {
  const superadmin = await test.as('superadmin');
  const shown = async () => {
    const { body } = await superadmin.call(listJobs, { query: { name: 'find-at-risk', state: 'running' } });
    return body.jobs[0]?.left;
  };
  await enqueue(test.database.tenant('coding'), findAtRisk, {});
  const left = [await notDone()];
  for (let kills = 0; kills < 2; kills += 1) {
    const worker = workers.start();
    await expect.poll(notDone, { timeout: 60_000, interval: 20 }).toBeLessThan(left.at(-1)!);
    await expect.poll(shown, { interval: 20 }).toBeLessThan(left.at(-1)!);
    await workers.kill(worker);
    left.push(await notDone());
    // What was done before the kill stays done, as a mark of the test shows.
    await test.sql(`update at_risk set since = '2001-01-01' where since <> '2001-01-01'`);
    await workers.letTimePass();
  }
  expect(left[0]).toBe(members);
  expect(left.at(-1)).toBeGreaterThan(0);
  workers.start();
  await expect.poll(notDone, { timeout: 90_000 }).toBe(0);
  await expect.poll(() => numberOf(`pgboss.job where name = 'find-at-risk' and state = 'completed'`)).toBe(1);
  expect(await numberOf('at_risk')).toBe(members);
  expect(await numberOf(`at_risk where since = '2001-01-01'`)).toBe(members - left.at(-1)!);
});
