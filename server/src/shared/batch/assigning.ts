/** Batches that assign records to an owner or unassign them, by the rules of an assignment. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import { type BatchKindName, batchKinds } from '#contract/batch/endpoints.ts';
import type { batches } from '#contract/batch/starts.ts';
import type { Db } from '#platform/database/database.ts';
import { assignItems, unassignItems } from '../assignment/assign.ts';
import { type Former, type LinkRules, linkOf } from '../assignment/link.ts';
import { matchingItems } from '../assignment/list.ts';
import { attempt, attemptUnwritten } from '../attempt.ts';
import { settleLeavings } from '../assignment/leaving.ts';
import type { BatchKind, Change, RecordedKind } from './kind.ts';
import { assigningTitle, namesOf, ownerName } from './record.ts';
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

/** SQL of the link of `item` as it was when it was last removed, from the trail: `last.before`. */
function lastRemoved({ assignment, ownerId }: Pick<Assigning<string>, 'assignment' | 'ownerId'>) {
  const { table, item } = linkOf(assignment);
  return sql`lateral (select before from audit_record filed join audit on audit.id = line or part_of = line
    where filed.table_name = ${item.table} and filed.record_id = item.id::text and audit.table_name = ${table}
      and audit.record_id = ${ownerId} || '/' || item.id and action = 'delete'
    order by audit.id desc limit 1) last`;
}

/** Gives records that an undo has assigned again their former positions, as far as those are free. */
async function restorePlaces(assigning: Assigning<string>, db: Db, ids: readonly string[]) {
  const { assignment, ownerId } = assigning;
  const { table, owner, item } = linkOf(assignment);
  const [own, its] = [sql.ref(owner.column), sql.ref(item.column)];
  await sql`update ${sql.table(table)} link set position = former.position
    from (select distinct on (position) id, position from (
        select item.id, (last.before ->> 'position')::int as position from unnest(${ids}::uuid[]) as item (id), ${lastRemoved(assigning)}) removed
      where not exists (select from ${sql.table(table)} taken where taken.${own} = ${ownerId} and taken.position = removed.position)) former
    where link.${own} = ${ownerId} and link.${its} = former.id`.execute(db);
}

/** Assignments that were removed, by item, as they were. */
export async function formerLinks(
  assigning: Pick<Assigning<string>, 'assignment' | 'ownerId'>,
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Former>> {
  const { rows } = await sql<Former & { id: string }>`select item.id, last.before ->> 'assigned_at' as assigned_at,
      last.before ->> 'access_ends_on' as access_ends_on
    from unnest(${ids}::uuid[]) as item (id), ${lastRemoved(assigning)}`.execute(db);
  return new Map(rows.map(({ id, ...former }) => [id, former]));
}

/** Setting whose value says whether a record is assigned to the owner: `on` or `none`. */
export function assigningSetting<On extends string>(assigning: Assigning<On>): Setting<On | 'none'> {
  const { assignment, rules, ownerId, on, words } = assigning;
  const { table, item } = linkOf(assignment);
  const set = async (db: Db, ids: readonly string[], to: On | 'none', isUndo: boolean): Promise<void> => {
    if (to !== on) return void (await unassignItems(db, assignment, rules, ownerId, ids));
    const isDated = isUndo && assignment.isDated;
    const dated = isDated ? { ...rules, former: await formerLinks(assigning, db, ids) } : rules;
    await assignItems(db, assignment, dated, ownerId, ids);
    if (isUndo && assignment.reorder) await restorePlaces(assigning, db, ids);
  };
  return {
    table,
    column: item.column,
    link: { ownerId, items: item.table },
    words,
    lock: (db, ids) => lock(assigning, db, ids),
    /** Sets all records that fit at once; if refused, sets none and returns [], so that each is tried by `setOne`. */
    setTogether: async (db, ids, to, isUndo) => {
      const fitting = to === on ? await findFitting(assigning, db, ids) : ids;
      if (fitting.length === 0) return [];
      const work = () => set(db, fitting, to, isUndo);
      // `settle` refuses what was unassigned already.
      const isSettled = to !== on && rules.settle !== undefined;
      return (await (isSettled ? attempt(db, work) : attemptUnwritten(work))) ? [] : fitting;
    },
    setOne: (db, id, to, isUndo) => set(db, [id], to, isUndo),
  };
}

/** Assignment to an owner, with its rules. */
export interface Ruled {
  assignment: Assignment;
  rules: LinkRules;
}

/** Change of a batch about the items of an owner. */
interface OfOwner extends Change {
  ownerId: string;
}

const settingOf = (kind: BatchKindName, { assignment, rules }: Ruled, change: Change): Setting<string> =>
  assigningSetting<string>({
    assignment,
    rules,
    ownerId: (change as OfOwner).ownerId,
    on: 'assigned',
    words: batchKinds[kind].values,
  });

/** Defines a kind that calls record when they assign several items to an owner, or unassign them. */
export const assigningKind = ({ kind, ...ruled }: Ruled & { kind: BatchKindName }): RecordedKind => ({
  calls: { kind, start: ruled.assignment.assign },
  setting: (change) => settingOf(kind, ruled, change),
  atOnce: 500,
});

type Calls = (typeof batches)['discountCourses' | 'voucherCourses' | 'pathCourses'];
type Filter = z.output<NonNullable<Calls['start']['query']>>;

/** Defines such a kind that is begun from the picker of the items, too. */
export function startedKind(calls: Calls, { assignment, rules }: Ruled): BatchKind {
  return {
    ...assigningKind({ kind: calls.kind, assignment, rules }),
    calls,
    title: async (change, db) => {
      const { value, ownerId } = change as OfOwner;
      return assigningTitle(assignment.many, await ownerName(db, assignment, ownerId), value !== 'none');
    },
    matching: (db, filter) => matchingItems(db, assignment, rules, filter as Filter),
  };
}

/** Defines a kind whose records are the items of several assignments to one owner. */
export function mixedKind(kind: BatchKindName, links: readonly Ruled[]): RecordedKind {
  const [first] = links;
  const partsOf = (change: Change) => links.map((link) => ({ link, setting: settingOf(kind, link, change) }));
  type Work = (setting: Setting<string>, ids: readonly string[]) => Promise<readonly string[]>;
  /** Works on the records of each assignment. */
  const each = async (db: Db, change: Change, ids: readonly string[], work: Work) => {
    const done: string[] = [];
    for (const { link, setting } of partsOf(change)) {
      const own = (await namesOf(db, link.assignment, ids)).map(({ id }) => id);
      if (own.length > 0) done.push(...(await work(setting, own)));
    }
    return done;
  };
  return {
    calls: { kind, start: first!.assignment.assign },
    setting: (change) => ({
      ...settingOf(kind, first!, change),
      lock: async (db, ids) => {
        const now = new Map<string, string>();
        for (const { setting } of partsOf(change))
          for (const [id, value] of await setting.lock(db, ids)) now.set(id, value);
        return now;
      },
      setTogether: (db, ids, to, isUndo) =>
        each(db, change, ids, ({ setTogether }, own) => setTogether(db, own, to, isUndo)),
      setOne: async (db, id, to, isUndo) =>
        void (await each(db, change, [id], async ({ setOne }) => {
          await setOne(db, id, to, isUndo);
          return [id];
        })),
    }),
    atOnce: 500,
  };
}
