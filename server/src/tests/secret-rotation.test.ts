/** Tests that what one server has signed is valid at the others while JWT_SECRET is rotated, and not after it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test as it } from 'vitest';
import { getOwnProfile, login } from '#contract/kernel/auth.ts';
import { typeOfMedia } from '#contract/kernel/upload.ts';
import { readConfig } from '#platform/config.ts';
import { EmbeddedStorage } from '#platform/storage/embedded.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { password, signInApp, type SignInApp } from '../areas/auth/testing/sign-in.ts';
import { buildTestApp, testApp } from './app.ts';

const nextSecret = 'the next secret of the servers in tests';

let test: TestApp;
let signIns: SignInApp;
let dataDir: string;
/** Servers in the order of a rotation; `before` does not know the next secret. */
let servers: Record<'before' | 'prepared' | 'during' | 'after', FastifyInstance>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-rotation-'));
  test = await testApp();
  signIns = await signInApp(test);
  const build = (JWT_SECRET: string, JWT_SECRET_PREVIOUS = '') =>
    buildTestApp({
      config: readConfig({ DATA_DIR: dataDir, JWT_SECRET, JWT_SECRET_PREVIOUS }),
      database: test.database,
      jobs: test.jobs,
      logLevel: 'error',
    });
  servers = {
    before: test.app,
    prepared: await build(testJwtSecret, nextSecret),
    during: await build(nextSecret, testJwtSecret),
    after: await build(nextSecret),
  };
});
afterAll(async () => {
  const { before: _, ...others } = servers;
  await Promise.all(Object.values(others).map((app) => app.close()));
  await test.close();
  await rm(dataDir, { recursive: true });
});

type Server = keyof typeof servers;
const signInAt = async (server: Server, email: string, cookie = '') => {
  const reply = await signIns.post(login.url, { email, password }, { cookie }, undefined, servers[server]);
  expect(reply.status).toBe(200);
  return { token: reply.body['accessToken']!, cookie: reply.cookie };
};
/** Servers that accept a token. */
async function accepting(token: string): Promise<Server[]> {
  const names = Object.keys(servers) as Server[];
  const statuses = await Promise.all(
    names.map((name) =>
      servers[name].inject({ url: `/api${getOwnProfile.url}`, headers: { authorization: `Bearer ${token}` } }),
    ),
  );
  return names.filter((_, at) => statuses[at]?.statusCode === 200);
}

it('accepts access tokens of either secret at servers that have both', async () => {
  const email = await signIns.user();
  const [former, next] = [await signInAt('prepared', email), await signInAt('during', email)];
  expect(await accepting(former.token)).toEqual(['before', 'prepared', 'during']);
  expect(await accepting(next.token)).toEqual(['prepared', 'during', 'after']);
});

it('knows a browser that signed in before the rotation', async () => {
  const deviceOf = ({ cookie }: { cookie: string }) => /^device-[^=]+=([^.]+)\./.exec(cookie)?.[1];
  const email = await signIns.user();
  const first = await signInAt('before', email);
  const second = await signInAt('during', email, first.cookie);
  expect(deviceOf(second)).toBe(deviceOf(first));
  expect(deviceOf(await signInAt('after', email, second.cookie))).toBe(deviceOf(first));
  expect(deviceOf(await signInAt('after', email, first.cookie))).not.toBe(deviceOf(first));
});

it('accepts uploads whose address was signed with either secret', async () => {
  const storage = (...secrets: string[]) => new EmbeddedStorage(dataDir, secrets);
  const key = 'coding/tests/a.png';
  const url = await storage(testJwtSecret).presign({ key, type: typeOfMedia('image/png')!, size: 10 }, 'a session');
  const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams);
  expect(storage(nextSecret, testJwtSecret).readGrant(key, query)).toMatchObject({ size: 10 });
  expect(() => storage(nextSecret).readGrant(key, query)).toThrow('This address was not made for an upload');
});
