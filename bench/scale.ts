/**
 * 10 million orders, a million members, and a million lessons done on one machine: every list, search, the start page and
 * every scheduled job, with the sizes of the tables. First fill a folder of its own, which takes about two hours; delete
 * one that was interrupted: BENCH_FOLDER=scale node bench/scale.ts --fill [--orders 10000000]. Then measure:
 * BENCH_FOLDER=scale node bench/scale.ts [--reads]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import pg, { type Client } from 'pg';
import { sortsOf } from '#contract/kernel/sorts.ts';
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { asOwner } from '#platform/database/as-owner.ts';
import type { Db } from '#platform/database/database.ts';
import { keepSales, vacuumAnalyze } from '../server/src/demo/bulk.ts';
import { fillUp, inLoad, loadTenant } from '../server/src/demo/load/load.ts';
import { jobs } from '../server/src/jobs.ts';
import { fieldsOf, nameOf } from '../server/src/tests/contract-fields.ts';
import { everyEndpoint } from '../server/src/tests/endpoints.ts';
import { withoutIndexes } from '../server/src/tests/without-indexes.ts';
import { type Ask, askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { attempt, note, printEnd } from './report.ts';
import { connect, startLectern, tokenOf, withDatabase } from './server.ts';

const { values: options } = parseArgs({
  options: {
    fill: { type: 'boolean', default: false },
    orders: { type: 'string', default: '10000000' },
    reads: { type: 'boolean', default: false },
  },
});
const orders = Number(options.orders);
/** Records added in a transaction. */
const step = 250_000;

const others = { courses: 500, tracking: 100_000, vouchers: 10_000, paths: 1_000 };

/** Fast, and worth nothing after a crash. */
const fillSettings = {
  shared_buffers: '3GB',
  max_wal_size: '8GB',
  work_mem: '512MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

async function report<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  const result = await work();
  console.log(`${name}, ${Math.round((performance.now() - since) / 1000)} s`);
  return result;
}

/** Members, one for ten orders; then orders and the access they gave. Sums and indexes come last. */
async function fill(ownerUrl: string): Promise<void> {
  await loadTenant(ownerUrl, 'coding', { ...others, users: 20_000, orders: 0 });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await report('all with indexes', () => withoutIndexes(owner, () => asOwner(ownerUrl, fillTables)));
  } finally {
    await owner.end();
  }
  await asOwner(ownerUrl, async (db) => {
    await report('vacuum', () => vacuumAnalyze(db));
    await report('sums', () => inLoad(db, 'coding', async (tx) => void (await keepSales(tx))));
  });
}

async function fillTables(db: Db): Promise<void> {
  await inSteps(db, 'users', orders / 10);
  await inSteps(db, 'orders', orders);
  await report('access', () => inLoad(db, 'coding', giveAccess));
}

async function inSteps(db: Db, kind: 'users' | 'orders', total: number): Promise<void> {
  const now = new Date();
  for (let end = step; end < total + step; end += step) {
    const size = Math.min(end, total);
    await report(`${size} ${kind}`, () =>
      inLoad(db, 'coding', async (tx) => void (await fillUp(tx, kind, { size, total, now }))),
    );
  }
}

/**
 * Gives access to what was paid, for all but each fiftieth order, and takes away what was not paid, except from each
 * fiftieth member, as shops have it. Leaves the checks of risk of a day.
 */
async function giveAccess(tx: Db): Promise<void> {
  await sql`delete from course_user where tenant = current_tenant() and hashtext(user_id::text) % 50 <> 0
    and (course_id, user_id) not in (select product_id, user_id
      from "order" join order_item item on item.tenant = "order".tenant and item.order_id = "order".id
      where "order".tenant = current_tenant() and status = 'paid' and product_type = 'courses')`.execute(tx);
  await sql`insert into course_user (course_id, user_id, assigned_at)
    select distinct on (product_id, user_id) product_id, user_id, paid_at
    from "order" join order_item item on item.order_id = "order".id join course on course.id = item.product_id
    where "order".tenant = current_tenant() and "order".status = 'paid' and coalesce(capacity, 100000) = 100000
      and hashtext("order".id::text) % 50 <> 0
    order by product_id, user_id, paid_at on conflict do nothing`.execute(tx);
  await sql`delete from risk_check where tenant = current_tenant() and hashtext(user_id::text) % 100 <> 0`.execute(tx);
}

/**
 * Part of a phone number. All numbers of the fill begin with 0800, so that parts of these digits are in every row; the most
 * frequent prefix of an operator is in about a tenth.
 */
const phone = '92955606';

/** Addresses of the contract's lists that need no record, with their sorts, searches and deep pages. */
async function lists(): Promise<string[]> {
  const queriesOf = (entry: Endpoint, hasSearch: boolean) => [
    '',
    ...sortsOf(entry.query).map((sort) => `sort=${sort}`),
    ...(hasSearch ? ['search=wulandari', 'search=budi santoso', `search=${phone}`] : []),
    'page=100',
  ];
  return (await everyEndpoint()).flatMap(({ entry }) => {
    const fields = new Map(fieldsOf(entry).map((field) => [nameOf(field), field]));
    if (entry.method !== 'GET' || !fields.has('query.page')) return [];
    const queries = queriesOf(entry, fields.has('query.search'));
    return (fields.get('params.type')?.choices ?? [''])
      .map((type) => entry.url.replace(':type', String(type)))
      .filter((address) => address.startsWith('/admin/') && !address.includes(':'))
      .flatMap((address) => queries.map((query) => `${address}?${query}`));
  });
}

async function measureReads(ask: Ask): Promise<void> {
  const measure = async (path: string, max: number) => {
    try {
      note(path, median(await timed(10, () => ask('GET', encodeURI(path)))), ' ms', { max });
    } catch (error) {
      note(`${path}: ${String(error).slice(0, 120)}`, Number.NaN, '', { max: 0 });
    }
  };
  // The list of bank lines searches the orders that each may pay.
  for (const path of await lists()) await measure(path, /search=|bank-lines/.test(path) ? 100 : 20);
  for (const typed of ['wulandari', 'kelas', 'INV/coding', phone]) await measure(`/admin/search?q=${typed}`, 100);
  for (const path of ['/admin/home/', '/admin/home/counts/']) await measure(path, 100);
}

/** An export of the orders of half of last month: its count, and its parts of 1,000 rows, one after the other. */
async function measureExport(ask: Ask): Promise<void> {
  const month = plusDays(`${jakartaDay(new Date()).slice(0, 8)}01`, -1).slice(0, 8);
  const since = performance.now();
  const begun = await ask('POST', `/admin/orders/export/?startDate=${month}01&endDate=${month}15`);
  const { exportId, total } = JSON.parse(begun) as { exportId: string; total: number };
  note('export: count', performance.now() - since, ' ms', { max: 1000 }, `${total} orders`);
  let part = 0;
  const parts = await timed(100, () => ask('POST', `/admin/orders/export/${exportId}/part/`, { part: part++ }));
  note('export: 1,000 orders', median(parts), ' ms', { max: 100 });
}

interface Job {
  name: string;
  state: string;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** The newest run of a job that was enqueued since, once it has ended or its first attempt has failed. */
async function ended(ask: Ask, name: string, since: string): Promise<Job> {
  for (;;) {
    const { jobs: runs } = JSON.parse(await ask('GET', `/admin/jobs?state=all&name=${name}`)) as { jobs: Job[] };
    const run = runs.find((one) => one.createdAt >= since && (one.state === 'done' || one.error !== null));
    if (run) return run;
    await sleep(500);
  }
}

/** Runs every scheduled job once, through the outbox, and reads how long the worker took. */
async function measureJobs(client: Client, ask: Ask): Promise<void> {
  for (const { name } of jobs.filter(({ cron }) => cron)) {
    const since = new Date().toISOString();
    await client.query(`insert into outbox (job, ids) values ($1, '{}')`, [name]);
    const { error, startedAt, finishedAt } = await ended(ask, name, since);
    const seconds = (Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '')) / 1000;
    note(`job ${name}`, error === null ? seconds : Number.NaN, ' s', { max: 600 }, error?.slice(0, 200));
  }
}

/** Size of the largest tables with their indexes. */
async function reportSizes(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; rows: string; mb: number; indexes: number }>(
    `select relname as name, to_char(reltuples, 'FM999,999,999') as rows, (pg_total_relation_size(oid) / 1e6)::float8 as mb, (pg_indexes_size(oid) / 1e6)::float8 as indexes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 3 desc limit 20`,
  );
  for (const { name, rows: count, mb, indexes } of rows)
    note(`size of ${name}`, mb, ' MB', {}, `${count} rows, indexes ${Math.round(indexes)} MB`);
}

async function measure(): Promise<void> {
  const lectern = await startLectern(4700);
  const client = await connect('coding');
  try {
    const ask = askerOf(lectern, await tokenOf(client, 'coding', 'superadmin'));
    await attempt('reads', () => measureReads(ask));
    await attempt('export', () => measureExport(ask));
    if (!options.reads) await attempt('jobs', () => measureJobs(client, ask));
    await attempt('sizes', () => reportSizes(client));
  } finally {
    await client.end();
    await lectern.stop();
  }
  printEnd();
}

// Otherwise the orders would be added to those of the other benchmarks.
if (!process.env.BENCH_FOLDER) throw new Error('Set BENCH_FOLDER, for example BENCH_FOLDER=scale');
await (options.fill ? withDatabase(fill, fillSettings) : measure());
