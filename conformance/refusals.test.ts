/** Tests that the embedded documents refuse every request that the tracking screens do not send. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { buildApp } from '../server/src/app.ts';
import { embeddedWorld, type EmbeddedWorld } from './embedded-world.ts';
import { count, filters, list, nameOf, numbers, orders, post, setStatus, startAfter, where } from './wire.ts';

let world: EmbeddedWorld;
beforeAll(async () => {
  world = await embeddedWorld();
  await world.fill([
    {
      collection: 'order_staging',
      id: 'd1',
      fields: { timestamp: { timestampValue: '2026-01-02T03:04:05Z' }, status: { stringValue: 'unpaid' } },
    },
  ]);
  await world.signInAs('admin');
});
afterAll(() => world.stop());

const inDatabase = () =>
  world.server.sql('select id, fields, status, update_time::text as updated from tracking_document');

const oneOrder = { orderBy: [orders.orderBy[0]] };
const compound = (...chosen: object[]) => ({ where: { compositeFilter: { op: 'AND', filters: chosen } } });
const mine = filters.userEmail('a');
const cursor = (value: object) => list(startAfter(value, 'd1'));

describe('refuses requests that the tracking screens do not send', () => {
  test.each<[string, string, unknown]>([
    ['no JSON', 'runQuery', '{'],
    ['nothing', 'runQuery', ''],
    ['null', 'runQuery', 'null'],
    ['a list', 'commit', []],
    ['no limit', 'runQuery', { structuredQuery: orders }],
    ['a limit of 0', 'runQuery', list({ limit: 0 })],
    ['a limit below 0', 'runQuery', list({ limit: -1 })],
    ['a limit above 1500', 'runQuery', list({ limit: 1501 })],
    ['a limit of a half', 'runQuery', list({ limit: 0.5 })],
    ['an offset', 'runQuery', list({ offset: 5 })],
    ['a choice of fields', 'runQuery', list({ select: { fields: [] } })],
    ['all descendants', 'runQuery', list({ from: [{ collectionId: 'order_staging', allDescendants: true }] })],
    ['two collections', 'runQuery', list({ from: [...orders.from, ...numbers.from] })],
    ['a parent', 'runQuery', { ...list(), parent: 'projects/cyber/databases/(default)/documents' }],
    ['another order', 'runQuery', list({ orderBy: [{ field: { fieldPath: 'user_email' }, direction: 'DESCENDING' }] })],
    [
      'the oldest first',
      'runQuery',
      list({ orderBy: [{ ...orders.orderBy[0], direction: 'ASCENDING' }, orders.orderBy[1]] }),
    ],
    ['an order without the name', 'runQuery', list(oneOrder)],
    ['no order', 'runQuery', list({ orderBy: [] })],
    [
      'another field',
      'runQuery',
      list(where({ fieldFilter: { ...mine.fieldFilter, field: { fieldPath: 'user_phone' } } })),
    ],
    ['another comparison', 'runQuery', list(where({ fieldFilter: { ...mine.fieldFilter, op: 'IN' } }))],
    [
      'an e-mail that is no text',
      'runQuery',
      list(where({ fieldFilter: { ...mine.fieldFilter, value: { integerValue: '1' } } })),
    ],
    [
      'a bound that is text',
      'runQuery',
      list(where({ fieldFilter: { ...filters.since('').fieldFilter, value: { stringValue: '2026' } } })),
    ],
    ['the same field twice', 'runQuery', list(compound(mine, filters.userEmail('b')))],
    ['a status that is none', 'runQuery', list(where(filters.status('stolen')))],
    ['a list of what has a status', 'runQuery', list(where(filters.hasStatus()))],
    [
      'a count by a range of statuses',
      'runAggregationQuery',
      count(where({ fieldFilter: { ...filters.hasStatus().fieldFilter, value: { stringValue: 'p' } } })),
    ],
    ['an OR', 'runQuery', list({ where: { compositeFilter: { op: 'OR', filters: [mine] } } })],
    ['an AND in an AND', 'runQuery', list(compound(compound(mine).where))],
    ['an empty AND', 'runQuery', list(compound())],
    ['a customer service by e-mail', 'runQuery', { structuredQuery: { ...numbers, limit: 5, ...where(mine) } }],
    [
      'a start at, not after',
      'runQuery',
      list({ startAt: { ...startAfter({ nullValue: null }, 'd1').startAt, before: true } }),
    ],
    ['a cursor by value alone', 'runQuery', list({ startAt: { before: false, values: [{ nullValue: null }] } })],
    [
      'a cursor in another collection',
      'runQuery',
      list({
        startAt: {
          before: false,
          values: [{ nullValue: null }, { referenceValue: nameOf('n1', 'customer_service_number') }],
        },
      }),
    ],
    [
      "a cursor in another tenant's documents",
      'runQuery',
      list({
        startAt: {
          before: false,
          values: [{ nullValue: null }, { referenceValue: nameOf('d1').replace('coding', 'cyber') }],
        },
      }),
    ],
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
    [
      'a sum',
      'runAggregationQuery',
      { structuredAggregationQuery: { aggregations: [{ alias: 'a', sum: {} }], structuredQuery: { ...orders } } },
    ],
    [
      'two counts',
      'runAggregationQuery',
      {
        structuredAggregationQuery: {
          aggregations: [
            { alias: 'a', count: {} },
            { alias: 'b', count: {} },
          ],
          structuredQuery: { ...orders },
        },
      },
    ],
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
    expect(answer).toEqual({
      status: 400,
      body: { error: { code: 400, message: expect.stringMatching(/\S/), status: 'INVALID_ARGUMENT' } },
    });
    expect(await inDatabase()).toEqual(before);
  });

  test.each(['runQueries', 'listDocuments', 'toString', 'beginTransaction'])('the call %s', async (rpc) => {
    expect(await post(world, rpc, {})).toMatchObject({ status: 404, body: { error: { status: 'NOT_FOUND' } } });
  });

  test('other addresses and methods, with the same error format', async () => {
    for (const [method, path] of [
      ['GET', `/v1/${nameOf('d1')}`],
      ['DELETE', `/v1/${nameOf('d1')}`],
      ['POST', '/v1/projects/coding/databases/other/documents:commit'],
    ] as const) {
      const answer = await fetch(`${world.origin}/firestore${path}`, { method });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { error: { code: 404, message: 'There is nothing at this address', status: 'NOT_FOUND' } },
      ]);
    }
  });

  test('more than a megabyte', async () => {
    expect(await post(world, 'runQuery', list(where(filters.userEmail('x'.repeat(1_000_001)))))).toMatchObject({
      status: 400,
      body: { error: { code: 400 } },
    });
  });
});

test('returns 503 with Retry-After while the database is away', async () => {
  const { token } = await world.server.as('admin');
  const nowhere = openDatabase(() => 'postgres://nobody:x@127.0.0.1:1/lectern');
  const { config, jobs } = world.server.app.deps;
  const lonely = await buildApp({ config, jobs, database: nowhere, logLevel: 'silent' });
  const answer = await lonely.inject({
    method: 'POST',
    url: '/firestore/v1/projects/coding/databases/(default)/documents:runQuery',
    headers: { cookie: `accessToken=${token}`, 'content-type': 'text/plain' },
    payload: JSON.stringify(list()),
  });
  expect(answer.json()).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } });
  expect(answer.headers['retry-after']).toBe('5');
  await lonely.close();
  await nowhere.close();
});
