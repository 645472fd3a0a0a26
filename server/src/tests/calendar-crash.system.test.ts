/** Proves that a worker that is killed in the middle leaves Google with one event and one link of a class. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createCalendarEvent } from '#contract/calendar.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { type TestGoogleCalendar, testGoogleCalendar } from '#platform/testing/google-calendar.ts';
import { processEnvironment } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { addRecords } from '#shared/testing/sample.ts';
import { testApp } from './app.ts';

// Whole processes that are killed: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

let test: TestApp;
let google: TestGoogleCalendar;
let dataDir: string;
let worker: ChildProcess | undefined;

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

/** `npm run worker`, as it is. */
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

/** With every worker dead: the time until that is noticed, and until the next try, is over. */
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
  google.calendar.readsUntilLink = 2;
  google.calendar.events.clear();
  google.calendar.links.clear();
  let isKilled = false;
  google.state.trouble = async (asked) => {
    if (asked.method !== method || isKilled) return undefined;
    isKilled = true;
    await kill();
    return isDone ? 'lose the reply' : { status: 500 };
  };
  start();
  const instructor = await test.as('instructor');
  const params = { id: String(course), sectionId: String(section) };
  // The call gives up waiting; what it asked for goes on.
  const asked = instructor.call(createCalendarEvent, { params, body: {} });
  await expect.poll(() => isKilled && worker === undefined, { timeout: 60_000 }).toBe(true);
  await letTimePass();
  start();
  await asked;
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
