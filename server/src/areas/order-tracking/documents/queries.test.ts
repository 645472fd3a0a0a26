/** Tests the SQL of the tracking lists: indexes, counts, and Firestore's order of values. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#platform/database/database.ts';
import { testDatabase, type TestDatabase } from '#platform/testing/database.ts';
import type { ListFilter } from './list-request.ts';
import { countOrders, listDocuments } from './queries.ts';

const many = 20_000;
let database: TestDatabase;
let owner: pg.Client;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = database.database.tenant('data');
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query(`insert into tracking_document (tenant, collection, id, status, fields)
    select 'data', 'order_staging', 'd' || number, case number % 3 when 0 then '{"stringValue": "paid"}'::jsonb end, jsonb_build_object(
      'timestamp', jsonb_build_object('timestampValue', to_char(timestamp '2026-01-01' + number * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
      'user_email', jsonb_build_object('stringValue', 'user' || number % 5000 || '@demo.test'),
      'customer_service_number', jsonb_build_object('mapValue', jsonb_build_object('fields', jsonb_build_object('phone', jsonb_build_object('stringValue', 'p' || number % 10)))))
    from generate_series(1, ${many}) as number`);
  await owner.query('vacuum analyze tracking_document');
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Number of 8 kB pages that the work reads, as the role bound by row-level security. */
async function pagesRead(work: (transaction: Db) => Promise<unknown>): Promise<number> {
  const read = async (transaction: Db) => {
    const { rows } = await sql<{
      pages: number;
    }>`select sum(idx_blks_hit + idx_blks_read + heap_blks_hit + heap_blks_read)::int as pages
      from pg_statio_user_tables where relname in ('tracking_document', 'row_count')`.execute(transaction);
    return rows[0]?.pages ?? 0;
  };
  return db.connection().execute(async (connection) => {
    await work(connection);
    await sql`select pg_stat_force_next_flush()`.execute(connection);
    const before = await read(connection);
    await work(connection);
    await sql`select pg_stat_force_next_flush()`.execute(connection);
    return (await read(connection)) - before;
  });
}

const middle = { value: { timestampValue: '2026-01-01T02:46:40Z' }, id: 'd10000' };
const filters: Record<string, ListFilter> = {
  none: {},
  since: { since: '2026-01-01T00:00:01Z' },
  email: { userEmail: 'user7@demo.test' },
  phone: { customerServicePhone: 'p7' },
  status: { status: 'paid' },
  statusAndPhone: { status: 'paid', customerServicePhone: 'p7' },
  statusSince: { status: 'paid', since: '2026-01-01T00:00:01Z' },
};

test.each(Object.entries(filters))(
  'a page of 10 reads a few pages of the index, at the start and in the middle (filter: %s)',
  async (_, filter) => {
    const request = { collection: 'order_staging', filter, limit: 10 } as const;
    expect(await pagesRead((connection) => listDocuments(connection, request))).toBeLessThan(30);
    expect(await pagesRead((connection) => listDocuments(connection, { ...request, after: middle }))).toBeLessThan(30);
  },
);

test('the unfiltered count reads no documents, and follows additions and deletions', async () => {
  expect(await countOrders(db, {})).toBe(many);
  expect(await pagesRead((connection) => countOrders(connection, {}))).toBeLessThan(30);
  await owner.query(`insert into tracking_document (tenant, collection, id, fields) values
    ('data', 'order_staging', 'new', '{"timestamp": {"nullValue": null}}'), ('data', 'order_staging', 'untimed', '{}'),
    ('data', 'customer_service_number', 'n1', '{}'), ('cyber', 'order_staging', 'd1', '{"timestamp": {"nullValue": null}}')`);
  expect(await countOrders(db, {})).toBe(many + 1);
  await owner.query(`delete from tracking_document where id in ('new', 'untimed', 'd1') and tenant = 'data'`);
  expect(await countOrders(db, {})).toBe(many - 1);
});

/**
 * Groups of equal values written in several ways, ascending in Firestore's order (verified with Google's emulator).
 */
const ascending: object[][] = [
  [{ nullValue: null }],
  [{ booleanValue: false }],
  [{ booleanValue: true }],
  [{ doubleValue: 'NaN' }],
  [{ doubleValue: '-Infinity' }],
  [{ doubleValue: -1e300 }],
  [{ integerValue: '-9223372036854775808' }, { doubleValue: -9223372036854775808 }],
  [{ integerValue: '-9007199254740993' }],
  [{ integerValue: '-9007199254740992' }, { doubleValue: -9007199254740992 }],
  [{ doubleValue: -1.5 }],
  [{ integerValue: '-1' }],
  [{ integerValue: '0' }, { doubleValue: 0 }, { doubleValue: '-0' }],
  [{ doubleValue: 1e-300 }],
  [{ integerValue: '5' }, { doubleValue: 5 }],
  [{ doubleValue: 5.5 }],
  [{ integerValue: '9007199254740992' }, { doubleValue: 9007199254740992 }],
  [{ integerValue: '9007199254740993' }],
  [{ integerValue: '9223372036854775807' }],
  [{ doubleValue: 9223372036854775808 }],
  [{ doubleValue: 'Infinity' }],
  [{ timestampValue: '0001-01-01T00:00:00Z' }],
  [{ timestampValue: '1969-12-31T23:59:59.5Z' }],
  [{ timestampValue: '1970-01-01T00:00:00Z' }, { timestampValue: '1970-01-01T07:00:00.000+07:00' }],
  [{ timestampValue: '2026-01-02T03:04:05.123456Z' }, { timestampValue: '2026-01-02T03:04:05.123456000Z' }],
  [{ timestampValue: '2026-01-02T03:04:05.123456001Z' }],
  [{ timestampValue: '2026-01-02T03:04:05.123457Z' }],
  [{ timestampValue: '9999-12-31T23:59:59.999999Z' }],
  [{ stringValue: '' }],
  [{ stringValue: '2026' }],
  [{ stringValue: 'Z' }],
  [{ stringValue: 'a' }],
  [{ stringValue: 'aa' }],
  [{ stringValue: 'é' }],
  [{ stringValue: '\uffff' }],
  [{ stringValue: '😀' }],
  [{ bytesValue: '' }],
  [{ bytesValue: 'AA==' }],
  [{ bytesValue: '/w==' }],
];

test("keys compare as Firestore's values do", async () => {
  const { rows } = await owner.query<{ rank: number }>(
    `select dense_rank() over (order by firestore_order_key(value))::int as rank from jsonb_array_elements($1::jsonb) with ordinality as given (value, place) order by place`,
    [JSON.stringify(ascending.flat())],
  );
  expect(rows.map(({ rank }) => rank)).toEqual(ascending.flatMap((group, index) => group.map(() => index + 1)));
});

test.each([
  ['insert into tracking_document (collection, id, fields) values ($1, $2, $3)', ['order_staging', 'x', '{}']],
  ['delete from tracking_document where id <> $1', ['x']],
  ['update tracking_document set fields = $1::jsonb', ['{}']],
])('the app cannot do: %s', async (text, values) => {
  const app = new pg.Client(database.appUrl('data'));
  await app.connect();
  await expect(app.query(text, values)).rejects.toThrow(/permission denied/);
  await app.end();
});

test.each([
  ['{"timestamp": {"mapValue": {}}}', 'timestamp_type'],
  ['{"timestamp": {"timestampValue": "2026-01-02T03:04:05.1234567Z"}}', 'timestamp_precision'],
  ['{"status": {"stringValue": "paid"}}', 'fields_check'],
])('refuses a document that Firestore would not store, or that is split wrongly: %s', async (fields, constraint) => {
  await expect(
    owner.query(
      `insert into tracking_document (tenant, collection, id, fields) values ('data', 'order_staging', 'bad', $1)`,
      [fields],
    ),
  ).rejects.toThrow(new RegExp(constraint));
});
