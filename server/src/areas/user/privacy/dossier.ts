/** The dossier of a person: one archive of all rows, files, documents and the trail, with a page to read them. */
import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import type { FirebaseProject } from '#platform/config-firebase.ts';
import type { Db } from '#platform/database/database.ts';
import { readStored } from '#platform/storage/read-stored.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { findUpload } from '#platform/storage/uploads.ts';
import { type Parts, type Row, pageOf } from './dossier-page.ts';
import { places } from '../person/register.ts';
import { type Person, findFiles, findHosted, isOf } from './person.ts';

/** Columns that are no use to the person. */
const hidden = ['tenant', 'search', 'name_key', 'password_hash', 'total_courses', 'report'];
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

/** Names of the records that rows mention, by id; people and what has no name stay out. */
async function namesIn(db: Db, parts: Parts): Promise<Map<string, string>> {
  const ids = [...new Set(JSON.stringify([...parts.values()]).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))];
  const tables = ['course', 'learning_path', 'course_section', 'lesson', 'quiz', 'product', 'subscription_plan', 'tag'];
  const queries = tables.map((table) => sql`select id, name from ${sql.table(table)} where id = any(${ids}::uuid[])`);
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(queries, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Path of a file in the archive: what it is and its name, as the person may know it; each path once. */
function pathOf({ what, name, key }: { what: string; name: string; key: string }, taken: ReadonlySet<string>): string {
  const extension = key.slice(key.lastIndexOf('.'));
  const base = name
    .replace(/\.\w+$/, '')
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim();
  const own = base.toLowerCase() === what.toLowerCase() ? what : `${what} ${base}`;
  for (let n = 1; ; n += 1) {
    const path = `files/${own}${n > 1 ? ` ${n}` : ''}${extension}`;
    if (!taken.has(path)) return path;
  }
}

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
  const names = await namesIn(db, parts);
  const files: Record<string, Uint8Array> = {};
  for (const { url, what } of await findFiles(db, person)) {
    const upload = await findUpload(db, { url });
    if (!upload || upload.finishedAt === null) continue;
    const path = pathOf({ what, ...upload }, new Set(Object.keys(files)));
    names.set(url, path);
    files[path] = await readStored(storage, upload.key, signal);
  }
  const at = new Date().toISOString();
  const page = pageOf({ name: person.names[0] ?? '', brand, at, parts, files: Object.keys(files), names });
  const withPaths = (_: string, value: unknown) =>
    typeof value === 'string' && files[names.get(value) ?? ''] ? names.get(value) : value;
  const data = JSON.stringify({ at, ...Object.fromEntries(parts) }, withPaths, 2);
  return Buffer.from(zipSync({ 'index.html': strToU8(page), 'data.json': strToU8(data), ...files }));
}
