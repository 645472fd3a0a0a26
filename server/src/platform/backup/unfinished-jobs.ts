/**
 * Work that the queue has and has not finished. Its tables are not in a backup: the work is, as the lines of the outbox
 * that it was, under the same ids, so that the restored system does it, and nothing that it did already.
 */
import { tenants, type Tenant } from '#contract/kernel.ts';
import { queueSchema } from '#platform/jobs/worker-role.ts';
import { measure } from './catalogue.ts';
import { count } from './progress.ts';
import type { Share, TableHead } from './manifest.ts';
import type { Session } from './session.ts';

export const queueTable = `${queueSchema}.job`;

/**
 * The outbox, when there is a queue: no worker has started on a database without one.
 * @throws Error with one sentence when there is one and its rows are not all shown.
 */
export async function findHandedOver(session: Session, tables: TableHead[]): Promise<TableHead | undefined> {
  const [queue] = await session.rows<{ isReadable: boolean }>(
    `select has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select') and not row_security_active(c.oid)
        as "isReadable"
      from pg_class c join pg_namespace n on n.oid = relnamespace where format('%s.%s', nspname, relname) = $1`,
    [queueTable],
  );
  if (queue && !queue.isReadable)
    throw new Error(
      `The role of DATABASE_URL is not shown the jobs in ${queueTable}; start Lectern once on this database, which gives it the right`,
    );
  return queue && tables.find(({ name }) => name === 'outbox');
}

/** What has no time at which it was asked for runs by a schedule, and will again. */
const lines = `(
  select data ->> 'tenant' as tenant, id, name as job, data -> 'ids' as ids, (data ->> 'askedAt')::timestamptz as at
  from ${queueTable} where state in ('created', 'retry', 'active', 'failed') and data ? 'askedAt')`;

/** The rows of one tenant that `outbox` lacks: while a line is handed over both have it. */
export const unfinishedOf = ({ columns }: TableHead, tenant: Tenant): string => `from (
  select ${columns.join(', ')} from ${lines} line where tenant = '${tenant}'
    and not exists (select from public.outbox where outbox.tenant = line.tenant and outbox.id = line.id)) _row`;

/** Tenant → what its rows are. @throws Error with one sentence for jobs of a tenant that we do not know. */
export async function measureUnfinished(session: Session, outbox: TableHead): Promise<Record<string, Share>> {
  const [strange] = await session.rows<{ n: number }>(
    `select count(*)::int as n from ${lines} line where tenant <> all($1) or tenant is null`,
    [tenants],
  );
  if (strange?.n)
    throw new Error(`The queue has ${count(strange.n, 'job')} of a brand that this Lectern does not know`);
  const shares: Record<string, Share> = {};
  for (const tenant of tenants)
    shares[tenant] = await session.asTenant(tenant, () => measure(session, unfinishedOf(outbox, tenant)));
  return shares;
}

/** The shares of two parts of a table: its hash is a sum. */
export const together = (one: Record<string, Share>, other: Record<string, Share>): Record<string, Share> =>
  Object.fromEntries(
    Object.entries(one).map(([tenant, { rows, hash }]) => {
      const more = other[tenant] ?? { rows: 0, hash: '0' };
      return [tenant, { rows: rows + more.rows, hash: String(BigInt(hash) + BigInt(more.hash)) }];
    }),
  );
