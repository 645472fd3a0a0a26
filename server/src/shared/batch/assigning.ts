/** Batches that assign records to an owner or unassign them, by the rules of an assignment. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import { batchKinds } from '#contract/batch/endpoints.ts';
import type { batches } from '#contract/batch/starts.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { assignItems, unassignItems } from '../assignment/assign.ts';
import { type LinkRules, linkOf } from '../assignment/link.ts';
import { matchingItems } from '../assignment/list.ts';
import { attempt } from '../attempt.ts';
import { settleLeavings } from '../assignment/leaving.ts';
import type { BatchKind } from './kind.ts';
import type { Setting } from './setting.ts';

interface Assigning<On extends string> {
  assignment: Assignment;
  rules: LinkRules;
  ownerId: string;
  /** Value of assigned records. */
  on: On;
  /** Display names of the values. */
  words: Readonly<Record<On | 'none', string>>;
}

/** Name of the owner; 400 if it does not exist. */
export async function ownerName(db: Db, assignment: Assignment, ownerId: string, field = 'ownerId'): Promise<string> {
  const { table, thing } = linkOf(assignment).owner;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${ownerId}`.execute(db);
  if (!rows[0]) throw badRequest(`This ${thing} does not exist`, field);
  return rows[0].name;
}

/** Locks the owner, then the records in a fixed order, as assigning does. */
async function lock<On extends string>({ assignment, ownerId, on }: Assigning<On>, db: Db, ids: readonly string[]) {
  const { table, owner, item } = linkOf(assignment);
  if (assignment.isExclusive) await settleLeavings(db);
  await sql`select 1 from ${sql.table(owner.table)} where id = ${ownerId} for no key update`.execute(db);
  const { rows } = await sql<{ id: string; isOn: boolean }>`select id, exists (
      select from ${sql.table(table)} link
        where link.${sql.ref(owner.column)} = ${ownerId} and link.${sql.ref(item.column)} = item.id) as is_on
    from ${sql.table(item.table)} item where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
  return new Map(rows.map(({ id, isOn }) => [id, isOn ? on : ('none' as const)]));
}

/** Records that can be assigned together: without a conflict, and, if they are users, members. */
async function findFitting({ assignment, rules, ownerId }: Assigning<string>, db: Db, ids: readonly string[]) {
  const conflicts = (await rules.conflicts?.(db, ownerId, ids)) ?? [];
  const refused = new Set(conflicts.flatMap(({ itemId, isAhead }) => (isAhead ? [] : [itemId])));
  const free = ids.filter((id) => !refused.has(id));
  if (assignment.kind !== 'person') return free;
  const { rows } = await sql<{ id: string }>`select id from "user"
    where id = any(${free}::uuid[]) and role = 'member'`.execute(db);
  const members = new Set(rows.map(({ id }) => id));
  return free.filter((id) => members.has(id));
}

/** Gives records that an undo has assigned again their former positions, as far as those are free. */
async function restorePlaces({ assignment, ownerId }: Assigning<string>, db: Db, ids: readonly string[]) {
  const { table, owner, item } = linkOf(assignment);
  const [own, its] = [sql.ref(owner.column), sql.ref(item.column)];
  await sql`update ${sql.table(table)} link set position = former.position
    from (select distinct on (position) id, position from unnest(${ids}::uuid[]) as item (id), lateral (
        select (before ->> 'position')::int as position from audit_record filed join audit on audit.id = line or part_of = line
        where filed.table_name = ${item.table} and filed.record_id = item.id::text and audit.table_name = ${table}
          and audit.record_id = ${ownerId} || '/' || item.id and action = 'delete'
        order by audit.id desc limit 1) last
      where not exists (select from ${sql.table(table)} taken where taken.${own} = ${ownerId} and taken.position = last.position)) former
    where link.${own} = ${ownerId} and link.${its} = former.id`.execute(db);
}

/** Setting whose value says whether a record is assigned to the owner: `on` or `none`. */
export function assigningSetting<On extends string>(assigning: Assigning<On>): Setting<On | 'none'> {
  const { assignment, rules, ownerId, on, words } = assigning;
  const { table, item } = linkOf(assignment);
  const set = async (db: Db, ids: readonly string[], to: On | 'none', isUndo: boolean): Promise<void> => {
    await (to === on ? assignItems : unassignItems)(db, assignment, rules, ownerId, ids);
    if (isUndo && to === on && assignment.reorder) await restorePlaces(assigning, db, ids);
  };
  return {
    table,
    column: item.column,
    words,
    lock: (db, ids) => lock(assigning, db, ids),
    /** Sets all records that fit at once; if refused, sets none and returns [], so that each is tried by `setOne`. */
    setTogether: async (db, ids, to, isUndo) => {
      const fitting = to === on ? await findFitting(assigning, db, ids) : ids;
      if (fitting.length === 0 || (await attempt(db, () => set(db, fitting, to, isUndo)))) return [];
      return fitting;
    },
    setOne: (db, id, to, isUndo) => set(db, [id], to, isUndo),
  };
}

type Calls = (typeof batches)['discountCourses' | 'voucherCourses' | 'pathCourses'];
type Filter = z.output<NonNullable<Calls['start']['query']>>;

/** Defines a kind that assigns the items of an assignment to an owner, or unassigns them. */
export function assigningKind(calls: Calls, assignment: Assignment, rules: LinkRules): BatchKind {
  const words = batchKinds[calls.kind].values;
  const { many } = assignment;
  return {
    calls,
    title: async (change, db) => {
      const { value, ownerId } = change as { value: string; ownerId: string };
      const name = await ownerName(db, assignment, ownerId);
      return value === 'none' ? `Unassign ${many} from “${name}”` : `Assign ${many} to “${name}”`;
    },
    matching: (db, filter) => matchingItems(db, assignment, rules, filter as Filter),
    setting: (change) => {
      const { ownerId } = change as unknown as { ownerId: string };
      return assigningSetting<string>({ assignment, rules, ownerId, on: 'assigned', words });
    },
    atOnce: 500,
  };
}
