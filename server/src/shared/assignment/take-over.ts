/**
 * Take over and give back, for links whose items can be in one active owner at a time. The link's rule tells which
 * owners hold items (`Conflict.heldBy`).
 */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { badRequest } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { assignItems, lockEnds, unassignItems } from './assign.ts';
import { type Link, type LinkRules, linkOf } from './link.ts';
import { cancelLeaving, cancelLeavingsTo, planLeaving, recordLeavingNow, settleLeavings } from './leaving.ts';

type Exclusive = Assignment & Required<Pick<Assignment, 'takeOver' | 'giveBack' | 'keep'>>;
type TakeOverRequest = ValidatedInput<Exclusive['takeOver']>['body'];
type GiveBackBody = ValidatedInput<Exclusive['giveBack']>['body'];

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
async function take(db: Db, assignment: Exclusive, rules: LinkRules, id: string, { ids, when }: TakeOverRequest) {
  await settleLeavings(db);
  const link = linkOf(assignment, rules);
  const { own, all } = await lockTaking(db, assignment, link, id, ids);
  const isPlanned = when === 'start' && !(await rules.isInForce?.(db, id));
  const added = all.filter((one) => !own.has(one));
  const released: GiveBackBody['released'] = [];
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
      if (!isPlanned) taken += (await unassignItems(db, assignment, {}, holder, ids)).changed;
      released.push({ id: holder, ids });
    }
    // Prevents an endless loop with all rows locked.
    if (taken === 0) throw new Error(`The rule of ${assignment.table} names holders that hold none of the items`);
  }
  if (added.length > 0) await assignItems(db, assignment, rules, id, added);
  return { changed: new Set(released.flatMap(({ ids }) => ids)).size, released, added, isPlanned };
}

async function giveBack(
  db: Db,
  assignment: Exclusive,
  rules: LinkRules,
  id: string,
  { released, added }: GiveBackBody,
) {
  const link = linkOf(assignment, rules);
  await settleLeavings(db);
  await oneAtATime(db, `take-over of ${link.table}`);
  await lockRows(db, link.owner.table, [id, ...released.map((one) => one.id)]);
  await lockRows(db, link.item.table, [...added, ...released.flatMap(({ ids }) => ids)]);
  await lockEnds(db, assignment, link, id, added, 'added');
  if (added.length > 0) await unassignItems(db, assignment, rules, id, added);
  const { table, thing } = link.owner;
  const back = new Set<string>();
  for (const { id: holder, ids } of released) {
    const { rows } = await sql`select from ${sql.table(table)} where id = ${holder}`.execute(db);
    if (rows.length === 0) throw badRequest(`This ${thing} does not exist`, 'released');
    await cancelLeaving(db, link, id, holder, ids);
    await assignItems(db, { ...assignment, wireKey: 'released' }, rules, holder, ids);
    for (const one of ids) back.add(one);
  }
  return { changed: back.size };
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
    if ((await unassignItems(db, assignment, rules, id, [...lost])).changed === 0) break;
  }
  return { changed: ids.length };
}

/**
 * Serves the calls of a take-over: take, give back and keep.
 * @throws if items may be in several owners.
 */
export function serveTakeOver(app: FastifyInstance, assignment: Assignment, rules: LinkRules): void {
  const { takeOver, giveBack: back, keep: kept } = assignment;
  if (!takeOver || !back || !kept) throw new Error(`Items of ${assignment.table} may be in several at once`);
  const exclusive = { ...assignment, takeOver, giveBack: back, keep: kept };
  serve(app, takeOver, ({ params, body, db }) => take(db, exclusive, rules, params.id, body));
  serve(app, back, ({ params, body, db }) => giveBack(db, exclusive, rules, params.id, body));
  serve(app, kept, ({ params, db }) => keep(db, exclusive, rules, params.id));
}
