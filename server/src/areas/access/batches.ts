/** Batches that give or remove the access of many rows of the lists, or mark them as intended. */
import { sql } from 'kysely';
import { markIntended } from '#contract/access/endpoints.ts';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import type { Db } from '#platform/database/database.ts';
import { lockAccess, refreshGaps } from '#shared/access-gaps.ts';
import { type GapKind, findMendsOf, findGapsById, lockMembers } from '#shared/access/mend-queries.ts';
import { mendGap, undoMendOf } from '#shared/access/mending.ts';
import { attempt } from '#shared/attempt.ts';
import { type BatchKind, type RecordedKind, batchKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { mendTitles, usersOf } from './service.ts';
import { gapName, matchingGaps, setIntendedMarks } from './queries.ts';

type Value<Done extends string> = 'open' | 'intended' | Done;

/** Compares payments and access of members again; as the last check, with or without tracking documents. */
async function compare(db: Db, userIds: readonly string[]): Promise<void> {
  const check = await db.selectFrom('accessCheck').select('hasTracking').executeTakeFirst();
  await refreshGaps(db, { userIds, hasTracking: check?.hasTracking ?? true });
}

/** Locks rows with their members, after these were compared again; rows that were mended have the value `done`. */
async function lock<Done extends string>(db: Db, kind: GapKind, done: Done, ids: readonly string[]) {
  await lockAccess(db);
  const mends = await findMendsOf(db, ids);
  const listed = await findGapsById(db, ids);
  await lockMembers(db, usersOf([...mends.values(), ...listed]));
  if (listed.length > 0) await compare(db, usersOf(listed));
  const values = new Map<string, Value<Done>>([...mends.keys()].map((id) => [id, done]));
  for (const gap of await findGapsById(db, ids))
    if (gap.kind === kind) values.set(gap.id, gap.isIntended ? 'intended' : 'open');
  return values;
}

/** Works on records one after another, in the order in which their products are locked; returns those that were not refused. */
async function each(db: Db, ids: readonly string[], work: (id: string) => Promise<void>): Promise<string[]> {
  const done: string[] = [];
  for (const id of ids) if (!(await attempt(db, () => work(id)))) done.push(id);
  return done;
}

function settingOf<Done extends string>(
  kind: GapKind,
  done: Done,
  words: Readonly<Record<Value<Done>, string>>,
): Setting<Value<Done>> {
  return {
    table: 'access_gap',
    column: 'intended_reason',
    words,
    gone: 'Settled meanwhile: payment and access agree',
    lock: (db, ids) => lock(db, kind, done, ids),
    refusal: (from) => (from === 'intended' ? 'Marked as intended: put it back into the list first' : undefined),
    setTogether: async (db, ids, _to, isUndo) => {
      if (!isUndo) {
        const rows = await findGapsById(db, ids);
        return each(
          db,
          rows.map(({ id }) => id),
          (id) => mendGap(db, kind, id),
        );
      }
      const mends = await findMendsOf(db, ids);
      const undone = await each(db, [...mends.keys()], (id) => undoMendOf(db, id));
      await compare(db, usersOf([...mends.values()]));
      return undone;
    },
    setOne: (db, id, _to, isUndo) => (isUndo ? undoMendOf(db, id) : mendGap(db, kind, id)),
  };
}

const shared = { matching: matchingGaps, recordName: gapName } satisfies Pick<
  BatchKind<never>,
  'matching' | 'recordName'
>;

const giving = settingOf('paid-no-access', 'granted', batchKinds['access-giving'].values);
export const accessGivingBatch = batchKind(batches.accessGiving, {
  ...shared,
  title: () => mendTitles['paid-no-access'],
  setting: () => giving,
});

const removal = settingOf('access-unpaid', 'removed', batchKinds['access-removal'].values);
export const accessRemovalBatch = batchKind(batches.accessRemoval, {
  ...shared,
  title: () => mendTitles['access-unpaid'],
  setting: () => removal,
});

type Mark = keyof (typeof batchKinds)['access-marks']['values'];

const setMarks = async (db: Db, ids: readonly string[], to: Mark, isUndo: boolean) => {
  const reason = to === 'listed' ? null : to;
  await setIntendedMarks(
    db,
    ids.map((gapId) => ({ gapId, reason })),
    isUndo,
  );
};

const marking: Setting<Mark> = {
  table: 'access_gap',
  column: 'intended_reason',
  words: batchKinds['access-marks'].values,
  gone: 'Settled meanwhile: payment and access agree',
  lock: async (db, ids) => {
    const { rows } = await sql<{ id: string; mark: Mark }>`select id, coalesce(intended_reason, 'listed') as mark
      from access_gap where id = any(${ids}::uuid[]) order by id for update`.execute(db);
    return new Map(rows.map(({ id, mark }) => [id, mark]));
  },
  setTogether: async (db, ids, to, isUndo) => {
    await setMarks(db, ids, to, isUndo);
    return ids;
  },
  setOne: (db, id, to, isUndo) => setMarks(db, [id], to, isUndo),
};
export const accessMarksBatch: RecordedKind = {
  calls: { kind: 'access-marks', start: markIntended },
  setting: () => marking as Setting<string>,
};
