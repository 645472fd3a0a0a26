/** Batches that mend differences, each by its action, and that mark them as explained. */
import { sql } from 'kysely';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { lockAccess, refreshGaps } from '#shared/access-gaps.ts';
import { lockMembers } from '#shared/access/mend-queries.ts';
import { attempt } from '#shared/attempt.ts';
import { type Brand, batchKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { compareOrders, lockComparison } from './comparing.ts';
import { type Mendable, findMendable, mend, undoMend } from './mending.ts';
import { differenceName, matchingDifferences } from './queries.ts';

type Value = keyof (typeof batchKinds)['difference-mending']['values'];
type Mark = keyof (typeof batchKinds)['difference-marks']['values'];

const gone = 'Settled meanwhile: there is no difference any more';

/** Members and orders of differences. */
async function concernedBy(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ orderIds: string[]; userIds: string[] }>`
    select array_remove(array_agg(distinct placed.id), null) as order_ids,
      array_remove(array_agg(distinct coalesce(placed.user_id, split_part(subject, ':', 2)::uuid)), null) as user_ids
    from payment_difference difference left join "order" placed on placed.id = difference.order_id
    where difference.id = any(${ids}::uuid[]) and (difference.order_id is not null or kind = 'paid-no-access')`.execute(
    db,
  );
  return { orderIds: rows[0]?.orderIds ?? [], userIds: rows[0]?.userIds ?? [] };
}

/** Compares what the differences are about again; as the last check, with or without tracking documents. */
async function compareAgain(db: Db, { orderIds, userIds }: Awaited<ReturnType<typeof concernedBy>>): Promise<void> {
  const check = await db.selectFrom('accessCheck').select('hasTracking').executeTakeFirst();
  await refreshGaps(db, { userIds, hasTracking: check?.hasTracking ?? true });
  await compareOrders(db, orderIds);
}

/** Locks differences with their members and orders, after these were compared again. */
async function lock(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Value>> {
  await lockComparison(db);
  await lockAccess(db);
  const concerned = await concernedBy(db, ids);
  await lockMembers(db, concerned.userIds);
  await sql`select from "order" where id = any(${concerned.orderIds}::uuid[]) order by id for update`.execute(db);
  await compareAgain(db, concerned);
  const { rows } = await sql<{ id: string; value: Value }>`select id,
      case when mend is not null then 'mended' else state end as value
    from payment_difference where id = any(${ids}::uuid[]) and (mend is not null or state <> 'gone')`.execute(db);
  return new Map(rows.map(({ id, value }) => [id, value]));
}

/** Works on differences one after another; returns those that were not refused. */
async function each(db: Db, ids: readonly string[], work: (db: Db, one: Mendable) => Promise<void>) {
  const done: string[] = [];
  for (const one of await findMendable(db, ids)) if (!(await attempt(db, () => work(db, one)))) done.push(one.id);
  await compareAgain(db, await concernedBy(db, ids));
  return done;
}

const one = async (db: Db, id: string, work: (db: Db, one: Mendable) => Promise<void>) =>
  work(db, (await findMendable(db, [id]))[0]!);

const mendIn = (brand: Brand) => (db: Db, difference: Mendable) => mend(db, difference, brand);

const mendingFor = (brand: Brand): Setting<Value> => ({
  table: 'payment_difference',
  column: 'mend',
  words: batchKinds['difference-mending'].values,
  gone,
  lock,
  refusal: (from) => (from === 'explained' ? 'Marked as explained: put it back first' : undefined),
  setTogether: (db, ids, _to, isUndo) => each(db, ids, isUndo ? undoMend : mendIn(brand)),
  setOne: (db, id, _to, isUndo) => one(db, id, isUndo ? undoMend : mendIn(brand)),
});

const shared = { matching: matchingDifferences, recordName: differenceName };

export const differenceMendingBatch = batchKind(batches.differenceMending, {
  ...shared,
  title: () => 'Mend differences',
  setting: (_, brand) => mendingFor(brand!),
});

const setMarks = (db: Db, ids: readonly string[], explanation: string | null) =>
  sql`update payment_difference set explanation = ${explanation},
      explained_by = case when ${explanation}::text is not null then current_setting('app.actor_id')::uuid end,
      explained_at = case when ${explanation}::text is not null then now() end
    where id = any(${ids}::uuid[])`.execute(db);

const markingWith = (explanation: string): Setting<Mark> => {
  const set = async (db: Db, ids: readonly string[], to: Mark) => {
    await setMarks(db, ids, to === 'open' ? null : explanation);
    return ids;
  };
  return {
    table: 'payment_difference',
    column: 'explanation',
    words: batchKinds['difference-marks'].values,
    gone,
    lock: async (db, ids) => {
      await lockComparison(db);
      const { rows } = await sql<{ id: string; state: Mark }>`select id, state from payment_difference
        where id = any(${ids}::uuid[]) and state <> 'gone' order by id for update`.execute(db);
      return new Map(rows.map(({ id, state }) => [id, state]));
    },
    setTogether: set,
    setOne: async (db, id, to) => void (await set(db, [id], to)),
  };
};

export const differenceMarksBatch = batchKind(batches.differenceMarks, {
  ...shared,
  title: ({ value, explanation }) => {
    if (value === 'explained' && explanation === '')
      throw badRequest('Explain why it is as it should be', 'explanation');
    return value === 'open' ? 'Put differences back' : `Explain differences: ${explanation}`;
  },
  setting: ({ explanation }) => markingWith(explanation),
});
