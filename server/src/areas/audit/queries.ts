import { sql } from 'kysely';
import { type listAudit, lineParts } from '#contract/audit.ts';
import type { ValidatedInput } from '#contract/kernel.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, paginate, offsetOf } from '#platform/list.ts';

type Query = ValidatedInput<typeof listAudit>['query'];

export interface Change {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const shown = [
  'id',
  'at',
  'actorId',
  'actorName',
  'requestId',
  'entity',
  'entityId',
  'action',
  'before',
  'after',
] as const;

function matching(db: Db, { entity, entityId, actor }: Query) {
  let found = db.selectFrom('audit');
  if (entity) found = found.where('entity', '=', entity);
  if (entityId) found = found.where('entityId', '=', entityId);
  if (actor) found = found.where('actorId', '=', actor);
  return found;
}

/** A page of entries, newest first. */
export function entriesOf(db: Db, query: Query) {
  const found = matching(db, query);
  return paginate(
    db,
    found.select(shown).orderBy('id', 'desc').limit(query.pageSize).offset(offsetOf(query)),
    cappedCount(found),
    query,
  );
}

/** A page of lines, newest first: only the parts of the lines on the page are read. */
export function linesOf(db: Db, query: Query) {
  const found = matching(db, query).where('partOf', 'is', null);
  const line = found.select(shown).orderBy('id', 'desc').limit(query.pageSize).offset(offsetOf(query)).as('line');
  const page = db
    .selectFrom(line)
    .select(shown)
    .orderBy('id', 'desc')
    .select([
      sql<number>`(select 1 + count(*)::int from audit as part where part.part_of = line.id)`.as('count'),
      sql<Change[]>`(select coalesce(json_agg(json_build_object('before', before, 'after', after)), '[]')
      from (select before, after from audit as part where part.part_of = line.id order by id limit ${sql.lit(lineParts)}) as part)`.as(
        'parts',
      ),
    ]);
  return paginate(db, page, cappedCount(found), query);
}
