/** Writing of a backup: one snapshot of all tables and tenants, followed by the uploads. */
import copy from 'pg-copy-streams';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { AddEntry } from './archive.ts';
import {
  findForeignTables,
  findSequences,
  findTables,
  measureAll,
  quote,
  rowsOf,
  tenantsOfTable,
} from './catalogue.ts';
import { checkMaintainedCounts, checkNothingHidden } from './hidden-rows.ts';
import {
  formatVersion,
  headName,
  manifestName,
  noTenant,
  type Head,
  type Manifest,
  type Share,
  type TableHead,
} from './manifest.ts';
import { count, formatBytes, type Progress } from './progress.ts';
import { wholeRows } from './rows.ts';
import { inSession, type Session } from './session.ts';
import { findHandedOver, measureUnfinished, queueTable, addShares, unfinishedOf } from './unfinished-jobs.ts';
import { FilesDigest, filesOf, openStored } from './uploads.ts';

export interface Source {
  ownerUrl: string;
  /** Folder of the uploads; undefined if they are stored elsewhere. */
  uploads: string | undefined;
}

/** Tables to back up. */
interface Contents {
  tables: TableHead[];
  /** The one of `tables` that unfinished jobs of the queue are added to; undefined without a queue. */
  outbox: TableHead | undefined;
}

const readOnly = 'isolation level repeatable read read only';

/**
 * Writes a backup to an archive.
 * @throws Error with one sentence: nothing to back up, counts that differ, or rows that PostgreSQL has but does not
 * show.
 */
export async function dump(source: Source, add: AddEntry, progress: Progress): Promise<Manifest> {
  const contents = await inSession(source.ownerUrl, readOnly, findContents);
  return inSession(source.ownerUrl, readOnly, async (reader) => {
    await lock(reader, contents);
    const head = await readHead(reader, source, contents);
    await add(headName, Buffer.from(JSON.stringify(head, null, 2)));
    // Two connections share one snapshot: one copies while the other counts, as an independent check.
    const [exported] = await reader.rows<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    const [copied, measured] = await Promise.all([
      copyAll(reader, contents, add, progress),
      inSession(source.ownerUrl, readOnly, async (counter) => {
        await counter.client.query(`set transaction snapshot '${exported?.snapshot}'`);
        return measureContents(counter, contents);
      }),
    ]);
    compare(copied, measured.tables);
    await checkNothingHidden(source.ownerUrl, contents.tables, measured.own);
    const sequences = await findSequences(reader);
    const uploads = await addUploads(source.uploads, add, progress);
    const manifest = { tables: measured.tables, sequences, uploads };
    await add(manifestName, Buffer.from(JSON.stringify(manifest, null, 2)));
    return manifest;
  });
}

async function findContents(session: Session): Promise<Contents> {
  const tables = await findTables(session);
  return { tables, outbox: await findHandedOver(session, tables) };
}

/** Measures all tables. `own`: without the queue's jobs, for comparison with PostgreSQL's statistics. */
async function measureContents(
  session: Session,
  { tables, outbox }: Contents,
): Promise<{ own: Shares; tables: Shares }> {
  const own = await measureAll(session, tables);
  await checkMaintainedCounts(session, own);
  if (!outbox) return { own, tables: own };
  const unfinished = await measureUnfinished(session, outbox);
  return { own, tables: { ...own, [outbox.name]: addShares(own[outbox.name] ?? {}, unfinished) } };
}

/** Blocks schema changes but no reads or writes. Taken before the snapshot, which starts with the first query. */
async function lock({ client }: Session, { tables, outbox }: Contents): Promise<void> {
  if (tables.length === 0) throw new Error('There is nothing to back up: no Lectern has used this database');
  const names = [...tables.map(({ name }) => quote(name)), ...(outbox ? [queueTable] : [])];
  await client.query(`lock table ${names.join(', ')} in access share mode`);
}

async function readHead(session: Session, { uploads }: Source, contents: Contents): Promise<Head> {
  const now = await findContents(session);
  if (JSON.stringify(now) !== JSON.stringify(contents))
    throw new Error('The tables were changed as the backup began; back up again when the update is done');
  const migrations = await session.rows<Head['migrations'][number]>(
    'select name, checksum, at::text as at from migration.applied order by at, name',
  );
  const [about] = await session.rows<{ version: string; now: string }>(
    `select current_setting('server_version') as version, now()::text as now`,
  );
  return {
    format: formatVersion,
    createdAt: String(about?.now),
    postgres: String(about?.version),
    migrations,
    tables: contents.tables,
    leftOut: await findForeignTables(session),
    hasUploads: uploads !== undefined,
  };
}

type Shares = Record<string, Record<string, Share>>;
type RowCounts = Record<string, Record<string, number>>;

async function copyAll(
  session: Session,
  { tables, outbox }: Contents,
  add: AddEntry,
  progress: Progress,
): Promise<RowCounts> {
  const copied: RowCounts = {};
  for (const table of tables) {
    const counts: Record<string, number> = {};
    const before = progress.bytes;
    for (const tenant of tenantsOfTable(table))
      counts[tenant ?? noTenant] = await session.asTenant(tenant, () =>
        copyRows(session, { table, tenant, isOutbox: table === outbox }, add, progress),
      );
    copied[table.name] = counts;
    const rows = Object.values(counts).reduce((sum, n) => sum + n, 0);
    progress.say(`${table.name}: ${count(rows, 'row')}, ${formatBytes(progress.bytes - before)}`);
  }
  return copied;
}

/** Copies a table's rows of one tenant; returns their number. */
async function copyRows(
  { client }: Session,
  { table, tenant, isOutbox }: { table: TableHead; tenant: Tenant | undefined; isOutbox: boolean },
  add: AddEntry,
  progress: Progress,
): Promise<number> {
  const froms = [rowsOf(table, tenant), ...(isOutbox && tenant ? [unfinishedOf(table, tenant)] : [])];
  const text = froms.map((from) => `select ${table.columns.join(', ')} ${from}`).join(' union all ');
  const stream = client.query(copy.to(`copy (${text}) to stdout`, { highWaterMark: 1 << 20 }));
  let [rows, part] = [0, 0];
  for await (const piece of wholeRows(stream)) {
    part += 1;
    rows += piece.rows;
    progress.moved(piece.size);
    await add(
      `tables/${table.name}/${tenant ?? noTenant}/${String(part).padStart(6, '0')}.copy`,
      piece.chunks,
      piece.size,
    );
  }
  return rows;
}

/** Compares the rows copied by one connection with those counted by the other. */
function compare(copied: RowCounts, measured: Shares): void {
  for (const [table, shares] of Object.entries(measured)) {
    for (const [tenant, { rows }] of Object.entries(shares)) {
      if (copied[table]?.[tenant] !== rows)
        throw new Error(`${copied[table]?.[tenant]} rows of ${table} (${tenant}) were copied and ${rows} counted`);
    }
  }
}

/** Adds the uploads after the tables, since files are written before rows refer to them, and removed days later. */
async function addUploads(folder: string | undefined, add: AddEntry, progress: Progress): Promise<Manifest['uploads']> {
  const digest = new FilesDigest();
  if (folder === undefined) return digest.result;
  for await (const path of filesOf(folder)) {
    const stored = await openStored(folder, path);
    if (!stored) continue;
    await add(`uploads/${path}`, digest.note(path, stored.content), stored.size);
    progress.moved(stored.size);
  }
  progress.say(`uploads: ${count(digest.result.files, 'file')}, ${formatBytes(digest.result.bytes)}`);
  return digest.result;
}
