/** Tests that the migrations keep all data of a database of an earlier version. */
import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { tenants } from '#contract/kernel.ts';
import { roleName, roleUrl } from '#platform/database/app-role.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { courseDetail } from './areas/course/service.ts';
import { findDiscount } from './areas/discount/queries.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

/** Migrations that had landed when filled-at-0010.sql was written. */
const landed = ['0001_platform.sql', '0002_catalogue.sql', '0003_shifts.sql', '0010_order_tracking.sql'];

type Row = Record<string, unknown>;
type Tables = Record<string, Row[]>;

/**
 * Tables that later migrations renamed. A migration that renames or drops adds its line here and, below, where the data
 * went.
 */
const tablesNow: Record<string, string> = { account: 'user' };
const columnsNow: Record<string, Record<string, string>> = {
  refresh_token: { account_id: 'user_id', family_id: 'session_id' },
  idempotency: { account_id: 'user_id' },
  course_section: { priority: 'position' },
  discount: { discount: 'value' },
};
const columnsGone: Record<string, string[]> = {
  // Moved into section_item; the order of a path is renumbered.
  lesson: ['priority'],
  learning_path_course: ['priority'],
};
/** Compared separately below: counts, and audit rows that name columns. */
const notCompared = new Set(['row_count', 'audit']);

const cluster = new pg.Client(inject('ownerUrl'));
let folder: string;
beforeAll(async () => {
  await cluster.connect();
  folder = await mkdtemp(join(tmpdir(), 'lectern-landed-'));
  for (const name of landed) await copyFile(join(import.meta.dirname, 'migrations', name), join(folder, name));
});
afterAll(async () => {
  await cluster.end();
  await rm(folder, { recursive: true });
});

async function ask(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table, read as superuser. */
async function everything(url: string): Promise<Tables> {
  const names = await ask(
    url,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const tables: Tables = {};
  for (const { name } of names) {
    const rows = await ask(url, `select to_jsonb(t) as row from public."${String(name)}" t`);
    tables[String(name)] = rows.map(({ row }) => row as Row);
  }
  return tables;
}

const sorted = (rows: Row[]) =>
  rows
    .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .toSorted()
    .map((text) => Object.fromEntries(JSON.parse(text) as [string, unknown][]));
const onlyColumns = (rows: Row[], columns: Set<string>) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column))));

/** Rows of an old table, under the columns' current names. */
/** Sections have gaps between their positions since 0032. */
const spread = (table: string, { priority, ...row }: Row): Row =>
  priority === undefined ? row : { ...row, priority: table === 'course_section' ? Number(priority) * 1024 : priority };

const phones: Readonly<Record<string, string>> = { account: 'phone_number', order: 'user_phone' };

/** Users can be found by phone since 0025, orders by their buyer's since 0041; all of these phones begin with 0. */
function recomputed(table: string, row: Row): Row {
  const phone = row[phones[table] ?? ''];
  return phone ? { ...row, search: `${String(row['search'])} ${String(phone).slice(1)}` } : row;
}

const translated = (table: string, rows: Row[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(recomputed(table, spread(table, row)))
        .filter(([column]) => !columnsGone[table]?.includes(column))
        .map(([column, value]) => [columnsNow[table]?.[column] ?? column, value]),
    ),
  );

interface Owner {
  url: string;
  drop: () => Promise<void>;
}

/** Creates an empty database, owned by a superuser or by an ordinary role as in hosted PostgreSQL. */
async function emptyDatabase(isPlain: boolean): Promise<Owner & { name: string; superUrl: string }> {
  const name = `landed_${randomBytes(6).toString('hex')}`;
  await cluster.query(`create database ${name}`);
  const superUrl = new URL(inject('ownerUrl'));
  superUrl.pathname = name;
  const url = new URL(superUrl);
  if (isPlain) {
    await cluster.query(`create role ${name} login createrole password 'x'`);
    await cluster.query(`alter database ${name} owner to ${name}`);
    [url.username, url.password] = [name, 'x'];
  }
  const drop = async () => {
    await cluster.query(`drop database ${name} with (force)`);
    const roles = [...tenants, 'app' as const].map((kind) => roleName(name, kind));
    await cluster.query(`drop role ${roles.join(', ')}${isPlain ? `, ${name}` : ''}`);
  };
  return { name, url: url.href, superUrl: superUrl.href, drop };
}

const jakartaDay = (at: unknown) => new Date(Date.parse(String(at)) + 7 * 3_600_000).toISOString().slice(0, 10);

describe.each([
  ['a superuser', false],
  ['a role bound by row-level security', true],
])('a database filled at migration 0010 and migrated by %s', (_, isPlain) => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let before: Tables;
  let after: Tables;
  beforeAll(async () => {
    database = await emptyDatabase(isPlain);
    await migrate(database.url, { jwtSecret: testJwtSecret, folder });
    const fill = await readFile(join(import.meta.dirname, 'tests/filled-at-0010.sql'), 'utf8');
    for (const tenant of tenants) await ask(database.url, `set app.tenant = '${tenant}'; ${fill}`);
    before = await everything(database.superUrl);
    await migrate(database.url, { jwtSecret: testJwtSecret });
    after = await everything(database.superUrl);
  });
  afterAll(() => database.drop());

  it('had a row of each tenant in every table', () => {
    for (const [table, rows] of Object.entries(before))
      expect([table, new Set(rows.map((row) => row['tenant'])).size]).toEqual([table, tenants.length]);
    expect(Object.keys(before).length).toBeGreaterThan(15);
  });

  it('keeps every row with all values, versions and times', () => {
    for (const [table, rows] of Object.entries(before)) {
      if (notCompared.has(table)) continue;
      const expected = translated(table, rows);
      const found = onlyColumns(after[tablesNow[table] ?? table] ?? [], new Set(Object.keys(expected[0] ?? {})));
      expect({ table, rows: sorted(found) }).toEqual({ table, rows: sorted(expected) });
    }
  });

  it('keeps its counts, equal to those of its tables', () => {
    const counts: Record<string, number> = {};
    for (const { tenant, table_name: table, n } of after['row_count'] as {
      tenant: string;
      table_name: string;
      n: number;
    }[])
      counts[`${tenant} ${table}`] = (counts[`${tenant} ${table}`] ?? 0) + n;
    for (const tenant of tenants)
      expect(counts).toMatchObject({
        [`${tenant} user`]: 3,
        [`${tenant} order`]: 1,
        [`${tenant} tracking_document`]: 1,
      });
    expect(Object.keys(counts)).not.toContain('coding account');
  });

  it('has its orders summed by days in Jakarta', () => {
    for (const tenant of tenants) {
      const placed = before['order']!.filter((order) => order['tenant'] === tenant);
      const summed = after['order_day']!.filter((one) => one['tenant'] === tenant);
      expect(placed).toHaveLength(1);
      expect(summed).toMatchObject([
        {
          status: placed[0]!['status'],
          n: 1,
          amount: placed[0]!['total_amount'],
          day: jakartaDay(placed[0]!['created_at']),
        },
      ]);
    }
  });

  it('keeps its audit trail in the current format, without missing or additional entries', () => {
    const words: Record<string, string> = { priority: 'position', discount: 'value', account_id: 'user_id' };
    const fields = (row: unknown) =>
      row && Object.fromEntries(Object.entries(row as Row).map(([column, value]) => [words[column] ?? column, value]));
    const expected = (before['audit'] ?? []).map((entry): Row => ({
      ...entry,
      before: fields(entry['before']),
      after: fields(entry['after']),
    }));
    // The record and owners of an entry are stored differently since 0015 (tests/trail-migration.test.ts).
    const changedColumns = new Set(['entity', 'entity_id', 'action', 'part_of']);
    const columns = new Set(Object.keys(expected[0] ?? {}).filter((column) => !changedColumns.has(column)));
    expect(sorted(onlyColumns(after['audit'] ?? [], columns))).toEqual(sorted(onlyColumns(expected, columns)));
    const changed = expected.filter(({ request_id: request }) => request === 'request-2');
    expect(changed).toContainEqual(expect.objectContaining({ before: { value: 25 }, after: { value: 30 } }));
  });

  it('returns the same data: sections and lessons in order, a path’s courses, the value of a discount', async () => {
    const opened = openDatabase((tenant) => roleUrl(database.superUrl, roleName(database.name, tenant), testJwtSecret));
    try {
      for (const tenant of tenants) {
        const db = opened.tenant(tenant);
        const { sections, totalMembers } = await courseDetail(db, '01890000-0000-7000-8000-0000000000c1');
        expect(sections.map(({ name, items }) => [name, ...items.map((item) => item.name)])).toEqual([
          ['Bagian pertama', 'Pelajaran satu', 'Pelajaran dua', 'Pelajaran tiga'],
          ['Bagian kedua', 'Pelajaran lain'],
        ]);
        expect(totalMembers).toBe(1);
        const courses = await db.selectFrom('learningPathCourse').select('courseId').orderBy('position').execute();
        expect(courses.map(({ courseId }) => courseId.slice(-2))).toEqual(['c3', 'c1', 'c2']);
        expect(await findDiscount(db, '01890000-0000-7000-8000-000000000101')).toMatchObject({
          discount: 30,
          totalAssigned: 2,
          assignedCourses: [{ name: 'Kelas Kedua' }, { name: 'Kelas Lama' }],
        });
      }
    } finally {
      await opened.close();
    }
  });
});
