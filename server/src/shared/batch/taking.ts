/** Batches of take-overs: their undo gives items back to the owners that held them, unless these or the items changed since. */
import { sql } from 'kysely';
import { type BatchKindName, batchKinds } from '#contract/batch/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { linkOf } from '../assignment/link.ts';
import { leavingsOf } from '../assignment/leaving.ts';
import { type Taken, giveBack, lockGivingBack } from '../assignment/take-over.ts';
import { attempt } from '../attempt.ts';
import type { Ruled } from './assigning.ts';
import type { Change, RecordedKind } from './kind.ts';
import type { Setting } from './setting.ts';

interface Taking extends Change, Taken {
  /** Table of the links. */
  link: string;
  ownerId: string;
}

/** Part of a take-over about some items. */
function partOf({ released, added }: Taken, ids: readonly string[]) {
  const chosen = new Set(ids);
  const among = (some: readonly string[]) => some.filter((id) => chosen.has(id));
  return {
    released: released.map((one) => ({ ...one, ids: among(one.ids) })).filter((one) => one.ids.length > 0),
    added: among(added),
  };
}

/** Values of items by what holds them now: `taken` as after the take-over, `held` or `none` as before, or `other`. */
async function valuesOf(db: Db, { assignment }: Ruled, taking: Taking, ids: readonly string[]) {
  const link = linkOf(assignment);
  const [own, its] = [sql.ref(link.owner.column), sql.ref(link.item.column)];
  const pairs = taking.released.flatMap(({ id, ids: items }) => items.map((item) => ({ holder: id, item })));
  const { rows } = await sql<{ id: string; isOwn: boolean; holders: number; held: number; planned: number }>`
    select item.id, exists (select from ${sql.table(link.table)} where ${own} = ${taking.ownerId} and ${its} = item.id) as is_own,
      count(pair.holder)::int as holders, count(held.*)::int as held, count(leaving.*)::int as planned
    from ${sql.table(link.item.table)} item
    left join unnest(${pairs.map(({ item }) => item)}::uuid[], ${pairs.map(({ holder }) => holder)}::uuid[]) as pair (item, holder)
      on pair.item = item.id
    left join ${sql.table(link.table)} held on held.${own} = pair.holder and held.${its} = item.id
    left join ${leavingsOf(link)} leaving
      on leaving.holder_id = pair.holder and leaving.${its} = item.id and leaving.taker_id = ${taking.ownerId}
    where item.id = any(${ids}::uuid[]) group by item.id`.execute(db);
  const added = new Set(taking.added);
  const valueOf = ({ id, isOwn, holders, held, planned }: (typeof rows)[number]) => {
    const isAsTaken = taking.isPlanned ? held === holders && planned === holders : held === 0;
    if (isOwn && isAsTaken) return 'taken';
    if (held < holders || planned > 0 || isOwn === added.has(id)) return 'other';
    return holders > 0 ? 'held' : 'none';
  };
  return new Map(rows.map((row) => [row.id, valueOf(row)]));
}

function takingSetting(kind: BatchKindName, link: Ruled, taking: Taking): Setting<string> {
  const { table, item } = linkOf(link.assignment);
  const give = (db: Db, ids: readonly string[]) =>
    giveBack(db, link.assignment, link.rules, taking.ownerId, partOf(taking, ids));
  return {
    table,
    column: item.column,
    link: { ownerId: taking.ownerId, items: item.table },
    words: batchKinds[kind].values,
    lock: async (db, ids) => {
      await lockGivingBack(db, linkOf(link.assignment), taking.ownerId, partOf(taking, ids));
      return valuesOf(db, link, taking, ids);
    },
    setTogether: async (db, ids) => ((await attempt(db, () => give(db, ids))) ? [] : ids),
    setOne: (db, id) => give(db, [id]),
  };
}

/** Defines the kind that records take-overs of several assignments to one kind of owner. */
export function takingKind(kind: BatchKindName, links: readonly Ruled[]): RecordedKind {
  const { takeOver } = links[0]!.assignment;
  return {
    calls: { kind, start: takeOver! },
    setting: (change) => {
      const taking = change as Taking;
      return takingSetting(
        kind,
        links.find(({ assignment }) => assignment.table === taking.link)!,
        taking,
      );
    },
    atOnce: 500,
  };
}
