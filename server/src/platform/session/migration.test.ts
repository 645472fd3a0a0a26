/** Tests a migration of existing sign-ins: users stay signed in, and token families become sessions. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

const migrations = join(import.meta.dirname, '../../migrations');
const name = `sessions_${process.pid}`;
let folder: string;
let admin: pg.Client;
let owner: pg.Client;
let url: string;

beforeAll(async () => {
  admin = new pg.Client(inject('ownerUrl'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  const fresh = new URL(inject('ownerUrl'));
  fresh.pathname = name;
  url = fresh.href;
  folder = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
  for (const file of await readdir(migrations)) if (file < '0018') await cp(join(migrations, file), join(folder, file));
  await migrate(url, { jwtSecret: testJwtSecret, folder });
  owner = new pg.Client(url);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true });
});

const ask = async (text: string) => (await owner.query<Record<string, unknown>>(text)).rows;

it('keeps all tokens, in a session with the times of its first and latest token', async () => {
  await owner.query(`insert into "user" (tenant, id, email, name, password_hash, role)
    select tenant, '01890000-0000-7000-8000-000000000001', 'sari@sample.test', 'Sari', 'none', 'admin' from unnest(array['coding', 'data']) as tenant`);
  await owner.query(`insert into refresh_token (tenant, token_hash, family_id, user_id, used_at, expires_at)
    select tenant, sha256((tenant || n)::bytea), '01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-000000000001', null,
      timestamptz '2026-11-01T00:00:00Z' + make_interval(days => n) from unnest(array['coding', 'data']) as tenant, generate_series(0, 2) as n`);
  await owner.query(
    `insert into sign_in_failure (tenant, email, address) values ('coding', 'sari@sample.test', '192.0.2.1')`,
  );
  await migrate(url, { jwtSecret: testJwtSecret });
  expect(
    await ask(`select tenant, id, user_id, started_at::date::text as began, last_used_at::date::text as used, confirmed_at < now() - interval '1 day' as old
      from session order by tenant`),
  ).toEqual(
    ['coding', 'data'].map((tenant) => ({
      tenant,
      id: '01890000-0000-7000-8000-00000000000a',
      user_id: '01890000-0000-7000-8000-000000000001',
      began: '2026-10-02',
      used: '2026-10-04',
      old: true,
    })),
  );
  expect(
    await ask('select count(*)::int as n, count(distinct session_id)::int as sessions from refresh_token'),
  ).toEqual([{ n: 6, sessions: 1 }]);
  expect(await ask('select address, device from sign_in_failure')).toEqual([{ address: '192.0.2.1', device: null }]);
});

it('deletes tokens with their session, and records it', async () => {
  await owner.query(`delete from session where tenant = 'data'`);
  expect(await ask('select tenant, count(*)::int as n from refresh_token group by tenant')).toEqual([
    { tenant: 'coding', n: 3 },
  ]);
  expect(await ask('select tenant, subject, role from revocation')).toEqual([
    { tenant: 'data', subject: '01890000-0000-7000-8000-00000000000a', role: null },
  ]);
});
