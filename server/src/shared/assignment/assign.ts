/** Service behind all assignments of the contract: lists, assigns, unassigns and reorders over any link table. */
import { type RawBuilder, sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { BatchKindName } from '#contract/batch/endpoints.ts';
import type { Assignment, Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import type { VersionedTable } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict, notFound } from '#platform/errors.ts';
import { type HandlerContext, serve } from '#platform/http/serve.ts';
import { type Conflict, type Link, type LinkRules, linkOf } from './link.ts';
import { itemsOf } from './list.ts';
import { settleLeavings } from './leaving.ts';
import { termOf } from '../access/term.ts';
import { linksChanged } from '../batch/record.ts';
import { reorder } from '../ordering.ts';

/** Upper limit of conflicts named in a message. */
const maxNamed = 5;

/** Throws 409 with the first conflicts, if there are any; `path`: field that a form shows them at. */
export function refuseConflicts(conflicts: readonly Conflict[], path?: string): void {
  if (conflicts.length === 0) return;
  const named = conflicts.slice(0, maxNamed).map(({ name, message }) => (name ? `"${name}" ${message}` : message));
  throw conflict([...named, ...(conflicts.length > maxNamed ? ['and others'] : [])].join('; '), path);
}

async function requireOwner(db: Db, { owner }: Link, ownerId: string, lock = sql``): Promise<void> {
  const found = await sql`select 1 from ${sql.table(owner.table)} where id = ${ownerId} ${lock}`.execute(db);
  if (found.rows.length === 0) throw notFound(owner.thing);
}

const inAll = (column: string, itemIds: readonly string[]) => sql`${sql.ref(column)} = any(${itemIds}::uuid[])`;

/**
 * Locks items in a fixed order, so that concurrent assignments of the same items wait instead of deadlocking. 400 for
 * unknown ids, and for users who are not members if `mustFit`.
 */
async function lockItems(
  db: Db,
  { one, kind, wireKey }: Assignment,
  { item, owner }: Link,
  itemIds: readonly string[],
  mustFit: boolean,
) {
  const fits: RawBuilder<boolean> = kind === 'person' ? sql`role = 'member'` : sql`true`;
  const { rows } = await sql<{ fits: boolean }>`
    select ${fits} as fits from ${sql.table(item.table)} where ${inAll('id', itemIds)} order by id for no key update`.execute(
    db,
  );
  const missing = itemIds.length - rows.length;
  if (missing > 0)
    throw badRequest(
      itemIds.length === 1
        ? `This ${one} does not exist`
        : missing === 1
          ? 'One of these does not exist'
          : `${missing} of these do not exist`,
      wireKey,
    );
  // Staff would be counted as members, but shown in no list of members.
  if (mustFit && !rows.every((row) => row.fits))
    throw badRequest(`Only members can be assigned to a ${owner.thing}`, wireKey);
}

/** Change of an owner's links; runs with both ends locked. Returns the items whose links were added or removed. */
type Change = (
  db: Db,
  assignment: Assignment,
  link: Link,
  ownerId: string,
  itemIds: readonly string[],
) => Promise<string[]>;

const idsIn = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

const addLinks: Change = async (db, assignment, link, ownerId, itemIds) => {
  const { table, owner, item, check, conflicts, former } = link;
  const { isTermed } = assignment;
  await check?.(db, ownerId, itemIds);
  const blocking = (await conflicts?.(db, ownerId, itemIds)) ?? [];
  refuseConflicts(
    blocking.filter(({ isAhead }) => !isAhead),
    assignment.wireKey,
  );
  const [own, its] = [sql.ref(owner.column), sql.ref(item.column)];
  const last = sql`(select coalesce(max(position), 0) from ${sql.table(table)} where ${own} = ${ownerId})`;
  const times = itemIds.map((id) => former?.get(id)?.assignedAt ?? null);
  const ends = itemIds.map((id) => former?.get(id)?.accessEndsOn ?? null);
  return idsIn(
    await sql<{ id: string }>`
    insert into ${sql.table(table)} (${own}, ${its} ${assignment.reorder ? sql`, position` : sql``} ${former ? sql`, assigned_at` : sql``}
      ${isTermed ? sql`, access_ends_on` : sql``})
    select ${ownerId}::uuid, item.id ${assignment.reorder ? sql`, ${last} + item.n` : sql``} ${former ? sql`, coalesce(item.at, now())` : sql``}
      ${isTermed ? sql`, case when item.at is null then (select ${termOf(link)} from ${sql.table(owner.table)} where id = ${ownerId}) else item.ends end` : sql``}
    from unnest(${itemIds}::uuid[], ${times}::timestamptz[], ${ends}::date[]) with ordinality as item (id, at, ends, n)
    on conflict (tenant, ${own}, ${its}) do nothing returning ${its} as id`.execute(db),
  );
};

const removeLinks: Change = async (db, _assignment, { table, owner, item, settle }, ownerId, itemIds) => {
  const removed = await sql<{ id: string }>`delete from ${sql.table(table)}
    where ${sql.ref(owner.column)} = ${ownerId} and ${inAll(item.column, itemIds)}
    returning ${sql.ref(item.column)} as id`.execute(db);
  await settle?.(db, ownerId);
  return idsIn(removed);
};

/** Locks an owner, then items. 404 for an unknown owner; 400, at `path`, for unknown items. */
export async function lockEnds(
  db: Db,
  assignment: Assignment,
  link: Link,
  ownerId: string,
  itemIds: readonly string[],
  path = assignment.wireKey,
): Promise<void> {
  await requireOwner(db, link, ownerId, sql`for no key update`);
  await lockItems(db, { ...assignment, wireKey: path }, link, itemIds, false);
}

/** Applies a change, all or nothing; returns the items whose links were added or removed. */
async function change(
  how: Change,
  db: Db,
  assignment: Assignment,
  link: Link,
  ownerId: string,
  ids: readonly string[],
) {
  const itemIds = [...new Set(ids)];
  if (assignment.isExclusive) await settleLeavings(db);
  await requireOwner(db, link, ownerId, sql`for no key update`);
  await lockItems(db, assignment, link, itemIds, how === addLinks);
  return how(db, assignment, link, ownerId, itemIds);
}

type Changing = [db: Db, assignment: Assignment, rules: LinkRules, ownerId: string, itemIds: readonly string[]];
/** Assigns items within another operation, by the same rules as the call. */
export const assignItems = (...[db, assignment, rules, ownerId, itemIds]: Changing) =>
  change(addLinks, db, assignment, linkOf(assignment, rules), ownerId, itemIds);
/** Unassigns items within another operation, by the same rules as the call. */
export const unassignItems = (...[db, assignment, rules, ownerId, itemIds]: Changing) =>
  change(removeLinks, db, assignment, linkOf(assignment, rules), ownerId, itemIds);

/** Side to list. Who may not assign sees assigned items only: the others may be people that are not theirs. */
function sideFor({ assign, sideOf }: Assignment | InvertedAssignment, role: string, query: Record<string, unknown>) {
  const side = sideOf(query);
  if (mayCall(assign, role)) return side;
  if (side === false) throw new HttpError(403, `The role ${role} sees only what is assigned`);
  return true;
}

/** Serves the list of an assignment. */
export function serveItems(
  app: FastifyInstance,
  assignment: Assignment | InvertedAssignment,
  rules: LinkRules = {},
): void {
  const items = itemsOf(assignment, rules);
  const link = linkOf(assignment);
  serve(app, assignment.list, async ({ params, query, db, caller }) => {
    const itemQuery = { ...query, isAssigned: sideFor(assignment, caller.role, query) };
    await requireOwner(db, link, params.id);
    const { head, rows } = await items(db, params.id, itemQuery);
    const { alsoAssigned } = assignment;
    if (!alsoAssigned) return { ...head, [assignment.rows]: rows };
    const assigned = await items(db, params.id, { ...itemQuery, isAssigned: true });
    return {
      ...head,
      [assignment.rows]: rows,
      [alsoAssigned]: assigned.rows satisfies Item[],
      totalAssigned: assigned.head.totalItems,
    };
  });
}

/** Serves all endpoints of an assignment. `kind`: batches that record its changes of several items. */
export function serveAssignment(
  app: FastifyInstance,
  assignment: Assignment,
  rules: LinkRules = {},
  kind?: BatchKindName,
): void {
  serveItems(app, assignment, rules);
  const link = linkOf(assignment, rules);
  const changed =
    (how: Change) =>
    async ({ db, body, params: { id: ownerId }, caller }: HandlerContext<Assignment['assign']>) => {
      // With several accepted wire keys, errors name the one that was sent.
      const ids = await change(how, db, { ...assignment, wireKey: body.wireKey }, link, ownerId, body.ids);
      if (!kind) return { changed: ids.length };
      return linksChanged(db, caller, { kind, ownerId, isAssigned: how === addLinks, items: [{ assignment, ids }] });
    };
  serve(app, assignment.assign, changed(addLinks));
  serve(app, assignment.unassign, changed(removeLinks));
  if (!assignment.reorder) return;
  const order = {
    parentTable: link.owner.table as VersionedTable,
    table: link.table,
    parent: link.owner.column,
    child: link.item.column,
  };
  serve(app, assignment.reorder, ({ params, body, db, ifMatch }) => reorder(db, order, params.id, body, ifMatch));
}
