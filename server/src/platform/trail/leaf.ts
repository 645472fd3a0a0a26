/**
 * Digests of the trail's entries, in SQL: an entry is digested where it is, so that a million take seconds. Written here
 * and not as functions of the database, which whoever alters entries could replace.
 */
import { sql } from 'kysely';

/** Bytes of an id with its digest. */
export const leafBytes = 48;
export const idBytes = 16;

/** Digest of the fields that an erasure may change, under the entry's salt; the same as `trail_digest` of migration 0094. */
export const personal = sql<Buffer>`pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.jsonb_build_array(salt, actor_name, request_id, record_id, before, after, belongs_to, minute_key)::text, 'UTF8'))`;

/** Fields that never change. */
export const lasting = sql<string>`pg_catalog.jsonb_build_array(tenant, id, (extract(epoch from at) * 1000000)::bigint, actor_id, table_name, action, part_of, version)::text`;

const leaf = sql<Buffer>`pg_catalog.sha256(pg_catalog.convert_to(${lasting}, 'UTF8') || ${personal})`;

/** Id and digest of all selected entries of `audit`, in order. */
export const leaves = sql<Buffer>`coalesce(pg_catalog.string_agg(pg_catalog.uuid_send(id) || ${leaf}, '' order by id), '')`;

/** Digest of the selected rows of `trail_change`. */
export const changesHash = sql<Buffer>`pg_catalog.sha256(pg_catalog.convert_to(coalesce(pg_catalog.string_agg(pg_catalog.jsonb_build_array(
  id, kind, entry, request_id, pg_catalog.encode(was, 'hex'), pg_catalog.encode(becomes, 'hex'), up_to, days, (extract(epoch from at) * 1000000)::bigint)::text,
  ',' order by id), ''), 'UTF8'))`;

/** Digests by id (hexadecimal) of a seal's leaves. */
export function readLeaves(bytes: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length; at += leafBytes)
    found.set(bytes.toString('hex', at, at + idBytes), bytes.subarray(at + idBytes, at + leafBytes));
  return found;
}

/** UUID of 32 hexadecimal digits. */
export const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Time of an entry by its id (UUIDv7). */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));

/** Least id of a time. */
export const firstIdOf = (time: Date): string => uuidOf(time.getTime().toString(16).padStart(12, '0').padEnd(32, '0'));
