/**
 * Take over, for links whose items can be in one active owner at a time. The link's rule tells which owners hold items
 * (`Conflict.heldBy`). A take-over is recorded as a batch, whose undo gives the items back (batch/taking.ts).
 */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { BatchKindName } from '#contract/batch/endpoints.ts';
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { conflict } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { namesOf, ownerName, recordBatch } from '../batch/record.ts';
import { assignItems, lockEnds, unassignItems } from './assign.ts';
import { type Link, type LinkRules, linkOf } from './link.ts';
import { cancelLeaving, cancelLeavingsTo, planLeaving, recordLeavingNow, settleLeavings } from './leaving.ts';

type Exclusive = Assignment & Required<Pick<Assignment, 'takeOver' | 'keep'>>;
type TakeOverRequest = ValidatedInput<Exclusive['takeOver']>['body'];

/** Changes of a take-over: links removed from other owners, or planned to be, and items newly assigned. */
export interface Taken {
  released: { id: string; ids: string[] }[];
  added: string[];
  isPlanned: boolean;
}

/** Ids in one column of the links that have one of `ids` in the other. */
async function linked(db: Db, table: string, column: string, other: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ${sql.table(table)}
    where ${sql.ref(other)} = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Locks rows in the order of their ids, which all transactions use. */
const lockRows = (db: Db, table: string, ids: readonly string[]) =>
  sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);

/** Serialization failure, which makes the caller retry from the start. */
const serializationFailure = () =>
  Object.assign(new Error('Somebody else was given one of these meanwhile'), { code: '40001' });

/**
 * Locks all affected owners, then the items, which is the order of all assignments, so that no deadlock occurs.
 * Take-overs run one at a time, since waiting ones would otherwise find the items in other owners. Returns the owner's
 * items, and these with the given ones.
 */
async function lockTaking(db: Db, assignment: Exclusive, link: Link, id: string, itemIds: readonly string[]) {
  const { table, owner, item } = link;
  const look = async () => {
    const own = await linked(db, table, item.column, owner.column, [id]);
    const all = [...own.union(new Set(itemIds))];
    return { own, all, owners: (await linked(db, table, owner.column, item.column, all)).add(id) };
  };
  await oneAtATime(db, `take-over of ${table}`);
  const seen = await look();
  await lockRows(db, owner.table, [...seen.owners]);
  await lockEnds(db, assignment, link, id, seen.all);
  const { own, all, owners } = await look();
  if (!owners.isSubsetOf(seen.owners) || all.length > seen.all.length) throw serializationFailure();
  return { own, all };
}

/**
 * Takes over items. They are locked before their owners are determined, so that nobody assigns them meanwhile. Items leave
 * the other owners at once, or when this owner starts.
 */
async function take(
  db: Db,
  assignment: Exclusive,
  rules: LinkRules,
  id: string,
  { ids, when }: TakeOverRequest,
): Promise<Taken> {
  await settleLeavings(db);
  const link = linkOf(assignment, rules);
  const { own, all } = await lockTaking(db, assignment, link, id, ids);
  const isPlanned = when === 'start' && !(await rules.isInForce?.(db, id));
  const added = all.filter((one) => !own.has(one));
  const released: Taken['released'] = [];
  // The rule returns a limited number of conflicts at a time, as many as fit into one entry of the reply.
  for (;;) {
    const reasons = (await rules.conflicts?.(db, id, all)) ?? [];
    const held = Map.groupBy(reasons, ({ heldBy }) => heldBy?.id);
    held.delete(undefined);
    if (held.size === 0) break;
    let taken = 0;
    for (const [holder = '', items] of held) {
      const ids = [...new Set(items.map(({ itemId }) => itemId))];
      taken += await (isPlanned ? planLeaving : recordLeavingNow)(db, link, id, holder, ids);
      // If the owner is in force, its recorded items are unassigned already when this begins.
      if (!isPlanned) taken += (await unassignItems(db, assignment, {}, holder, ids)).length;
      released.push({ id: holder, ids });
    }
    // Prevents an endless loop with all rows locked.
    if (taken === 0) throw new Error(`The rule of ${assignment.table} names holders that hold none of the items`);
  }
  if (added.length > 0) await assignItems(db, assignment, rules, id, added);
  return { released, added, isPlanned };
}

/** Records a take-over, also of one item, since it changes two owners; returns the answer of the call. */
async function record(
  db: Db,
  caller: Caller,
  kind: BatchKindName,
  assignment: Exclusive,
  ownerId: string,
  taken: Taken,
) {
  const held = new Set(taken.released.flatMap(({ ids }) => ids));
  const answer = { changed: held.size, isPlanned: taken.isPlanned };
  const items = await namesOf(db, assignment, [...held, ...taken.added]);
  if (items.length === 0) return answer;
  const records = items.map((item) => ({ ...item, before: held.has(item.id) ? 'held' : 'none' }));
  const when = taken.isPlanned ? ' when it starts' : '';
  const title = `Take ${assignment.many} over to “${await ownerName(db, assignment, ownerId)}”${when}`;
  const change = { value: 'taken', link: assignment.table, ownerId, ...taken };
  return { ...answer, batchId: await recordBatch(db, caller, { kind, title, change, records }) };
}

/** Locks owners, then items, like a take-over. */
export async function lockGivingBack(db: Db, link: Link, id: string, { released, added }: Omit<Taken, 'isPlanned'>) {
  await settleLeavings(db);
  await oneAtATime(db, `take-over of ${link.table}`);
  await lockRows(db, link.owner.table, [id, ...released.map((one) => one.id)]);
  await lockRows(db, link.item.table, [...added, ...released.flatMap(({ ids }) => ids)]);
}

/** Undoes a take-over, or the part of it about some items; 409 if an item would then be in two active owners. */
export async function giveBack(
  db: Db,
  assignment: Assignment,
  rules: LinkRules,
  id: string,
  { released, added }: Omit<Taken, 'isPlanned'>,
): Promise<void> {
  const link = linkOf(assignment, rules);
  const { table, thing } = link.owner;
  if (added.length > 0) await unassignItems(db, assignment, rules, id, added);
  for (const { id: holder, ids } of released) {
    const { rows } = await sql`select from ${sql.table(table)} where id = ${holder}`.execute(db);
    if (rows.length === 0) throw conflict(`The ${thing} that had it no longer exists`);
    await cancelLeaving(db, link, id, holder, ids);
    await assignItems(db, assignment, rules, holder, ids);
  }
}

/** Ends planned leavings; an active owner loses the items. */
async function keep(db: Db, assignment: Exclusive, rules: LinkRules, id: string) {
  const link = linkOf(assignment, rules);
  await settleLeavings(db);
  await oneAtATime(db, `take-over of ${link.table}`);
  await lockEnds(db, assignment, link, id, []);
  const ids = await cancelLeavingsTo(db, link, id);
  for (;;) {
    const contested = (await rules.conflicts?.(db, id, ids)) ?? [];
    const lost = new Set(contested.filter(({ isAhead }) => !isAhead).map(({ itemId }) => itemId));
    if (lost.size === 0) break;
    if ((await unassignItems(db, assignment, rules, id, [...lost])).length === 0) break;
  }
  return { changed: ids.length };
}

/**
 * Serves the calls of a take-over: take, and keep. `kind`: batches that record it.
 * @throws if items may be in several owners.
 */
export function serveTakeOver(
  app: FastifyInstance,
  assignment: Assignment,
  rules: LinkRules,
  kind: BatchKindName,
): void {
  const { takeOver, keep: kept } = assignment;
  if (!takeOver || !kept) throw new Error(`Items of ${assignment.table} may be in several at once`);
  const exclusive = { ...assignment, takeOver, keep: kept };
  serve(app, takeOver, async ({ params: { id }, body, db, caller }) =>
    record(db, caller, kind, exclusive, id, await take(db, exclusive, rules, id, body)),
  );
  serve(app, kept, ({ params, db }) => keep(db, exclusive, rules, params.id));
}
