/**
 * Check of a backup without restoring it: complete, readable with the key, consistent, and supported by this version.
 */
import { resolveMigrations } from '#platform/database/migrate.ts';
import { readArchive, type ArchiveEntry } from './archive.ts';
import type { BackupKey } from './key.ts';
import {
  formatVersion,
  headName,
  headSchema,
  manifestName,
  manifestSchema,
  type Head,
  type Manifest,
} from './manifest.ts';
import { countRows } from './rows.ts';
import { FilesDigest } from './uploads.ts';

export interface Backup {
  head: Head;
  manifest: Manifest;
}

/** Entry with rows of a table and tenant. */
export const rowsEntry = /^tables\/([^/]+)\/([^/]+)\/\d{6,}\.copy$/;
/** Entry with an uploaded file. */
export const uploadEntry = /^uploads\/(.+)$/s;

/** Reads and checks a backup. @throws Error with one sentence. */
export async function inspect(file: string, key: BackupKey | undefined): Promise<Backup> {
  let head: Head | undefined;
  let manifest: Manifest | undefined;
  const rows = new Map<string, number>();
  const digest = new FilesDigest();
  for await (const entry of readArchive(file, key)) {
    const [, table, tenant] = rowsEntry.exec(entry.name) ?? [];
    const [, upload] = uploadEntry.exec(entry.name) ?? [];
    if (entry.name === headName) head = await readHead(entry);
    else if (entry.name === manifestName) manifest = manifestSchema.parse(await readJson(entry));
    else if (table && tenant)
      rows.set(`${table}/${tenant}`, (rows.get(`${table}/${tenant}`) ?? 0) + (await rowsIn(entry)));
    else if (upload) await drain(digest.note(upload, entry.content));
    else
      throw new Error(`The backup holds ${entry.name}, which this Lectern does not know; use the version that made it`);
  }
  if (!head || !manifest) throw new Error('The file is no backup of Lectern');
  checkCounts(manifest, rows, digest);
  return { head, manifest };
}

async function readHead(entry: ArchiveEntry): Promise<Head> {
  const json = (await readJson(entry)) as { format?: unknown };
  if (typeof json.format === 'number' && json.format > formatVersion)
    throw new Error('The backup was made by a newer Lectern; use that version or a newer one');
  const head = headSchema.parse(json);
  await resolveMigrations(head.migrations);
  return head;
}

async function readJson(entry: ArchiveEntry): Promise<unknown> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(entry.content)).toString());
}

async function rowsIn(entry: ArchiveEntry): Promise<number> {
  let rows = 0;
  for await (const chunk of entry.content) rows += countRows(chunk);
  return rows;
}

async function drain(content: AsyncIterable<unknown>): Promise<void> {
  for await (const _chunk of content);
}

function checkCounts({ tables, uploads }: Manifest, rows: Map<string, number>, digest: FilesDigest): void {
  for (const [table, shares] of Object.entries(tables)) {
    for (const [tenant, share] of Object.entries(shares)) {
      const actual = rows.get(`${table}/${tenant}`) ?? 0;
      rows.delete(`${table}/${tenant}`);
      if (actual !== share.rows)
        throw new Error(`The backup says ${share.rows} rows of ${table} (${tenant}) and holds ${actual}`);
    }
  }
  if (rows.size > 0 || digest.result.digest !== uploads.digest)
    throw new Error('The backup holds other rows or files than it says');
}
