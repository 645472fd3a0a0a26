/**
 * Unfinished jobs of the queue. Backups contain no queue tables; instead the jobs are written as outbox lines under
 * their original ids, so that the restored system runs them, and none that were done.
 */
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { queueSchema } from '#platform/jobs/worker-role.ts';
import { measure } from './catalogue.ts';
import { count } from './progress.ts';
import type { Share, TableHead } from './manifest.ts';
import type { Session } from './session.ts';

export const queueTable = `${queueSchema}.job`;

/**
 * Outbox table if there is a queue; without a queue, no worker has ever started on this database.
 * @throws Error with one sentence if the queue's rows are not all readable.
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

/** Jobs as outbox lines. Jobs without `askedAt` are scheduled, and will run again. */
const lines = `(
  select data ->> 'tenant' as tenant, id, name as job, data -> 'ids' as ids, (data ->> 'askedAt')::timestamptz as at
  from ${queueTable} where state in ('created', 'retry', 'active', 'failed') and data ? 'askedAt')`;

/** FROM clause of one tenant's jobs that are not in `outbox`; during hand-over a job is in both. */
export const unfinishedOf = ({ columns }: TableHead, tenant: Tenant): string => `from (
  select ${columns.join(', ')} from ${lines} line where tenant = '${tenant}'
    and not exists (select from public.outbox where outbox.tenant = line.tenant and outbox.id = line.id)) _row`;

/** Measures jobs by tenant. @throws Error with one sentence for jobs of an unknown tenant. */
export async function measureUnfinished(session: Session, outbox: TableHead): Promise<Record<string, Share>> {
  const [unknown] = await session.rows<{ n: number }>(
    `select count(*)::int as n from ${lines} line where tenant <> all($1) or tenant is null`,
    [tenants],
  );
  if (unknown?.n)
    throw new Error(`The queue has ${count(unknown.n, 'job')} of a brand that this Lectern does not know`);
  const shares: Record<string, Share> = {};
  for (const tenant of tenants)
    shares[tenant] = await session.asTenant(tenant, () => measure(session, unfinishedOf(outbox, tenant)));
  return shares;
}

/** Combines the shares of two parts of a table; hashes are sums. */
export const addShares = (one: Record<string, Share>, other: Record<string, Share>): Record<string, Share> =>
  Object.fromEntries(
    Object.entries(one).map(([tenant, { rows, hash }]) => {
      const more = other[tenant] ?? { rows: 0, hash: '0' };
      return [tenant, { rows: rows + more.rows, hash: String(BigInt(hash) + BigInt(more.hash)) }];
    }),
  );
