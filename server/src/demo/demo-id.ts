/** Stable ids: the n-th record of a kind has the same id in every demo, so that URLs and screenshots stay valid. */
import { createHash } from 'node:crypto';
import type { Tenant } from '#contract/kernel/endpoint.ts';

/** Earlier than any record that users create, so that theirs sort as newer. */
const firstMoment = Date.UTC(2025, 0, 1);

/** UUIDv7 whose timestamp is n seconds after the first moment, so that a kind's ids sort by n. */
export function demoId(tenant: Tenant, kind: string, n: number): string {
  const moment = (firstMoment + n * 1000).toString(16).padStart(12, '0');
  const hash = createHash('md5').update(`${tenant} ${kind} ${n}`).digest('hex');
  const hex = `${moment}7${hash.slice(0, 3)}8${hash.slice(3, 18)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The same ids in SQL, for bulk inserts: `pg_temp.demo_id(kind, n)`, for the connection's tenant. */
export const demoIdFunction = `
  create or replace function pg_temp.demo_id(kind text, n bigint) returns uuid language sql stable as $$
    select (lpad(to_hex(${firstMoment} + n * 1000), 12, '0') || '7' || left(hash, 3) || '8' || substr(hash, 4, 15))::uuid
    from md5(current_setting('app.tenant') || ' ' || kind || ' ' || n) hash
  $$`;
