/**
 * Tests what the client's suite cannot see: the server's responses in Firestore's protocol, its cookie, and the call
 * for access.
 */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getTrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { openTracking } from '../admin/src/shared/order-tracking/tracking-client.ts';
import { testApp } from '../server/src/tests/app.ts';
import { embeddedWorld, type EmbeddedWorld } from './embedded-world.ts';
import { count, filters, list, nameOf, post, setStatus, where } from './wire.ts';

let world: EmbeddedWorld;
beforeAll(async () => {
  world = await embeddedWorld();
});
afterAll(() => world.stop());

const stored = {
  timestamp: { timestampValue: '2026-01-02T03:04:05.123456Z' },
  user_email: { stringValue: 'siti@demo.test' },
  any_field: { arrayValue: { values: [{ nullValue: null }] } },
};
beforeEach(async () => {
  await world.fill([
    { collection: 'order_staging', id: 'd1', fields: { ...stored, status: { stringValue: 'unpaid' } } },
  ]);
  await world.signInAs('admin');
});
const inDatabase = () =>
  world.server.sql('select id, fields, status, update_time::text as updated from tracking_document');
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/) as string;

describe('responses', () => {
  test('a list returns whole documents with names and times', async () => {
    expect(await post(world, 'runQuery', list())).toEqual({
      status: 200,
      body: [
        {
          document: {
            name: nameOf('d1'),
            fields: { ...stored, status: { stringValue: 'unpaid' } },
            createTime: time,
            updateTime: time,
          },
          readTime: time,
        },
      ],
    });
  });

  test('an empty list is a single read time', async () => {
    expect(await post(world, 'runQuery', list(where(filters.userEmail('nobody@demo.test'))))).toEqual({
      status: 200,
      body: [{ readTime: time }],
    });
  });

  test('a count is returned under the requested alias', async () => {
    expect(await post(world, 'runAggregationQuery', count())).toEqual({
      status: 200,
      body: [{ result: { aggregateFields: { aggregate_0: { integerValue: '1' } } }, readTime: time }],
    });
  });

  test('documents by name are found or missing, each once', async () => {
    const { body } = await post(world, 'batchGet', { documents: [nameOf('d1'), nameOf('gone'), nameOf('d1')] });
    expect(body).toEqual([
      { found: expect.objectContaining({ name: nameOf('d1') }), readTime: time },
      { missing: nameOf('gone'), readTime: time },
    ]);
  });

  test('a status write records the user; writing the same status again changes nothing', async () => {
    const first = await post(world, 'commit', setStatus('d1', 'paid'));
    expect(first).toEqual({ status: 200, body: { writeResults: [{ updateTime: time }], commitTime: time } });
    const before = await inDatabase();
    expect(before).toEqual([
      { id: 'd1', fields: stored, status: { stringValue: 'paid' }, updated: expect.any(String) },
    ]);
    const again = await post(world, 'commit', setStatus('d1', 'paid'));
    expect(again.body).toMatchObject({ writeResults: (first.body as { writeResults: unknown }).writeResults });
    expect(await inDatabase()).toEqual(before);
    expect(
      await world.server.sql(
        `select actor_name, record_id, action, before -> 'status' as before, after -> 'status' as after from audit where table_name = 'tracking_document'`,
      ),
    ).toEqual([
      {
        actor_name: 'Tester admin',
        record_id: 'd1',
        action: 'update',
        before: { stringValue: 'unpaid' },
        after: { stringValue: 'paid' },
      },
    ]);
  });

  test('returns 404 with a message for a missing document', async () => {
    expect(await post(world, 'commit', setStatus('gone', 'paid'))).toEqual({
      status: 404,
      body: { error: { code: 404, message: `No document to update: ${nameOf('gone')}`, status: 'NOT_FOUND' } },
    });
  });
});

describe('the cookie', () => {
  test("is ignored for pages of another origin and for another tenant's documents", async () => {
    for (const origin of ['https://evil.test', 'null', 'http://127.0.0.1', `${world.origin}.evil.test`]) {
      expect(await post(world, 'commit', setStatus('d1', 'paid'), { origin })).toMatchObject({
        status: 403,
        body: { error: { status: 'PERMISSION_DENIED' } },
      });
    }
    expect((await post(world, 'commit', setStatus('d1', 'paid'), { origin: world.origin })).status).toBe(200);
  });

  test('needs a valid signature', async () => {
    const forged = await issueAccessToken(
      { userId: 'x', name: 'x', tenant: 'coding', role: 'admin', sessionId: 'x' },
      'another secret, and long enough too',
    );
    for (const token of [forged, 'x', '', 'a.b.c']) {
      expect(await post(world, 'runQuery', list(), { cookie: `accessToken=${token}` })).toMatchObject({
        status: 401,
        body: { error: { status: 'UNAUTHENTICATED' } },
      });
    }
  });

  test('is renewed by one new access request when it has expired', async () => {
    world.signOut();
    let requestCount = 0;
    const client = openTracking(async () => {
      requestCount += 1;
      if (requestCount === 2) await world.signInAs('admin');
      return world.access;
    }, world.origin);
    await expect(client.setStatus('d1', 'paid')).resolves.toBeUndefined();
    world.signOut();
    await expect(client.setStatus('d1', 'paid')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(requestCount).toBe(3);
    await client.close();
  });
});

describe('access', () => {
  const projectKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const hosted = {
    FIREBASE_CODING_PROJECT_ID: 'coding-project',
    FIREBASE_CODING_API_KEY: 'public-key',
    FIREBASE_CODING_CLIENT_EMAIL: 'signer@coding-project.test',
    FIREBASE_CODING_PRIVATE_KEY: projectKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };

  test('returns the address of this server for embedded documents', async () => {
    const { status, body } = await (await world.server.as('customer-service')).call(getTrackingAccess, {});
    expect([status, body]).toEqual([
      200,
      { mode: 'embedded', projectId: 'coding', apiKey: 'embedded', path: '/firestore' },
    ]);
  });

  test.each(['instructor', 'member'] as const)('is refused to the role %s', async (role) => {
    expect((await (await world.server.as(role)).call(getTrackingAccess, {})).status).toBe(403);
  });

  test('returns an uncached custom token of the service account for a hosted project, valid for five minutes; the embedded documents are closed', async () => {
    const server = await testApp(hosted);
    const caller = await server.as('admin');
    const { body } = await caller.call(getTrackingAccess, {});
    if (body.mode !== 'hosted') throw new Error('not hosted');
    const { payload, protectedHeader } = await jwtVerify(
      body.token,
      createPublicKey(projectKeys.publicKey.export({ type: 'spki', format: 'pem' })),
      {
        audience: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
        issuer: 'signer@coding-project.test',
      },
    );
    expect(body).toMatchObject({ projectId: 'coding-project', apiKey: 'public-key' });
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({
      sub: 'signer@coding-project.test',
      uid: caller.userId,
      claims: { role: 'admin', tenant: 'coding' },
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    const { headers } = await server.app.inject({
      url: '/api/admin/order-tracking/token/',
      headers: { authorization: `Bearer ${caller.token}`, 'x-tenant': 'coding' },
    });
    expect(headers['cache-control']).toBe('no-store');
    const other = await (await server.as('admin', 'cyber')).call(getTrackingAccess, {});
    expect(other.body.mode).toBe('embedded');
    const closed = await server.app.inject({
      method: 'POST',
      url: '/firestore/v1/projects/coding/databases/(default)/documents:runQuery',
      headers: { cookie: `accessToken=${caller.token}` },
      payload: JSON.stringify(list()),
    });
    expect(closed.statusCode).toBe(404);
    await server.close();
  });
});
