/** Restoring of a backup in one transaction: all of it or nothing. */
import copy from 'pg-copy-streams';
import pg from 'pg';
import { pipeline } from 'node:stream/promises';
import { applyExactly } from '#platform/database/migrate.ts';
import { readArchive } from './archive.ts';
import { bareTables } from './bare-tables.ts';
import { findTables, measureAll, quote } from './catalogue.ts';
import { rowsEntry, uploadEntry, type Backup } from './inspect.ts';
import type { BackupKey } from './key.ts';
import { refuseOtherConnections, dropSchemaObjects } from './make-room.ts';
import { noTenant, type Head, type TableHead } from './manifest.ts';
import type { Progress } from './progress.ts';
import { inSession, type Session } from './session.ts';
import type { Staging } from './staging.ts';
import { FilesDigest } from './uploads.ts';

export interface Target {
  ownerUrl: string;
  /** Secret that passwords of new database roles derive from; existing roles keep theirs. */
  jwtSecret: string;
  /** Staging of uploads; undefined: uploads are stored elsewhere, and those in the file are skipped. */
  staging: Staging | undefined;
  /** Allows existing data to be destroyed. */
  replaces: boolean;
}

export interface BackupFile extends Backup {
  file: string;
  key: BackupKey | undefined;
}

/**
 * Restores a backup.
 * @throws Error with one sentence. Nothing has changed then, unless the failure came after the commit, when
 * the old uploads are removed.
 */
export async function restore(backup: BackupFile, target: Target, progress: Progress): Promise<void> {
  try {
    await inSession(target.ownerUrl, '', async (session) => {
      await refuseOtherConnections(session);
      await makeRoom(session, target.replaces);
      await applyExactly(session.client, backup.head.migrations, target);
      const tables = await agreedTables(session, backup.head);
      const finish = await bareTables(session, tables);
      progress.say('The tables are made; the rows follow.');
      const digest = await fill(session, backup, tables, target.staging, progress);
      await checkContent(session, backup, tables, digest);
      progress.say('Every row is there; keys and indexes follow.');
      await finish();
      await setAside(session, backup);
      target.staging?.join();
    });
    await target.staging?.keep();
  } catch (error) {
    target.staging?.discard();
    throw error;
  }
  await tidy(target.ownerUrl);
}

async function makeRoom(session: Session, replaces: boolean): Promise<void> {
  const existing = await findTables(session);
  if (existing.length > 0 && !replaces)
    throw new Error('The database is not empty; with --replace what is there is destroyed');
  await dropSchemaObjects(session);
}

/** Tables that this version's migrations created; their names and columns must match the file's. */
async function agreedTables(session: Session, head: Head): Promise<TableHead[]> {
  const made = await findTables(session);
  const form = ({ name, columns, hasTenant }: TableHead) =>
    JSON.stringify([name, columns.toSorted((a, b) => (a < b ? -1 : 1)), hasTenant]);
  const forms = new Set(made.map(form));
  const unexpected = head.tables.find((table) => !forms.has(form(table)));
  if (unexpected) throw new Error(`The table ${unexpected.name} of the backup is not as Lectern's migrations make it`);
  if (made.length !== head.tables.length) throw new Error('The backup lacks a table that its migrations make');
  // Column order is the file's; the names were just compared.
  return head.tables;
}

async function fill(
  session: Session,
  { file, key }: BackupFile,
  tables: TableHead[],
  staging: Staging | undefined,
  progress: Progress,
): Promise<FilesDigest> {
  const digest = new FilesDigest();
  for await (const { name, size, content } of readArchive(file, key)) {
    const [, rowsOf] = rowsEntry.exec(name) ?? [];
    const [, upload] = uploadEntry.exec(name) ?? [];
    const table = tables.find((one) => one.name === rowsOf);
    if (table) await copyIn(session, table, content);
    else if (upload && staging) await staging.write(upload, digest.note(upload, content));
    else for await (const _chunk of content);
    progress.moved(size);
  }
  return digest;
}

async function copyIn({ client }: Session, table: TableHead, content: AsyncIterable<Buffer>): Promise<void> {
  const into = `copy ${quote(table.name)} (${table.columns.join(', ')}) from stdin`;
  await pipeline(content, client.query(copy.from(into)));
}

/** Counts and hashes the restored rows, including generated columns, and compares them with the manifest. */
async function checkContent(
  session: Session,
  { manifest }: Backup,
  tables: TableHead[],
  digest: FilesDigest,
): Promise<void> {
  const restored = await measureAll(session, tables);
  for (const { name } of tables) {
    for (const [tenant, { rows, hash }] of Object.entries(manifest.tables[name] ?? {})) {
      const here = restored[name]?.[tenant];
      const whose = tenant === noTenant ? name : `${name} of ${tenant}`;
      if (here?.rows !== rows) throw new Error(`${rows} rows of ${whose} were backed up and ${here?.rows} restored`);
      if (here.hash !== hash) throw new Error(`The restored rows of ${whose} differ from those that were backed up`);
    }
  }
  const { files } = digest.result;
  if (files > 0 && digest.result.digest !== manifest.uploads.digest)
    throw new Error('The restored uploads differ from those that were backed up');
}

/** Restores what is outside the tables: sequence values, and the times of migrations. */
async function setAside({ client }: Session, { head, manifest }: Backup): Promise<void> {
  for (const [name, value] of Object.entries(manifest.sequences))
    await client.query('select setval($1::regclass, $2)', [quote(name), value]);
  for (const { name, at } of head.migrations)
    await client.query('update migration.applied set at = $2 where name = $1', [name, at]);
}

/** Updates planner statistics and the visibility map. */
async function tidy(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  // Failure is harmless: the next autovacuum does the same.
  await client.query('vacuum (analyze)').catch(() => undefined);
  await client.end();
}
