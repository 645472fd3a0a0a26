/** Tests that killing a worker midway leaves Google with one event and one link per class. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createCalendarEvent, sendSchedules } from '#contract/course/calendar/endpoints.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { type TestGoogleCalendar, testGoogleCalendar } from '#platform/testing/google-calendar.ts';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { addRecords } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';

// Starting and killing processes takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let test: TestApp;
let google: TestGoogleCalendar;
let dataDir: string;
let worker: ChildProcess | undefined;

beforeEach(() => {
  google.calendar.readsUntilLink = 2;
  google.calendar.events.clear();
  google.calendar.links.clear();
  google.calendar.notified.length = 0;
});
beforeAll(async () => {
  google = await testGoogleCalendar();
  test = await testApp(google.environment);
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-calendar-'));
});
afterEach(() => kill());
afterAll(async () => {
  await test.close();
  await google.close();
  await rm(dataDir, { recursive: true });
});

/** Starts a worker as `npm run worker` does, with the test's database and Google. */
function start(): void {
  worker = spawn(process.execPath, [join(import.meta.dirname, '../worker.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...processEnvironment,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      JWT_SECRET: testJwtSecret,
      DATABASE_URL: test.ownerUrl,
      ...google.environment,
    },
  });
}

async function kill(): Promise<void> {
  const victim = worker;
  worker = undefined;
  if (!victim) return;
  const gone = once(victim, 'exit');
  victim.kill('SIGKILL');
  await gone;
}

/** With all workers dead: makes the heartbeat timeout and the retry delay elapse. */
async function letTimePass(): Promise<void> {
  await test.sql(`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
  await test.sql(`update pgboss.job set retry_delay = 1, retry_delay_max = 1`);
  await test.sql(`update pgboss.job set start_after = now() where state = 'retry'`);
}

it.each([
  ['before Google has heard of it', 'POST', false],
  ['after Google made it and before we heard of it', 'POST', true],
  ['while it waits for the link', 'GET', true],
])('killed %s', async (_, method, isDone) => {
  const { course, section } = await addRecords(test.sql, 'coding', ['course', 'section']);
  await test.sql(
    `update course_section set start_at = '2091-12-04T12:00:00Z', end_at = '2091-12-04T14:00:00Z' where id = $1`,
    [section],
  );
  let isKilled = false;
  google.state.trouble = async (request) => {
    if (request.method !== method || isKilled) return undefined;
    isKilled = true;
    await kill();
    return isDone ? 'lose the reply' : { status: 500 };
  };
  start();
  const instructor = await test.as('instructor');
  const params = { id: String(course), sectionId: String(section) };
  // The request may end before its job does.
  const reply = instructor.call(createCalendarEvent, { params, body: {} });
  await expect.poll(() => isKilled && worker === undefined, { timeout: 60_000 }).toBe(true);
  await letTimePass();
  start();
  await reply;
  await expect
    .poll(
      async () => (await test.sql('select state from calendar_event where section_id = $1', [section]))[0]?.['state'],
      {
        timeout: 60_000,
      },
    )
    .toBe('sent');
  expect([google.calendar.events.size, google.calendar.links.size]).toEqual([1, 1]);
  const [row] = await test.sql('select gmeet_url from course_section where id = $1', [section]);
  expect(row?.['gmeet_url']).toBe([...google.calendar.links.values()][0]);
});

it('killed in the middle of a bulk send, sends the others, and none twice', async () => {
  const { course } = await addRecords(test.sql, 'coding', ['course']);
  const rows = await test.sql(
    `insert into course_section (tenant, course_id, name, position, start_at, end_at)
      select 'coding', $1, 'Pertemuan ' || n, n, '2091-12-04T12:00:00Z'::timestamptz + n * interval '1 week',
        '2091-12-04T14:00:00Z'::timestamptz + n * interval '1 week' from generate_series(1, 5) n returning id`,
    [course],
  );
  const events = rows.map(({ id }) => ({ sectionId: String(id) }));
  let inserts = 0;
  google.state.trouble = async ({ method }) => {
    if (method !== 'POST' || (inserts += 1) !== 3) return undefined;
    await kill();
    return 'lose the reply';
  };
  start();
  const instructor = await test.as('instructor');
  const send = () => instructor.call(sendSchedules, { params: { id: String(course) }, body: { events } });
  const sent = send();
  await expect.poll(() => inserts >= 3 && worker === undefined, { timeout: 60_000 }).toBe(true);
  await letTimePass();
  start();
  await sent;
  const states = async () =>
    (
      await test.sql(
        'select distinct state from calendar_event e join course_section s on s.id = e.section_id where s.course_id = $1',
        [course],
      )
    ).map(({ state }) => state);
  await expect.poll(states, { timeout: 60_000 }).toEqual(['sent']);
  // Sending again creates nothing.
  expect((await send()).body.events.map(({ state }) => state)).toEqual(Array(5).fill('sent'));
  expect([google.calendar.events.size, google.calendar.links.size]).toEqual([5, 5]);
  expect(google.calendar.notified.filter(({ method }) => method === 'POST')).toHaveLength(5);
});
