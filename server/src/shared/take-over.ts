/**
 * Of links whose items are in one active owner at a time: takes what others hold in the owner's time, and gives it back.
 * The rule of the link says who holds what (`Conflict.heldBy`).
 */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Assignment } from '#contract/assignment-row.ts';
import type { ValidatedInput } from '#contract/kernel.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { assignItems, lockEnds, unassignItems } from './assignment.ts';
import { type LinkRules, linkOf } from './assignment-link.ts';

type Exclusive = Assignment & Required<Pick<Assignment, 'takeOver' | 'giveBack'>>;
type Taken = ValidatedInput<Exclusive['giveBack']>['body'];

async function assignedTo(db: Db, assignment: Exclusive, ownerId: string): Promise<Set<string>> {
  const { table, owner, item } = linkOf(assignment);
  const { rows } = await sql<{ id: string }>`select ${sql.ref(item.column)} as id from ${sql.table(table)}
    where ${sql.ref(owner.column)} = ${ownerId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The items are locked before it looks who holds them, so that nobody else is given them meanwhile. */
async function take(db: Db, assignment: Exclusive, rules: LinkRules, id: string, given: readonly string[]) {
  const link = linkOf(assignment, rules);
  // The owner first: what it has stays what it has.
  await lockEnds(db, assignment, link, id, []);
  const own = await assignedTo(db, assignment, id);
  const added = [...new Set(given)].filter((one) => !own.has(one));
  const all = [...own, ...added];
  await lockEnds(db, assignment, link, id, all);
  const released: Taken['released'] = [];
  // The rule names some hundreds at a time: as many as can be given back in one list.
  for (;;) {
    const found = (await rules.conflicts?.(db, id, all)) ?? [];
    const held = Map.groupBy(found, ({ heldBy }) => heldBy?.id);
    held.delete(undefined);
    if (held.size === 0) break;
    let taken = 0;
    for (const [holder = '', items] of held) {
      const ids = [...new Set(items.map(({ itemId }) => itemId))];
      taken += (await unassignItems(db, assignment, {}, holder, ids)).changed;
      released.push({ id: holder, ids });
    }
    // It would go on for ever, with all of these rows locked.
    if (taken === 0) throw new Error(`The rule of ${assignment.table} names holders that hold none of the items`);
  }
  if (added.length > 0) await assignItems(db, assignment, rules, id, added);
  return { changed: new Set(released.flatMap(({ ids }) => ids)).size, released, added };
}

async function giveBack(db: Db, assignment: Exclusive, rules: LinkRules, id: string, { released, added }: Taken) {
  await lockEnds(db, assignment, linkOf(assignment, rules), id, added, 'added');
  if (added.length > 0) await unassignItems(db, assignment, rules, id, added);
  const { table, thing } = linkOf(assignment).owner;
  const back = new Set<string>();
  for (const { id: holder, ids } of released) {
    const { rows } = await sql`select from ${sql.table(table)} where id = ${holder}`.execute(db);
    if (rows.length === 0) throw badRequest(`This ${thing} does not exist`, 'released');
    await assignItems(db, { ...assignment, wireKey: 'released' }, rules, holder, ids);
    for (const one of ids) back.add(one);
  }
  return { changed: back.size };
}

export function serveTakeOver(app: FastifyInstance, assignment: Assignment, rules: LinkRules): void {
  const { takeOver, giveBack: back } = assignment;
  if (!takeOver || !back) throw new Error(`Items of ${assignment.table} may be in several at once`);
  const exclusive = { ...assignment, takeOver, giveBack: back };
  serve(app, takeOver, ({ params, body, db }) => take(db, exclusive, rules, params.id, body.ids));
  serve(app, back, ({ params, body, db }) => giveBack(db, exclusive, rules, params.id, body));
}
