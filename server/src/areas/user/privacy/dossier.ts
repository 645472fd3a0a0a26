/** The dossier of a person: one archive of all rows, files, documents and the trail, with a page to read them. */
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import type { FirebaseProject } from '#platform/config-firebase.ts';
import type { Db } from '#platform/database/database.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { findUpload } from '#platform/storage/uploads.ts';
import { places } from '../person/register.ts';
import { type Person, findFiles, findHosted, isOf } from './person.ts';

type Row = Readonly<Record<string, unknown>>;
/** Rows by title, in the order of the page. */
type Parts = Map<string, readonly Row[]>;

/** Columns that are no use to the person. */
const hidden = ['tenant', 'search', 'name_key', 'password_hash', 'total_courses', 'file_url', 'report'];
const shown = (alias: string) => sql`to_jsonb(${sql.ref(alias)}) - ${hidden}::text[]`;

const titleOf = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);

/** Rows that belong to rows of the register, and the trail about the person. */
const further = ({ ids, emails }: Person) => ({
  Account: sql<{ row: Row }>`select ${shown('mine')} as row from "user" mine where id = any(${ids}::uuid[])`,
  'Items of orders': sql<{ row: Row }>`select ${shown('mine')} as row from order_item mine
    where order_id in (select id from "order" where user_id = any(${ids}::uuid[]))`,
  'Event vouchers': sql<{ row: Row }>`select ${shown('mine')} as row from event_voucher mine
    where subscription_id in (select id from subscription where user_id = any(${ids}::uuid[]))`,
  'Work at the desk': sql<{
    row: Row;
  }>`select ${shown('mine')} - '{user_id,to_user_id}'::text[] as row from desk_event mine
    where order_id in (select id from desk_order where user_email = any(${emails}))`,
  History: sql<{
    row: Row;
  }>`select to_jsonb(entry) as row from (select distinct audit.id, at, audit.table_name, action, before, after
    from audit_record filed join audit on audit.id = line or part_of = line
    where filed.table_name = 'user' and filed.record_id = any(${ids}::text[])
      and belongs_to && ${ids.map((id) => `user:${id}`)}::text[] order by audit.id) entry`,
});

async function findParts(db: Db, person: Person, project: FirebaseProject | undefined): Promise<Parts> {
  const parts: Parts = new Map();
  const { Account: account, ...rest } = further(person);
  parts.set(
    'Account',
    (await account.execute(db)).rows.map(({ row }) => row),
  );
  for (const place of places.filter(({ isNotInDossier, table }) => !isNotInDossier && table !== 'user')) {
    const { rows } = await sql<{ row: Row }>`select ${shown('mine')} as row from ${sql.table(place.table)} mine
      where ${isOf(place, person)}`.execute(db);
    const title = titleOf(place.label[1]);
    parts.set(title, [...(parts.get(title) ?? []), ...rows.map(({ row }) => row)]);
  }
  for (const [title, query] of Object.entries(rest))
    parts.set(
      title,
      (await query.execute(db)).rows.map(({ row }) => row),
    );
  if (project)
    parts.set(
      'Tracked orders in Firestore',
      [...(await findHosted(project, person))].map(([id, fields]) => ({ id, ...fields })),
    );
  return parts;
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
const valueOf = (value: unknown) =>
  escaped(
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
  );

function table([title, rows]: readonly [string, readonly Row[]]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const head = columns.map((column) => `<th>${escaped(column.replaceAll('_', ' '))}</th>`).join('');
  const line = (row: Row) => `<tr>${columns.map((column) => `<td>${valueOf(row[column])}</td>`).join('')}</tr>`;
  return `<h2>${escaped(title)} (${rows.length})</h2><div><table><thead><tr>${head}</tr></thead><tbody>${rows.map(line).join('')}</tbody></table></div>`;
}

/** Page that reads without a program; the same contents are in data.json. */
const pageOf = (name: string, brand: string, at: string, parts: Parts, files: readonly string[]) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Data of ${escaped(name)}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse;font-size:12px}td,th{border:1px solid #ccc;padding:4px 8px;text-align:left;vertical-align:top}div{overflow:auto}</style>
<h1>Data of ${escaped(name)}</h1><p>All that ${escaped(brand)} has about this person, as of ${escaped(at)}.</p>
${[...parts]
  .filter(([, rows]) => rows.length > 0)
  .map(table)
  .join('\n')}
<h2>Files (${files.length})</h2><ul>${files.map((file) => `<li><a href="${escaped(file)}">${escaped(file)}</a></li>`).join('')}</ul></html>`;

interface Sources {
  db: Db;
  storage: Storage;
  signal: AbortSignal;
  project: FirebaseProject | undefined;
  brand: string;
}

/** Makes the archive: index.html, data.json, and files/. */
export async function dossierOf({ db, storage, signal, project, brand }: Sources, person: Person): Promise<Buffer> {
  const parts = await findParts(db, person, project);
  const files: Record<string, Uint8Array> = {};
  for (const url of await findFiles(db, person)) {
    const upload = await findUpload(db, { url });
    if (!upload || upload.finishedAt === null) continue;
    const path = await storage.localPath(upload.key, tmpdir(), signal);
    files[`files/${upload.key.slice(upload.key.lastIndexOf('/') + 1)}`] = await readFile(path);
  }
  const at = new Date().toISOString();
  const page = pageOf(person.names[0] ?? '', brand, at, parts, Object.keys(files));
  const data = JSON.stringify({ at, ...Object.fromEntries(parts) }, null, 2);
  return Buffer.from(zipSync({ 'index.html': strToU8(page), 'data.json': strToU8(data), ...files }));
}
