/** Counts of the navigation, in one statement. */
import { type RawBuilder, sql } from 'kysely';
import { giveAccess } from '#contract/access/endpoints.ts';
import { getSchedule } from '#contract/course/calendar/endpoints.ts';
import { type Counted, type getCounts, maxCounted } from '#contract/home/counts.ts';
import { type Endpoint, type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { listDesk } from '#contract/order-tracking/desk.ts';
import { listDifferences, moneyKinds } from '#contract/payment/differences.ts';
import { listSubmissions } from '#contract/submission/endpoints.ts';
import { listDuplicates } from '#contract/user/merge.ts';
import type { Db } from '#platform/database/database.ts';
import { classesBetween, dayAround } from '#shared/courses-with.ts';

type Count = Reply<typeof getCounts>['counts'][number];

interface Source {
  group: Count['group'];
  what: Counted;
  /** Endpoint of the work: roles that may call it have the count. */
  opens: Pick<Endpoint, 'roles'>;
  /** Rows to count, as the rest of a select; each has an index. */
  rows: (now: Date) => RawBuilder<unknown>;
}

const sources: readonly Source[] = [
  {
    group: 'Calendar',
    what: 'classes-today',
    opens: getSchedule,
    rows: (now) => sql`from ${classesBetween(dayAround(now))} held`,
  },
  {
    group: 'Review',
    what: 'to-review',
    opens: listSubmissions,
    rows: () => sql`from project_submission where status = 'not-reviewed'`,
  },
  {
    group: 'Orders',
    what: 'paid-no-access',
    opens: giveAccess,
    rows: () => sql`from access_gap where intended_reason is null and kind = 'paid-no-access'`,
  },
  {
    group: 'Orders',
    what: 'overdue',
    opens: listDesk,
    rows: (now) => sql`from desk_order where is_open and follow_up_at < ${now.toISOString()}`,
  },
  {
    group: 'Payments',
    what: 'differences',
    opens: listDifferences,
    // Those of access are counted with orders. Kinds that an index finds: there may be very many of access.
    rows: () =>
      sql`from payment_difference where state = 'open' and kind in (${sql.join(moneyKinds.map((kind) => sql.lit(kind)))})`,
  },
  {
    group: 'People',
    what: 'duplicates',
    opens: listDuplicates,
    rows: () => sql`from user_duplicate pair join "user" one on one.id = first_id join "user" other on other.id = second_id
      where dismissed_at is null and one.status = 1 and other.status = 1`,
  },
];

/** Total as the reply has it, of rows counted to one above the limit. */
const counted = (found: number): Pick<Count, 'total' | 'isTotalCapped'> =>
  found > maxCounted ? { total: maxCounted, isTotalCapped: true } : { total: found };

/** Counts of a role. `waiting`: number of rows of its start page. */
export async function countsOf(
  db: Db,
  role: string,
  { now, waiting }: { now: Date; waiting: number },
): Promise<Count[]> {
  const own = sources.filter(({ opens }) => mayCall(opens, role));
  const subqueries = own.map(
    ({ rows }) => sql`(select count(*)::int from (select 1 ${rows(now)} limit ${sql.lit(maxCounted + 1)}) counted)`,
  );
  const { rows } = await sql<{ found: number[] }>`select array[${sql.join(subqueries)}]::int[] as found`.execute(db);
  const found = rows[0]?.found ?? [];
  return [
    { group: 'Today' as const, what: 'waiting' as const, ...counted(waiting) },
    ...own.map(({ group, what }, n) => ({ group, what, ...counted(found[n] ?? 0) })),
  ].filter(({ total }) => total > 0);
}
