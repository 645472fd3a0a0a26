/** SQL of the audit trail's lines, filtered by record or by actor. */
import { type RawBuilder, sql } from 'kysely';
import { type listAudit, lineParts } from '#contract/kernel/audit.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { recordKey } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import { actorName } from '#platform/records.ts';

type Query = ValidatedInput<typeof listAudit>['query'];
export type Line = Reply<typeof listAudit>['entries'][number];

type First = Omit<Line, 'count' | 'parts'>;

interface Filters {
  actor?: string | undefined;
  /** Filter by one record: all three or none. */
  entity?: string;
  entityId?: string;
  record?: string;
  /** The lines of the open transaction. */
  isOwn?: true;
}

const shown = sql`id, at, actor_id, ${actorName}, request_id, table_name as "table", record_id, action, version, before, after, belongs_to`;
const part = sql`json_build_object('recordId', record_id, 'before', before, 'after', after, 'belongsTo', belongs_to)`;

/** First entries of the lines; the lines of a record come from the index table `audit_record`. */
function linesOf({ entity, entityId, actor, isOwn }: Filters): RawBuilder<{ line: string }> {
  if (isOwn)
    return sql`(select id as line from audit where part_of is null and at = now()
      and request_id = current_setting('app.request_id')
      and id >= (select audit_id((extract(epoch from now()) * 1000000)::bigint - 1000000)))`;
  const did = actor ? sql`and actor_id = ${actor}` : sql``;
  if (!entity || !entityId) return sql`(select id as line from audit where part_of is null ${did})`;
  const byActor = actor ? sql`and exists (select from audit where id = line ${did})` : sql``;
  return sql`(select line from audit_record where table_name = ${entity} and record_id = ${entityId} ${byActor})`;
}

const columns = [
  'id',
  'at',
  'actorId',
  'actorName',
  'requestId',
  'table',
  'recordId',
  'action',
  'version',
  'before',
  'after',
  'belongsTo',
] as const satisfies (keyof First)[];

/** Page of lines; reads only the entries of its lines, and of these only the ones that belong to the record. */
const linesPage = pagedList((db, filters: Filters, { limit, offset }) => {
  const lines = db.selectFrom(linesOf(filters).as('lines')).select('line');
  const belongs: RawBuilder<unknown> = filters.record ? sql`and belongs_to @> array[${filters.record}]` : sql``;
  const entries = sql`from audit where (id = line or part_of = line) ${belongs}`;
  const page = lines.orderBy('line', 'desc').limit(limit).offset(offset).as('page');
  return {
    rows: db
      .selectFrom(page)
      .innerJoinLateral(
        () => sql<First>`(select ${shown} ${entries} order by id limit 1)`.as('entry'),
        (join) => join.onTrue(),
      )
      .orderBy('line', 'desc')
      .select(columns)
      .select([
        sql<number>`(select count(*)::int ${entries})`.as('count'),
        sql<Line['parts']>`(select coalesce(json_agg(${part}), '[]')
          from (select * ${entries} and id <> entry.id order by id limit ${sql.lit(lineParts)}) as part)`.as('parts'),
      ]),
    total: cappedCount(lines),
  };
});

/** Page of the audit trail, of one record or one user if these are in the query. */
export function findLines(db: Db, { entity, entityId, actor, ...page }: Query) {
  const record = entity && entityId && { entity, entityId, record: recordKey(entity, entityId) };
  return linesPage(db, { actor: actor || undefined, ...(record || undefined) }, page);
}

/** Lines that the open transaction has written so far, at most `pageSize`. */
export const findOwnLines = (db: Db, pageSize: number) => linesPage(db, { isOwn: true }, { page: 1, pageSize });
