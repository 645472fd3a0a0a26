import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getTrackingAccess } from '#contract/order-tracking.ts';
import { issueAccessToken } from '#platform/session/access-token.ts';
import { openTracking } from '../../../../admin/src/areas/order-tracking/tracking-client.ts';
import { testApp } from '../../testing/app.ts';
import { embeddedWorld, type EmbeddedWorld } from './testing/embedded-world.ts';
import { count, filters, list, nameOf, numbers, orders, post, setStatus, startAfter, where } from './testing/wire.ts';

let world: EmbeddedWorld;
beforeAll(async () => { world = await embeddedWorld(); });
afterAll(() => world.stop());

const stored = { timestamp: { timestampValue: '2026-01-02T03:04:05.123456Z' }, user_email: { stringValue: 'siti@demo.test' }, any_field: { arrayValue: { values: [{ nullValue: null }] } } };
beforeEach(async () => {
  await world.fill([{ collection: 'order_staging', id: 'd1', fields: { ...stored, status: { stringValue: 'unpaid' } } }]);
  await world.signInAs('admin');
});
const inDatabase = () => world.server.sql('select id, fields, status, update_time::text as updated from tracking_document');
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z$/) as string;

describe('the answers', () => {
  test('a list gives whole documents, their names and times', async () => {
    expect(await post(world, 'runQuery', list())).toEqual({ status: 200, body: [{
      document: { name: nameOf('d1'), fields: { ...stored, status: { stringValue: 'unpaid' } }, createTime: time, updateTime: time }, readTime: time,
    }] });
  });

  test('an empty list is one read time', async () => {
    expect(await post(world, 'runQuery', list(where(filters.userEmail('nobody@demo.test'))))).toEqual({ status: 200, body: [{ readTime: time }] });
  });

  test('a count is under the name it was asked by', async () => {
    expect(await post(world, 'runAggregationQuery', count())).toEqual({
      status: 200, body: [{ result: { aggregateFields: { aggregate_0: { integerValue: '1' } } }, readTime: time }],
    });
  });

  test('documents by name are found or missing, each once', async () => {
    const { body } = await post(world, 'batchGet', { documents: [nameOf('d1'), nameOf('gone'), nameOf('d1')] });
    expect(body).toEqual([{ found: expect.objectContaining({ name: nameOf('d1') }), readTime: time }, { missing: nameOf('gone'), readTime: time }]);
  });

  test('a status is written with who did it; the same status again changes nothing', async () => {
    const first = await post(world, 'commit', setStatus('d1', 'paid'));
    expect(first).toEqual({ status: 200, body: { writeResults: [{ updateTime: time }], commitTime: time } });
    const before = await inDatabase();
    expect(before).toEqual([{ id: 'd1', fields: stored, status: { stringValue: 'paid' }, updated: expect.any(String) }]);
    const again = await post(world, 'commit', setStatus('d1', 'paid'));
    expect(again.body).toMatchObject({ writeResults: (first.body as { writeResults: unknown }).writeResults });
    expect(await inDatabase()).toEqual(before);
    expect(await world.server.sql(`select actor_name, entity_id, action, before -> 'status' as before, after -> 'status' as after from audit where entity = 'order-tracking'`))
      .toEqual([{ actor_name: 'Tester admin', entity_id: 'd1', action: 'update', before: { stringValue: 'unpaid' }, after: { stringValue: 'paid' } }]);
  });

  test('a missing document answers 404 in words', async () => {
    expect(await post(world, 'commit', setStatus('gone', 'paid'))).toEqual({
      status: 404, body: { error: { code: 404, message: `No document to update: ${nameOf('gone')}`, status: 'NOT_FOUND' } },
    });
  });
});

const oneOrder = { orderBy: [orders.orderBy[0]] };
const compound = (...chosen: object[]) => ({ where: { compositeFilter: { op: 'AND', filters: chosen } } });
const mine = filters.userEmail('a');
const cursor = (value: object) => list(startAfter(value, 'd1'));

describe('what the tracking screens do not send is refused', () => {
  test.each<[string, string, unknown]>([
    ['no JSON', 'runQuery', '{'],
    ['nothing', 'runQuery', ''],
    ['null', 'runQuery', 'null'],
    ['a list', 'commit', []],
    ['no limit', 'runQuery', { structuredQuery: orders }],
    ['a limit of 0', 'runQuery', list({ limit: 0 })],
    ['a limit below 0', 'runQuery', list({ limit: -1 })],
    ['a limit above 500', 'runQuery', list({ limit: 501 })],
    ['a limit of a half', 'runQuery', list({ limit: 0.5 })],
    ['an offset', 'runQuery', list({ offset: 5 })],
    ['a choice of fields', 'runQuery', list({ select: { fields: [] } })],
    ['all descendants', 'runQuery', list({ from: [{ collectionId: 'order_staging', allDescendants: true }] })],
    ['two collections', 'runQuery', list({ from: [...orders.from, ...numbers.from] })],
    ['a parent', 'runQuery', { ...list(), parent: 'projects/cyber/databases/(default)/documents' }],
    ['another order', 'runQuery', list({ orderBy: [{ field: { fieldPath: 'user_email' }, direction: 'DESCENDING' }] })],
    ['the oldest first', 'runQuery', list({ orderBy: [{ ...orders.orderBy[0], direction: 'ASCENDING' }, orders.orderBy[1]] })],
    ['an order without the name', 'runQuery', list(oneOrder)],
    ['no order', 'runQuery', list({ orderBy: [] })],
    ['another field', 'runQuery', list(where({ fieldFilter: { ...mine.fieldFilter, field: { fieldPath: 'user_phone' } } }))],
    ['another comparison', 'runQuery', list(where({ fieldFilter: { ...mine.fieldFilter, op: 'IN' } }))],
    ['an e-mail that is no text', 'runQuery', list(where({ fieldFilter: { ...mine.fieldFilter, value: { integerValue: '1' } } }))],
    ['a bound that is text', 'runQuery', list(where({ fieldFilter: { ...filters.since('').fieldFilter, value: { stringValue: '2026' } } }))],
    ['the same field twice', 'runQuery', list(compound(mine, filters.userEmail('b')))],
    ['an OR', 'runQuery', list({ where: { compositeFilter: { op: 'OR', filters: [mine] } } })],
    ['an AND in an AND', 'runQuery', list(compound(compound(mine).where))],
    ['an empty AND', 'runQuery', list(compound())],
    ['a customer service by e-mail', 'runQuery', { structuredQuery: { ...numbers, limit: 5, ...where(mine) } }],
    ['a start at, not after', 'runQuery', list({ startAt: { ...startAfter({ nullValue: null }, 'd1').startAt, before: true } })],
    ['a cursor by value alone', 'runQuery', list({ startAt: { before: false, values: [{ nullValue: null }] } })],
    ['a cursor in another collection', 'runQuery', list({ startAt: { before: false, values: [{ nullValue: null }, { referenceValue: nameOf('n1', 'customer_service_number') }] } })],
    ["a cursor in another tenant's documents", 'runQuery', list({ startAt: { before: false, values: [{ nullValue: null }, { referenceValue: nameOf('d1').replace('coding', 'cyber') }] } })],
    ['an end', 'runQuery', list({ endAt: { values: [] } })],
    ['a cursor of an unknown type', 'runQuery', cursor({ mapValue: { fields: {} } })],
    ['a cursor of two types', 'runQuery', cursor({ stringValue: 'a', nullValue: null })],
    ['NUL in a cursor', 'runQuery', cursor({ stringValue: '\0' })],
    ['half a surrogate pair in a cursor', 'runQuery', cursor({ stringValue: '\ud800' })],
    ['bytes that are none', 'runQuery', cursor({ bytesValue: '*' })],
    ['an integer beyond 64 bits', 'runQuery', cursor({ integerValue: '9223372036854775808' })],
    ['an integer that is a word', 'runQuery', cursor({ integerValue: 'many' })],
    ['a moment that is a word', 'runQuery', cursor({ timestampValue: 'yesterday' })],
    ['a moment without its zone', 'runQuery', cursor({ timestampValue: '2026-01-02T03:04:05' })],
    ['a moment that never was', 'runQuery', cursor({ timestampValue: '2026-02-30T03:04:05Z' })],
    ['the year 0', 'runQuery', list(where(filters.since('0000-01-01T00:00:00Z')))],
    ['a moment before the year 1', 'runQuery', list(where(filters.since('0001-01-01T00:00:00+07:00')))],
    ['a moment after the year 9999', 'runQuery', list(where(filters.since('9999-12-31T23:59:59-07:00')))],
    ['picoseconds', 'runQuery', list(where(filters.since('2026-01-02T03:04:05.1234567891Z')))],
    ['a sum', 'runAggregationQuery', { structuredAggregationQuery: { aggregations: [{ alias: 'a', sum: {} }], structuredQuery: { ...orders } } }],
    ['two counts', 'runAggregationQuery', { structuredAggregationQuery: { aggregations: [{ alias: 'a', count: {} }, { alias: 'b', count: {} }], structuredQuery: { ...orders } } }],
    ['a bounded count', 'runAggregationQuery', count({ limit: 5 })],
    ['a count of customer services', 'runAggregationQuery', count(numbers)],
    ['a count without order', 'runAggregationQuery', count({ orderBy: [] })],
    ['no writes', 'commit', { writes: [] }],
    ['two writes', 'commit', { writes: [...setStatus('d1', 'paid').writes, ...setStatus('d1', 'paid').writes] }],
    ['a transaction', 'commit', { ...setStatus('d1', 'paid'), transaction: 'AA==' }],
    ['an id of dots', 'commit', setStatus('..', 'paid')],
    ['a reserved id', 'commit', setStatus('__x__', 'paid')],
    ['an empty id', 'commit', setStatus('', 'paid')],
    ['an id that is too long', 'commit', setStatus('i'.repeat(1501), 'paid')],
    ['NUL in an id', 'commit', setStatus('\0', 'paid')],
    ['half a surrogate pair in an id', 'commit', setStatus('\ud800', 'paid')],
    ['a subcollection', 'commit', setStatus('d1/notes/n1', 'paid')],
    ['no documents', 'batchGet', { documents: [] }],
    ['too many documents', 'batchGet', { documents: Array.from({ length: 501 }, () => nameOf('d1')) }],
    ["another tenant's documents", 'batchGet', { documents: [nameOf('d1').replace('coding', 'cyber')] }],
    ['a mask', 'batchGet', { documents: [nameOf('d1')], mask: { fieldPaths: [] } }],
  ])('%s', async (_, rpc, body) => {
    const before = await inDatabase();
    const answer = await post(world, rpc, body);
    expect(answer).toEqual({ status: 400, body: { error: { code: 400, message: expect.stringMatching(/\S/), status: 'INVALID_ARGUMENT' } } });
    expect(await inDatabase()).toEqual(before);
  });

  test.each(['runQueries', 'listDocuments', 'toString', 'beginTransaction'])('the call %s', async (rpc) => {
    expect(await post(world, rpc, {})).toMatchObject({ status: 404, body: { error: { status: 'NOT_FOUND' } } });
  });

  test('other addresses and methods, in the same shape', async () => {
    for (const [method, path] of [['GET', `/v1/${nameOf('d1')}`], ['DELETE', `/v1/${nameOf('d1')}`], ['POST', '/v1/projects/coding/databases/other/documents:commit']] as const) {
      const answer = await fetch(`${world.origin}/firestore${path}`, { method });
      expect([answer.status, await answer.json()]).toEqual([404, { error: { code: 404, message: 'There is nothing at this address', status: 'NOT_FOUND' } }]);
    }
  });

  test('more than a megabyte', async () => {
    expect(await post(world, 'runQuery', list(where(filters.userEmail('x'.repeat(1_000_001)))))).toMatchObject({ status: 400, body: { error: { code: 400 } } });
  });
});

describe('the cookie', () => {
  test("is not heeded on a page of another origin, nor for another tenant's documents", async () => {
    for (const origin of ['https://evil.test', 'null', 'http://127.0.0.1', `${world.origin}.evil.test`]) {
      expect(await post(world, 'commit', setStatus('d1', 'paid'), { origin })).toMatchObject({ status: 403, body: { error: { status: 'PERMISSION_DENIED' } } });
    }
    expect((await post(world, 'commit', setStatus('d1', 'paid'), { origin: world.origin })).status).toBe(200);
  });

  test('needs a good signature', async () => {
    const forged = await issueAccessToken({ accountId: 'x', name: 'x', tenant: 'coding', role: 'admin' }, 'another secret, and long enough too');
    for (const token of [forged, 'x', '', 'a.b.c']) {
      expect(await post(world, 'runQuery', list(), { cookie: `accessToken=${token}` })).toMatchObject({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
    }
  });

  test('that ran out is renewed by asking for access again, once', async () => {
    world.signOut();
    let asked = 0;
    const client = openTracking(async () => {
      asked += 1;
      if (asked === 2) await world.signInAs('admin');
      return world.access;
    }, world.origin);
    await expect(client.setStatus('d1', 'paid')).resolves.toBeUndefined();
    world.signOut();
    await expect(client.setStatus('d1', 'paid')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(asked).toBe(3);
    await client.close();
  });
});

describe('access', () => {
  const projectKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const hosted = {
    FIREBASE_CODING_PROJECT_ID: 'coding-project', FIREBASE_CODING_API_KEY: 'public-key', FIREBASE_CODING_CLIENT_EMAIL: 'signer@coding-project.test',
    FIREBASE_CODING_PRIVATE_KEY: projectKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };

  test('to embedded documents names this server', async () => {
    const { status, body } = await (await world.server.as('customer-service')).call(getTrackingAccess, {});
    expect([status, body]).toEqual([200, { mode: 'embedded', projectId: 'coding', apiKey: 'embedded', path: '/firestore' }]);
  });

  test.each(['instructor', 'member'] as const)('is not given to the role %s', async (role) => {
    expect((await (await world.server.as(role)).call(getTrackingAccess, {})).status).toBe(403);
  });

  test("to a hosted project is a custom token of its service account, for an hour at most; the embedded documents are closed", async () => {
    const server = await testApp(hosted);
    const caller = await server.as('admin');
    const { body } = await caller.call(getTrackingAccess, {});
    if (body.mode !== 'hosted') throw new Error('not hosted');
    const { payload, protectedHeader } = await jwtVerify(body.token, createPublicKey(projectKeys.publicKey.export({ type: 'spki', format: 'pem' })), {
      audience: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit', issuer: 'signer@coding-project.test',
    });
    expect(body).toMatchObject({ projectId: 'coding-project', apiKey: 'public-key' });
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({ sub: 'signer@coding-project.test', uid: caller.accountId, claims: { role: 'admin', tenant: 'coding' } });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
    const other = await (await server.as('admin', 'cyber')).call(getTrackingAccess, {});
    expect(other.body.mode).toBe('embedded');
    const closed = await server.app.inject({
      method: 'POST', url: '/firestore/v1/projects/coding/databases/(default)/documents:runQuery', headers: { cookie: `accessToken=${caller.token}` }, payload: JSON.stringify(list()),
    });
    expect(closed.statusCode).toBe(404);
    await server.close();
  });
});
