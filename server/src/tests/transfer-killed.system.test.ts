/** Tests that a transfer of 40 people, whose server is killed while it works, moves nobody, and all of them once when it is repeated. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TestApp } from '#platform/testing/app.ts';
import { type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { signInAt } from '#platform/testing/spawned-session.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';
import { testApp } from './app.ts';

vi.setConfig({ testTimeout: 180_000 });

const people = 40;

let test: TestApp;
let dataDir: string;
let server: ServerProcess | undefined;
beforeAll(async () => {
  test = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
});
afterAll(async () => {
  server?.child.kill('SIGKILL');
  await test.close();
  await rm(dataDir, { recursive: true });
});

async function start(): Promise<ServerProcess> {
  server = spawnServer(dataDir, { JWT_SECRET: testJwtSecret, DATABASE_URL: test.ownerUrl });
  await server.started;
  return server;
}

it('is all or nothing across a kill, and done once by its key', async () => {
  const [from, to] = [await taughtCourse(test.sql), await taughtCourse(test.sql)];
  for (const course of [from, to]) await course.project(70);
  const userIds: string[] = [];
  for (let n = 0; n < people; n += 1) {
    userIds.push(await from.member(`Anggota ${n}`));
    await from.handIn(userIds[n]!, null);
  }
  const token = await signInAt(test.ownerUrl);
  const transfer = async (on: ServerProcess): Promise<[status: number, body: unknown] | undefined> => {
    const answer = await fetch(`http://127.0.0.1:${on.port}/api/admin/user/course/${from.course}/transfer/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-tenant': 'coding',
        'idempotency-key': 'transfer-of-40',
      },
      body: JSON.stringify({ userIds, toCourseId: to.course }),
    }).catch(() => undefined);
    if (!answer) return undefined;
    const body: unknown = await answer.json();
    // A busy server may answer 503.
    return answer.status === 503 ? transfer(on) : [answer.status, body];
  };
  const state = () =>
    test.sql(`select course_id, count(*)::int as members, (select count(*)::int from place_transfer) as transfers,
      (select count(*)::int from project_submission handed where handed.course_id = course_user.course_id) as submissions
      from course_user group by 1 order by 1`);
  const before = await state();
  expect(before).toEqual([{ course_id: from.course, members: people, transfers: 0, submissions: people }]);

  // The last submission is locked: the memberships have moved when the transfer waits for it.
  const blocker = new pg.Client(test.ownerUrl);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query(`select set_config('app.tenant', 'coding', true)`);
  await blocker.query('select 1 from project_submission where user_id = $1 for update', [userIds.at(-1)]);
  const first = await start();
  const unanswered = transfer(first);
  await expect
    .poll(
      () =>
        test.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%project_submission%'`),
      {
        timeout: 60_000,
      },
    )
    .not.toEqual([]);
  const gone = once(first.child, 'exit');
  process.kill(-first.child.pid!, 'SIGKILL');
  await gone;
  expect(await unanswered).toBeUndefined();
  await blocker.query('rollback');
  await blocker.end();
  await expect
    .poll(
      () =>
        test.sql(
          `select 1 from pg_stat_activity where state = 'active' and query like '%project_submission%' and pid <> pg_backend_pid()`,
        ),
      {
        timeout: 60_000,
      },
    )
    .toEqual([]);
  expect(await state()).toEqual(before);

  const second = await start();
  const done = [201, { moved: people, toPay: 0, toRefund: 0 }];
  expect([await transfer(second), await transfer(second)]).toEqual([done, done]);
  expect(await state()).toEqual([{ course_id: to.course, members: people, transfers: people, submissions: people }]);
});
