/** Test that an import of 10,000 members whose worker is killed again and again makes each of them once. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestApp } from '#platform/testing/app.ts';
import type { Cells } from '#shared/testing/file-import.ts';
import { importRows, linesByState, preview } from '../areas/user/import/testing/import-file.ts';
import { testApp } from './app.ts';
import { type KilledWorkers, killedWorkers } from './killed-workers.ts';

// Killed processes take longer on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const records = 10_000;
const rows: Cells = [
  ['external id', 'name', 'email', 'phone', 'city'],
  ...Array.from({ length: records }, (_, n) => [
    `A${n}`,
    `Peserta Baru ${n}`,
    `baru${n}@impor.test`,
    `0812${10_000_000 + n}`,
    'Solo',
  ]),
];

let test: TestApp;
let workers: KilledWorkers;
beforeAll(async () => {
  test = await testApp();
  workers = await killedWorkers(test);
});
afterAll(async () => {
  await workers.close();
  await test.close();
});

it('an import of 10,000 is resumed after each kill, doubles nothing, and changes nothing the second time', async () => {
  const { body } = await importRows(test, rows, { mails: 'true' });
  expect(body).toMatchObject({ state: 'running', total: records });
  const atKills = await workers.finishWithKills(body.batchId, 3, ({ done }) => done);
  expect(atKills.every((done) => done > 0 && done < records)).toBe(true);
  expect(await workers.read(body.batchId)).toMatchObject({ state: 'done', done: records, failed: 0 });
  expect(
    await test.sql(`select count(*)::int as n, count(distinct email)::int as emails, max(version) as version from "user"
      where email like '%@impor.test'`),
  ).toEqual([{ n: records, emails: records, version: 1 }]);
  // One invitation for each, whether it waits or is being sent.
  expect(
    await test.sql(`select count(*)::int as n, count(distinct user_id)::int as people from account_mail
      where email like '%@impor.test' and kind = 'invitation' and revoked_at is null`),
  ).toEqual([{ n: records, people: records }]);
  expect(Object.keys(linesByState((await preview(test, rows)).body))).toEqual(['unchanged']);
});
