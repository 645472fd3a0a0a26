/** Puts a backup in place of what is there: all of it in one transaction, so that half of it is never there. */
import copy from 'pg-copy-streams';
import pg from 'pg';
import { pipeline } from 'node:stream/promises';
import { applyExactly } from '#platform/database/migrate.ts';
import { readArchive } from './archive.ts';
import { bareTables } from './bare-tables.ts';
import { findTables, measureAll, quote } from './catalogue.ts';
import { rowsEntry, uploadEntry, type Backup } from './inspect.ts';
import type { BackupKey } from './key.ts';
import { checkAlone, dropEverything } from './make-room.ts';
import { noTenant, type Head, type TableHead } from './manifest.ts';
import type { Progress } from './progress.ts';
import { inSession, type Session } from './session.ts';
import type { Staging } from './staging.ts';
import { FilesDigest } from './uploads.ts';

export interface Target {
  ownerUrl: string;
  /** The passwords of the roles derive from it; those that are there keep theirs. */
  jwtSecret: string;
  /** undefined: uploads are kept somewhere else, and those of the file are passed over. */
  staging: Staging | undefined;
  /** What is there may go. */
  replaces: boolean;
}

export interface BackupFile extends Backup {
  file: string;
  key: BackupKey | undefined;
}

/** @throws Error with one sentence; then everything is as it was. */
export async function restore(backup: BackupFile, target: Target, progress: Progress): Promise<void> {
  try {
    await inSession(target.ownerUrl, '', async (session) => {
      await checkAlone(session);
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
  const there = await findTables(session);
  if (there.length > 0 && !replaces)
    throw new Error('The database is not empty; with --replace what is there is destroyed');
  await dropEverything(session);
}

/** The tables as this version's migrations make them: their names and columns are the database's, not the file's. */
async function agreedTables(session: Session, head: Head): Promise<TableHead[]> {
  const made = await findTables(session);
  const form = ({ name, columns, hasTenant }: TableHead) =>
    JSON.stringify([name, columns.toSorted((a, b) => (a < b ? -1 : 1)), hasTenant]);
  const forms = new Set(made.map(form));
  const strange = head.tables.find((table) => !forms.has(form(table)));
  if (strange) throw new Error(`The table ${strange.name} of the backup is not as Lectern's migrations make it`);
  if (made.length !== head.tables.length) throw new Error('The backup lacks a table that its migrations make');
  // The order of the columns is the file's; their names were just compared.
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

/** What was counted and hashed when it was backed up is counted and hashed again, the generated columns among it. */
async function checkContent(
  session: Session,
  { head, manifest }: Backup,
  tables: TableHead[],
  digest: FilesDigest,
): Promise<void> {
  const found = await measureAll(session, tables, head.format);
  for (const { name } of tables) {
    for (const [tenant, { rows, hash }] of Object.entries(manifest.tables[name] ?? {})) {
      const here = found[name]?.[tenant];
      const whose = tenant === noTenant ? name : `${name} of ${tenant}`;
      if (here?.rows !== rows) throw new Error(`${rows} rows of ${whose} were backed up and ${here?.rows} restored`);
      if (here.hash !== hash) throw new Error(`The restored rows of ${whose} differ from those that were backed up`);
    }
  }
  const { files } = digest.result;
  if (files > 0 && digest.result.digest !== manifest.uploads.digest)
    throw new Error('The restored uploads differ from those that were backed up');
}

/** What is not in a table of the shop: where sequences stand, and when the migrations ran. */
async function setAside({ client }: Session, { head, manifest }: Backup): Promise<void> {
  for (const [name, value] of Object.entries(manifest.sequences))
    await client.query('select setval($1::regclass, $2)', [quote(name), value]);
  for (const { name, at } of head.migrations)
    await client.query('update migration.applied set at = $2 where name = $1', [name, at]);
}

/** Statistics for the planner, and pages marked visible. */
async function tidy(ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  // The restore is done; the next round of autovacuum would do the same.
  await client.query('vacuum (analyze)').catch(() => undefined);
  await client.end();
}
