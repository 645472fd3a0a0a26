/** A small shop in every tenant, with a row in each table: what the proofs of tenancy and of bad input are made on. */
import { tenants, type Tenant } from '#contract/kernel.ts';
import { type RecordKind, recordKinds } from '#contract/records.ts';
import { viewedLists } from '#contract/saved-view.ts';
import { catalogueOf, valueOf } from '#platform/testing/catalogue.ts';
import type { Sql } from '#platform/testing/user.ts';

type Row = Record<string, unknown>;
/** Columns that shall have these values, by the kind of record. */
export type Given = Partial<Record<RecordKind, Row>>;
/** A record of each kind. */
export type Ids = Record<RecordKind, string>;

/** What the catalogue cannot know: columns by table. */
const special: Readonly<Record<string, (row: { name: string; tenant: Tenant }) => Row>> = {
  // The first role of all may do everything.
  user: ({ name }) => ({ email: `${name}@sample.test`, role: 'member' }),
  // Has arrived: nobody sees what has not.
  upload: ({ name }) => ({ url: `/files/${name}`, finished_at: new Date() }),
  // May be tried again.
  video: () => ({ status: 'FAILED' }),
  // Runs, with event vouchers to redeem.
  subscription: () => ({ start_date: '2026-01-01', end_date: '2096-01-01', event_voucher_quota: 1000 }),
  event_voucher: ({ name }) => ({ code: name.replace(/\W|_/g, '').toUpperCase().slice(-20) }),
  voucher: ({ name }) => ({ code: name.replace(/\W/g, '').toUpperCase() }),
  voucher_code: ({ name }) => ({ code: name.replace(/\W|_/g, '').toUpperCase().slice(-20) }),
  // The letters and digits of a code, and as many.
  certificate: ({ name }) => ({
    code: name.replace(/\D/g, '').replaceAll('0', 'X').replaceAll('1', 'Y').padStart(10, 'Z'),
  }),
  // Of the list that proofs ask for; seen by all of them.
  saved_view: () => ({ list: viewedLists[0], is_shared: true }),
  // No list has a document without a time.
  tracking_document: () => ({ fields: { timestamp: { timestampValue: '2026-01-01T00:00:00Z' } } }),
  // Long ago: the page of jobs says the same of it whenever it is asked.
  outbox: () => ({ job: 'send-mail', at: '2026-01-01' }),
  // Of pg-boss, which knows of no tenants.
  'pgboss.job': ({ name, tenant }) => ({
    name: 'send-mail',
    data: { tenant, ids: { sample: name } },
    state: 'failed',
    completed_on: new Date(),
    output: { message: '550 no such mailbox' },
  }),
};

/** Columns that hold the id of what they outlive, and so have no foreign key: of which table. */
const outlived: Readonly<Record<string, string>> = { 'order.user_id': 'user', 'order_item.product_id': 'course' };

/** What stands in one of several: in the first, unless another is given. */
const homes: Readonly<Record<string, readonly string[]>> = {
  quiz: ['section_id', 'path_id'],
  final_project: ['course_id', 'path_id'],
  project_submission: ['course_id', 'path_id'],
};

/** What is sold costs enough for a discount to be seen. */
const price = 150_000;

/** Kinds whose records are rows of another table than the trail calls them by: a place in a section is its lesson's. */
const otherTables: Partial<Record<RecordKind, string>> = { 'section-item': 'lesson', job: 'pgboss.job' };
const tableOf = (kind: RecordKind) => otherTables[kind] ?? recordKinds[kind].table;
const kinds = Object.keys(recordKinds) as RecordKind[];

let made = 0;

/**
 * A new row, with a value in every column that must have one; what it refers to is the row that `rowIn` answers.
 * @throws Error when there is no such table yet
 */
async function addRow(
  sql: Sql,
  table: string,
  tenant: Tenant,
  given: Row,
  rowIn: (table: string) => Promise<Row>,
): Promise<Row> {
  const found = (await catalogueOf(sql)).get(table);
  if (!found) throw new Error(`A record of ${table} is asked for, and there is no such table yet`);
  made += 1;
  const name = `${table} ${made}`;
  const isSold = found.columns.some((column) => column.name === 'price');
  const row: Row = {
    ...(found.hasTenant && { tenant }),
    ...(isSold && { price }),
    ...special[table]?.({ name, tenant }),
    ...given,
  };
  const home = homes[table]?.some((one) => one in row) ? undefined : homes[table]?.[0];
  for (const column of found.columns.filter((one) => (one.isNeeded || one.name === home) && !(one.name in row))) {
    const target = column.references ?? { table: outlived[`${table}.${column.name}`], column: 'id' };
    row[column.name] = target.table ? (await rowIn(target.table))[target.column] : valueOf(column, name);
  }
  return insert(sql, found.quoted, row);
}

async function insert(sql: Sql, table: string, row: Row): Promise<Row> {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const values = columns.map((_, index) => `$${index + 1}`);
  const text = `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')}) returning *`;
  return (await sql(text, Object.values(row)))[0]!;
}

/** Answers one row a table, new when it is first asked for, so that all of them hang together. */
function newRows(sql: Sql, tenant: Tenant, given: Given = {}): (table: string) => Promise<Row> {
  const givenIn = Object.fromEntries(Object.entries(given).map(([kind, row]) => [tableOf(kind as RecordKind), row]));
  const rows = new Map<string, Promise<Row>>();
  const rowIn = (table: string): Promise<Row> => {
    const row = rows.get(table) ?? addRow(sql, table, tenant, givenIn[table] ?? {}, rowIn);
    rows.set(table, row);
    return row;
  };
  return rowIn;
}

/** A new record that nothing refers to, in new ones where it must stand in another; answers its id. */
export async function addRecord(sql: Sql, kind: RecordKind, tenant: Tenant, given: Row = {}): Promise<string> {
  const rowIn = newRows(sql, tenant, { [kind]: given });
  return String((await rowIn(tableOf(kind)))['id']);
}

/**
 * A new record of each of these kinds (unless said, of all that have a table): what stands in another stands in that
 * of these.
 */
export async function addRecords(
  sql: Sql,
  tenant: Tenant,
  wanted?: readonly RecordKind[],
  given?: Given,
): Promise<Partial<Ids>> {
  const tables = await catalogueOf(sql);
  const rowIn = newRows(sql, tenant, given);
  const ids: Partial<Ids> = {};
  for (const kind of wanted ?? kinds.filter((one) => tables.has(tableOf(one))))
    ids[kind] = String((await rowIn(tableOf(kind)))['id']);
  return ids;
}

/** Tables whose key is nothing but records of two kinds. */
export async function linkTables(sql: Sql) {
  return [...(await catalogueOf(sql))].flatMap(([table, { columns }]) => {
    const ends = columns
      .filter(({ isKey }) => isKey)
      .map(({ name, references }) => ({ name, kind: kinds.find((kind) => tableOf(kind) === references?.table) }));
    const isOrdered = columns.some(({ name }) => name === 'position');
    return ends.length === 2 && ends.every(({ kind }) => kind) ? [{ table, ends, isOrdered }] : [];
  });
}

/** Links these records to each other in every way that there is, or in those that keep an order. */
export async function linkRecords(sql: Sql, tenant: Tenant, ids: Partial<Ids>, only?: 'ordered'): Promise<void> {
  for (const { table, ends, isOrdered } of await linkTables(sql)) {
    const linked = Object.fromEntries(ends.map(({ name, kind }) => [name, ids[kind!]]));
    if (Object.values(linked).every(Boolean) && (isOrdered || !only))
      await addRow(sql, table, tenant, linked, newRows(sql, tenant));
  }
}

/** A row at least in every table that has a tenant; a test holds this against the catalogue. */
export async function fillTenant(sql: Sql, tenant: Tenant): Promise<void> {
  const tables = [...(await catalogueOf(sql))].filter(([, { hasTenant }]) => hasTenant);
  const rowIn = newRows(sql, tenant);
  // Records first: with them triggers write the rows of other tables.
  const isOfKind = (table: string) => kinds.some((kind) => tableOf(kind) === table);
  for (const [table] of tables.filter(([name]) => isOfKind(name))) await rowIn(table);
  const empty = tables.map(
    ([table, { quoted }]) => `select '${table}' as table where not exists (select from ${quoted} where tenant = $1)`,
  );
  for (const { table } of await sql(empty.join(' union all '), [tenant])) await rowIn(String(table));
}

export async function fillTenants(sql: Sql): Promise<void> {
  for (const tenant of tenants) await fillTenant(sql, tenant);
}
