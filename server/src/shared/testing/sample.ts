/** Sample data: a small shop in every tenant with a row in each table, for tests of tenancy and of invalid input. */
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { type RecordKind, recordKinds } from '#contract/kernel/record-kinds.ts';
import { viewedLists } from '#contract/kernel/saved-view.ts';
import { catalogueOf, valueOf } from '#platform/testing/catalogue.ts';
import type { Sql } from '#platform/testing/user.ts';

type Row = Record<string, unknown>;
/** Column values by record kind. */
export type ColumnValues = Partial<Record<RecordKind, Row>>;
/** Id of a record of each kind. */
export type Ids = Record<RecordKind, string>;

/** Content of a paper that can be drawn, and imported into Coretax. */
export const paperContent = {
  tenant: 'coding',
  brand: 'Coding Studio',
  kind: 'invoice',
  invoiceNumber: 'INV/1',
  reduces: null,
  seller: { name: 'PT Sampel', address: 'Jakarta', npwp: '012345678901000', bankAccount: '', signatory: '' },
  buyer: { name: 'Pembeli', address: 'Bogor', npwp: '012345678901000', nik: '', email: 'a@sample.test' },
  items: [{ name: 'Kelas', price: 111, paid: 111 }],
  steps: [],
  total: 111,
  status: 'paid',
  paidAt: null,
  paymentMethod: '',
  payableUntil: null,
  vat: { rule: 'otherValue', rate: 12, net: 100, base: 92, vat: 11 },
};

/** Column values that the catalogue cannot provide, by table. */
const special: Readonly<Record<string, (row: { name: string; tenant: Tenant }) => Row>> = {
  // The default, the first role, would be allowed everything.
  user: ({ name }) => ({ email: `${name}@sample.test`, role: 'member' }),
  // Finished, since unfinished uploads are not visible.
  upload: ({ name }) => ({ url: `/files/${name}`, finished_at: new Date() }),
  // Can be retried.
  video: () => ({ status: 'FAILED' }),
  // Active, with event vouchers to redeem.
  subscription: () => ({ start_date: '2026-01-01', end_date: '2096-01-01', event_voucher_quota: 1000 }),
  event_voucher: ({ name }) => ({ code: name.replace(/\W|_/g, '').toUpperCase().slice(-20) }),
  voucher: ({ name }) => ({ code: name.replace(/\W/g, '').toUpperCase() }),
  voucher_code: ({ name }) => ({ code: name.replace(/\W|_/g, '').toUpperCase().slice(-20) }),
  // Valid characters and length of a code.
  certificate: ({ name }) => ({
    code: name.replace(/\D/g, '').replaceAll('0', 'X').replaceAll('1', 'Y').padStart(10, 'Z'),
  }),
  // Of a path, whose rows stay when the sample assigns the member to it.
  access_gap: () => ({ kind: 'access-unpaid', product_type: 'learning paths' }),
  access_mend: () => ({ product_type: 'learning paths' }),
  // Its subject is unique.
  payment_difference: ({ name }) => ({
    kind: 'money-without-order',
    subject: name,
    action: 'ask-refund',
    amount: 1000,
  }),
  // In the list that the tests query, and shared.
  saved_view: () => ({ list: viewedLists[0], is_shared: true }),
  // Lists omit documents without a timestamp.
  tracking_document: () => ({ fields: { timestamp: { timestampValue: '2026-01-01T00:00:00Z' } } }),
  // A change of the sample's order, that is running.
  batch: () => ({ kind: 'order-status', change: { value: 'paid' }, title: 'Set the status to Lunas' }),
  // Asked for by nobody, so that anybody approves it; by bank transfer.
  refund: () => ({ state: 'to-approve', asked_by: null }),
  paper: ({ name }) => ({ number: name, kind: 'receipt', content: JSON.stringify(paperContent) }),
  // Any agent's, of which everybody sees their own.
  proposal: () => ({ effects: { entries: [], names: {} } }),
  // Wants what samples do not cause.
  webhook: () => ({ url: 'https://receiver.test/hooks', events: ['batch.finished'] }),
  // Long ago, so that the page of jobs always shows the same.
  outbox: () => ({ job: 'send-mail', at: '2026-01-01' }),
  // Table of pg-boss, which has no tenant column.
  'pgboss.job': ({ name, tenant }) => ({
    name: 'send-mail',
    data: { tenant, ids: { sample: name } },
    state: 'failed',
    completed_on: new Date(),
    output: { message: '550 no such mailbox' },
  }),
};

/** Columns with ids of records that may be deleted, which therefore have no foreign key; with the referenced table. */
const outlived: Readonly<Record<string, string>> = {
  'order.user_id': 'user',
  'order_item.product_id': 'course',
  'access_gap.product_id': 'learning_path',
  'access_mend.product_id': 'learning_path',
};

/** Alternative parents; the first is used unless another is given. */
const homes: Readonly<Record<string, readonly string[]>> = {
  quiz: ['section_id', 'path_id'],
  final_project: ['course_id', 'path_id'],
  project_submission: ['course_id', 'path_id'],
};

/** High enough for a discount to be visible. */
const price = 150_000;

/** Kinds whose records are in another table than in `recordKinds`; a section item is found by its lesson. */
const otherTables: Partial<Record<RecordKind, string>> = { 'section-item': 'lesson', job: 'pgboss.job' };
const tableOf = (kind: RecordKind) => otherTables[kind] ?? recordKinds[kind].table;
const kinds = Object.keys(recordKinds) as RecordKind[];

let made = 0;

/**
 * Inserts a row with values for all required columns; referenced rows come from `rowIn`.
 * @throws Error if the table does not exist
 */
async function addRow(
  sql: Sql,
  table: string,
  tenant: Tenant,
  values: Row,
  rowIn: (table: string) => Promise<Row>,
): Promise<Row> {
  const definition = (await catalogueOf(sql)).get(table);
  if (!definition) throw new Error(`A record of ${table} is asked for, and there is no such table yet`);
  made += 1;
  const name = `${table} ${made}`;
  const isSold = definition.columns.some((column) => column.name === 'price');
  const row: Row = {
    ...(definition.hasTenant && { tenant }),
    ...(isSold && { price }),
    ...special[table]?.({ name, tenant }),
    ...values,
  };
  const home = homes[table]?.some((one) => one in row) ? undefined : homes[table]?.[0];
  for (const column of definition.columns.filter((one) => (one.isNeeded || one.name === home) && !(one.name in row))) {
    const target = column.references ?? { table: outlived[`${table}.${column.name}`], column: 'id' };
    row[column.name] = target.table ? (await rowIn(target.table))[target.column] : valueOf(column, name);
  }
  return insert(sql, definition.quoted, row);
}

async function insert(sql: Sql, table: string, row: Row): Promise<Row> {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const values = columns.map((_, index) => `$${index + 1}`);
  const text = `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')}) returning *`;
  return (await sql(text, Object.values(row)))[0]!;
}

/** Returns a function that creates one row per table on first use, so that the rows refer to each other. */
function newRows(sql: Sql, tenant: Tenant, values: ColumnValues = {}): (table: string) => Promise<Row> {
  const valuesByTable = Object.fromEntries(
    Object.entries(values).map(([kind, row]) => [tableOf(kind as RecordKind), row]),
  );
  const rows = new Map<string, Promise<Row>>();
  const rowIn = (table: string): Promise<Row> => {
    const row = rows.get(table) ?? addRow(sql, table, tenant, valuesByTable[table] ?? {}, rowIn);
    rows.set(table, row);
    return row;
  };
  return rowIn;
}

/** Creates a record that nothing refers to, with new parents where needed; returns its id. */
export async function addRecord(sql: Sql, kind: RecordKind, tenant: Tenant, values: Row = {}): Promise<string> {
  const rowIn = newRows(sql, tenant, { [kind]: values });
  return String((await rowIn(tableOf(kind)))['id']);
}

/** Creates a record of each kind (default: all that have a table); they refer to each other. */
export async function addRecords(
  sql: Sql,
  tenant: Tenant,
  only?: readonly RecordKind[],
  values?: ColumnValues,
): Promise<Partial<Ids>> {
  const tables = await catalogueOf(sql);
  const rowIn = newRows(sql, tenant, values);
  const ids: Partial<Ids> = {};
  for (const kind of only ?? kinds.filter((one) => tables.has(tableOf(one))))
    ids[kind] = String((await rowIn(tableOf(kind)))['id']);
  return ids;
}

/** Tables whose primary key consists of references to two record kinds. */
export async function linkTables(sql: Sql) {
  return [...(await catalogueOf(sql))].flatMap(([table, { columns }]) => {
    const ends = columns
      .filter(({ isKey }) => isKey)
      .map(({ name, references }) => ({ name, kind: kinds.find((kind) => tableOf(kind) === references?.table) }));
    const isOrdered = columns.some(({ name }) => name === 'position');
    return ends.length === 2 && ends.every(({ kind }) => kind) ? [{ table, ends, isOrdered }] : [];
  });
}

/** Links records to each other in all link tables, or only in ordered ones. */
export async function linkRecords(sql: Sql, tenant: Tenant, ids: Partial<Ids>, only?: 'ordered'): Promise<void> {
  for (const { table, ends, isOrdered } of await linkTables(sql)) {
    const linked = Object.fromEntries(ends.map(({ name, kind }) => [name, ids[kind!]]));
    if (Object.values(linked).every(Boolean) && (isOrdered || !only))
      await addRow(sql, table, tenant, linked, newRows(sql, tenant));
  }
}

/** Creates at least one row in every tenant table; verified against the catalogue by a test. */
export async function fillTenant(sql: Sql, tenant: Tenant): Promise<void> {
  const tables = [...(await catalogueOf(sql))].filter(([, { hasTenant }]) => hasTenant);
  const rowIn = newRows(sql, tenant);
  // Records first, since their triggers write rows of other tables.
  const isOfKind = (table: string) => kinds.some((kind) => tableOf(kind) === table);
  for (const [table] of tables.filter(([name]) => isOfKind(name))) await rowIn(table);
  const empty = tables.map(
    ([table, { quoted }]) => `select '${table}' as table where not exists (select from ${quoted} where tenant = $1)`,
  );
  for (const { table } of await sql(empty.join(' union all '), [tenant])) await rowIn(String(table));
}

/** Creates at least one row in every tenant table of each tenant. */
export async function fillTenants(sql: Sql): Promise<void> {
  for (const tenant of tenants) await fillTenant(sql, tenant);
}
