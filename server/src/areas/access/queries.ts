/** SQL of paid and access: lists, state of the check, marks. */
import { type RawBuilder, sql } from 'kysely';
import {
  type AccessView,
  type accessGap,
  type IntendedReason,
  listAccessGaps,
  type markIntended,
} from '#contract/access/endpoints.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { cappedCount, pagedList, matchesAll, pageOf } from '#platform/list.ts';
import { ordersOf } from '#platform/sorts.ts';
import { personPatterns } from '#shared/person-search.ts';

type Row = z.infer<typeof accessGap>;
type Query = ValidatedInput<typeof listAccessGaps>['query'];

const columns = [
  'accessGap.id as gapId',
  'accessGap.kind',
  'accessGap.amount',
  'accessGap.since',
  'accessGap.documentId',
] as const;
const computed = [
  sql<Row['source']>`access_gap.source`.as('source'),
  sql<Row['user']>`(select json_build_object('id', member.id, 'name', member.name, 'email', member.email)
    from "user" member where member.id = access_gap.user_id)`.as('user'),
  sql<Row['product']>`json_build_object('productType', product_type, 'productId', product_id, 'name', product_name)`.as(
    'product',
  ),
  sql<boolean>`exists (select from course_waiting waiting where waiting.course_id = access_gap.product_id
    and waiting.user_id = access_gap.user_id and waiting.order_id is not null and waiting.left_at is null)`.as(
    'isFull',
  ),
  sql<
    Row['order']
  >`(select json_build_object('orderId', placed.id, 'invoiceNumber', placed.invoice_number, 'status', placed.status)
    from "order" placed where placed.id = access_gap.order_id)`.as('order'),
  sql<Row['intended']>`case when intended_reason is not null then json_build_object('reason', intended_reason,
    'by', (select name from "user" marker where marker.id = access_gap.intended_by),
    'at', to_char(intended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`.as('intended'),
] as const;

/** Name of a row. */
export const gapName = sql<string>`(select name from "user" member where member.id = access_gap.user_id) || ', ' || product_name`;

/** Condition of a view, by which its indexes are partial. */
const inView = (view: AccessView): RawBuilder<boolean> =>
  view === 'intended'
    ? sql`access_gap.intended_reason is not null`
    : sql`access_gap.intended_reason is null and access_gap.kind = ${sql.lit(view)}`;
const gapsIn = (db: Db, view: AccessView) => db.selectFrom('accessGap').where(inView(view));

const sorts = ordersOf('accessGap', listAccessGaps, {});

interface Filters {
  patterns: readonly string[] | undefined;
  productType: Query['productType'];
  source: Query['source'];
}

function matchingIn(db: Db, view: AccessView, { patterns, productType, source }: Filters) {
  let matching = gapsIn(db, view);
  if (patterns) matching = matching.where(matchesAll('accessGap.search', patterns));
  if (productType) matching = matching.where('accessGap.productType', '=', productType);
  if (source) matching = matching.where('accessGap.source', '=', source);
  return matching;
}

/** Ids of the rows that match a filter. */
export const matchingGaps = (
  db: Db,
  { search, productType, source, view }: Omit<Query, 'page' | 'pageSize' | 'sort'>,
) => matchingIn(db, view, { patterns: personPatterns(search), productType, source }).select('accessGap.id');

const read = pagedList((db, { view, sort, ...filters }: Filters & Pick<Query, 'view' | 'sort'>, window) => {
  const matching = matchingIn(db, view, filters);
  const rows = pageOf(matching, db.selectFrom('accessGap'), sorts[sort], window);
  return { rows: rows.select([...columns, ...computed]), total: cappedCount(matching) };
});

/** Page of a list of gaps; the search applies to the person. */
export const findGaps = (db: Db, { search, page, pageSize, productType, source, view, sort }: Query) =>
  read(db, { patterns: personPatterns(search), productType, source, view, sort }, { page, pageSize });

const countOf = (db: Db, view: AccessView) => cappedCount(gapsIn(db, view)).count;

type Check = Pick<Reply<typeof listAccessGaps>, 'counts' | 'checkedAt' | 'isRunning'>;

/** Time of the last check, whether one is running, and the number of rows of each list. */
export async function findLastCheck(db: Db): Promise<Check> {
  const [state] = await db
    .selectFrom('accessCheck')
    .select('checkedAt')
    .select(
      sql<boolean>`coalesce(requested_at > now() - interval '5 minutes' and requested_at > coalesce(checked_at, '-infinity'), false)`.as(
        'isRunning',
      ),
    )
    .execute();
  const { rows } = await sql<{ unopened: number; unpaid: number; intended: number }>`select
    ${countOf(db, 'paid-no-access')} as unopened, ${countOf(db, 'access-unpaid')} as unpaid, ${countOf(db, 'intended')} as intended`.execute(
    db,
  );
  const { unopened = 0, unpaid = 0, intended = 0 } = rows[0] ?? {};
  return {
    checkedAt: state?.checkedAt ?? null,
    isRunning: state?.isRunning ?? false,
    counts: { 'paid-no-access': unopened, 'access-unpaid': unpaid, intended },
  };
}

/** Records a request for a check; returns its time. */
export async function requestCheck(db: Db): Promise<string> {
  const now = sql<string>`clock_timestamp()`;
  const { requestedAt } = await db
    .insertInto('accessCheck')
    .values({ requestedAt: now })
    .onConflict((on) => on.column('tenant' as never).doUpdateSet({ requestedAt: now }))
    .returning('requestedAt')
    .executeTakeFirstOrThrow();
  return requestedAt ?? '';
}

type Mark = ValidatedInput<typeof markIntended>['body']['marks'][number];

async function requireSome(db: Db, marks: readonly Mark[]): Promise<void> {
  const ids = marks.map(({ gapId }) => gapId);
  const some = await db.selectFrom('accessGap').select('id').where('id', 'in', ids).limit(1).execute();
  if (some.length === 0) throw badRequest('No longer in the list: settled meanwhile', 'marks');
}

export interface Marked {
  gapId: string;
  name: string;
  before: IntendedReason | null;
  after: IntendedReason | null;
}

/** SQL of the change of a gap's mark that the trail has last: `last.before`. */
const lastMarking = sql`lateral (select before from audit_record filed join audit on audit.id = line or part_of = line
  where filed.table_name = 'access_gap' and filed.record_id = gap.id::text and audit.table_name = 'access_gap'
    and audit.record_id = gap.id::text and before ? 'intended_reason' order by audit.id desc limit 1) last`;

/**
 * Sets marks of the acting user; returns the changed rows. Rows that are gone are left out; 400 if all of them are. With
 * `isUndo`, a mark that the last change replaced is again that of who had set it, from then.
 */
export async function setIntendedMarks(db: Db, marks: readonly Mark[], isUndo = false): Promise<Marked[]> {
  const requested = JSON.stringify(marks.map(({ gapId, reason }) => ({ id: gapId, reason })));
  const { rows } = await sql<Marked>`
    with requested as (select distinct on (id) id, reason from jsonb_to_recordset(${requested}::jsonb) as mark (id uuid, reason text) order by id),
      before as (select gap.id, gap.intended_reason as reason, gap.intended_by, last.before as former
        from access_gap gap join requested on requested.id = gap.id
          left join ${lastMarking} on ${isUndo} and last.before ->> 'intended_reason' = requested.reason
        where gap.intended_reason is distinct from requested.reason order by gap.id for update of gap)
    update access_gap set intended_reason = requested.reason,
        intended_by = case when former is not null
            then (select id from "user" where id = coalesce((former ->> 'intended_by')::uuid, before.intended_by))
          when requested.reason is not null then current_setting('app.actor_id')::uuid end,
        intended_at = case when requested.reason is not null then coalesce((former ->> 'intended_at')::timestamptz, now()) end
      from requested, before where requested.id = access_gap.id and before.id = access_gap.id
      returning access_gap.id as gap_id, ${gapName} as name, before.reason as before, requested.reason as after`.execute(
    db,
  );
  if (rows.length === 0) await requireSome(db, marks);
  return rows;
}
