/** Tests the command that verifies the trail, also after workers were killed while they sealed it. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkers } from '#platform/testing/killed-workers.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { runCommand } from '#platform/testing/run-command.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { testApp } from '../tests/app.ts';

const days = 100;
const key = 'A'.repeat(43);

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const verify = (...args: string[]) =>
  runCommand(join(import.meta.dirname, 'trail-verify.ts'), {
    args,
    env: {
      DATABASE_URL: app.ownerUrl,
      DATA_DIR: app.app.deps.config.dataDir,
      JWT_SECRET: testJwtSecret,
      TRAIL_KEY: key,
    },
  });

test('goes on after workers were killed while they sealed, and names what was altered afterwards', async () => {
  await app.sql(
    `insert into audit (tenant, id, at, actor_name, action) select 'coding', audit_id((extract(epoch from at) * 1000000)::bigint), at, 'x', 'refused'
      from generate_series(now() - $1::int * interval '1 day', now() - interval '1 day', interval '10 minutes') at`,
    [days],
  );
  const env = { DATA_DIR: app.app.deps.config.dataDir, TRAIL_KEY: key };
  const { start, kill, letTimePass, close } = await openWorkers(app, env);
  const sealed = async () => Number((await app.sql('select count(*) as n from trail_seal'))[0]!['n']);
  await app.sql(`insert into outbox (tenant, job, ids) values ('coding', 'seal-trail', '{}')`);
  for (let n = 0; n < 2; n += 1) {
    const before = await sealed();
    const worker = start();
    await expect.poll(sealed, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
    await kill(worker);
    await letTimePass();
  }
  const last = start();
  await expect.poll(sealed, { timeout: 90_000 }).toBeGreaterThanOrEqual(days);
  await expect
    .poll(async () => (await app.sql('select 1 from trail_seal where published_at is null')).length, {
      timeout: 90_000,
    })
    .toBe(0);
  await kill(last);
  await close();
  const good = await verify();
  expect(good.output).toMatch(/^coding: the trail is as it was sealed: [\d,]+ entries in \d+ seals/m);
  expect(good.code).toBe(0);
  const [row] = await app.sql(
    `update audit set actor_name = 'y' where id = (select id from audit where action = 'refused' order by id offset 777 limit 1) returning id`,
  );
  const bad = await verify('--tenant', 'coding');
  expect(bad.output).toContain(`FAULT: Entry ${String(row!['id'])} was altered`);
  expect(bad.code).toBe(1);
}, 400_000);

test.each([
  [['--tenant', 'x'], /^--tenant must be one of coding, cyber, data/],
  [['--what'], /^Unknown option '--what'[^]*Usage/],
  [['--against', '/nowhere'], /no such file/],
])('refuses %j', async (args, message) => {
  const { code, output } = await verify(...args);
  expect(output).toMatch(message);
  expect(code).toBe(1);
});
