/** Batches of changes that a call has made itself, so that these are listed and undone like others (docs/decisions/0075). */
import { sql } from 'kysely';
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import { type BatchKindName, batchKinds } from '#contract/batch/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { linkOf } from '../assignment/link.ts';
import type { Change } from './kind.ts';

interface Done {
  kind: BatchKindName;
  /** The change in words. */
  title: string;
  change: Change;
  /** Whether it changed all records that there are, instead of chosen ones. */
  isAll?: boolean | undefined;
  /** Values before and after the change; `after` defaults to the change's. */
  records: readonly { id: string; name: string; before: string; after?: string }[];
}

/** Records a change that the transaction has made; returns the id of the batch. */
export async function recordBatch(
  db: Db,
  { userId, name: userName }: Caller,
  { kind, title, change, records, isAll }: Done,
): Promise<string> {
  const total = records.length;
  const { id } = await db
    .insertInto('batch')
    .values({
      kind,
      change: JSON.stringify(change),
      title,
      userId,
      userName,
      total,
      state: 'done',
      done: total,
      finishedAt: sql<string>`now()`,
      filter: isAll ? '{}' : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const column = (key: keyof (typeof records)[number]) => sql`${records.map((record) => record[key] ?? change.value)}`;
  await sql`insert into batch_row (batch_id, n, record_id, name, state, before, after)
    select ${id}, row_number() over (order by record.id desc), record.id, name, 'done', before, after
    from unnest(${column('id')}::uuid[], ${column('name')}::text[], ${column('before')}::text[], ${column('after')}::text[])
      as record (id, name, before, after)`.execute(db);
  return id;
}

/** Ids and names of the items of an assignment among these. */
export async function namesOf(db: Db, assignment: Assignment, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    name: string;
  }>`select id, name from ${sql.table(linkOf(assignment).item.table)}
    where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Name of the owner; 400 if it does not exist. */
export async function ownerName(db: Db, assignment: Assignment, ownerId: string, field = 'ownerId'): Promise<string> {
  const { table, thing } = linkOf(assignment).owner;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${ownerId}`.execute(db);
  if (!rows[0]) throw badRequest(`This ${thing} does not exist`, field);
  return rows[0].name;
}

/** Assigning, or unassigning, in words. */
export const assigningTitle = (many: string, owner: string, isAssigned: boolean): string =>
  isAssigned ? `Assign ${many} to “${owner}”` : `Unassign ${many} from “${owner}”`;

interface Linked {
  kind: BatchKindName;
  ownerId: string;
  /** Whether the items were assigned, or unassigned. */
  isAssigned: boolean;
  isAll?: boolean;
  /** Items whose links were added or removed, by assignment. */
  items: readonly { assignment: Assignment; ids: readonly string[] }[];
}

/** Answer of a call that has assigned or unassigned items; several are recorded as a batch. */
export async function linksChanged(db: Db, caller: Caller, { kind, ownerId, isAssigned, isAll, items }: Linked) {
  const changed = items.reduce((sum, { ids }) => sum + ids.length, 0);
  const [first] = items;
  if (changed < 2 || !first) return { changed };
  const [on = ''] = Object.keys(batchKinds[kind].values);
  const [before, value] = isAssigned ? ['none', on] : [on, 'none'];
  const records: Done['records'][number][] = [];
  for (const { assignment, ids } of items)
    for (const item of ids.length > 0 ? await namesOf(db, assignment, ids) : []) records.push({ ...item, before });
  const many = items.length > 1 ? 'products' : first.assignment.many;
  const title = assigningTitle(many, await ownerName(db, first.assignment, ownerId), isAssigned);
  const change = { value, ownerId };
  return { changed, batchId: await recordBatch(db, caller, { kind, title, change, isAll, records }) };
}
