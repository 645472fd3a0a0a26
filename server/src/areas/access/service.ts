/** Rules of paid and access: mends rows of the lists one by one, each as a whole or not at all, and undoes that. */
import type { z } from 'zod';
import { accessViews, type giveItemAccess, type markIntended, removeAccess } from '#contract/access/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { lockAccess, refreshGaps } from '#shared/access-gaps.ts';
import { undoChange } from '#shared/access/changes.ts';
import { changeGap } from '#shared/access/mending.ts';
import { attempt } from '#shared/attempt.ts';
import { recordBatch } from '#shared/batch/record.ts';
import {
  type Gap,
  type GapKind,
  findBuyer,
  findGapsById,
  findMends,
  findUnopened,
  lockMembers,
  markUndone,
} from '#shared/access/mend-queries.ts';
import { setIntendedMarks } from './queries.ts';

const batchesOf = {
  'paid-no-access': { batch: 'access-giving', value: 'granted' },
  'access-unpaid': { batch: 'access-removal', value: 'removed' },
} as const;

/** Changes of many rows in words. */
export const mendTitles = {
  'paid-no-access': 'Give access to what was paid',
  'access-unpaid': 'Remove access that was not paid',
} as const;

const skip = ({ userName, productName }: Pick<Gap, 'userName' | 'productName'>, reason: string) => ({
  user: userName,
  product: productName,
  reason,
});

function reasonAgainst(gap: Gap | undefined, kind: GapKind): string | undefined {
  if (!gap) return 'Settled meanwhile: payment and access agree';
  if (gap.isIntended) return 'Marked as intended: put it back into the list first';
  return gap.kind === kind ? undefined : `Not in the list “${accessViews[kind]}”`;
}

/** Ids of the users, without duplicates. */
export const usersOf = (some: readonly { userId: string }[]) => [...new Set(some.map(({ userId }) => userId))];

interface Work {
  db: Db;
  caller: Caller;
}

/**
 * Mends rows of a list, after payments and access of their members were compared again. Rows that are gone are skipped;
 * 400 if all of them are.
 */
export async function mendGaps({ db, caller }: Work, kind: GapKind, ids: readonly string[], hasTracking: boolean) {
  await lockAccess(db);
  const listed = await findGapsById(db, ids);
  if (listed.length === 0) throw badRequest('No longer in the list: settled meanwhile', 'ids');
  const userIds = usersOf(listed);
  await lockMembers(db, userIds);
  await refreshGaps(db, { userIds, hasTracking });
  const current = new Map((await findGapsById(db, ids)).map((gap) => [gap.id, gap]));
  const gone = skip({ userName: '', productName: '' }, 'No longer in the list');
  const skipped = Array.from({ length: new Set(ids).size - listed.length }, () => gone);
  const mends: string[] = [];
  const records: { id: string; name: string; before: string }[] = [];
  for (const row of listed) {
    const gap = current.get(row.id);
    const work = async () => void mends.push(await changeGap(db, kind, gap ?? row));
    const reason = reasonAgainst(gap, kind) ?? (await attempt(db, work))?.message;
    if (reason !== undefined) skipped.push(skip(row, reason));
    else records.push({ id: row.id, name: `${row.userName}, ${row.productName}`, before: 'open' });
  }
  const answer = { changed: mends.length, mends, skipped };
  if (records.length < 2) return answer;
  const { batch, value } = batchesOf[kind];
  const done = { kind: batch, title: mendTitles[kind], change: { value }, records };
  return { ...answer, batchId: await recordBatch(db, caller, done) };
}

/** Marks rows as intended, or no longer; an undo of one row restores its mark with who had set it and when. */
export async function markGaps(
  { db, caller }: Work,
  { marks, isUndo }: z.output<NonNullable<typeof markIntended.body>>,
) {
  const marked = await setIntendedMarks(db, marks, isUndo);
  const answer = {
    changed: marked.length,
    before: marked.map(({ gapId, before }) => ({ gapId, reason: before })),
  };
  const [first, second] = marked;
  if (!first || !second) return answer;
  const records = marked.map(({ gapId: id, name, before, after }) => ({
    id,
    name,
    before: before ?? 'listed',
    after: after ?? 'listed',
  }));
  const title = first.after === null ? 'Put back into the list' : 'Mark access as intended';
  const change = { value: first.after ?? 'listed' };
  return { ...answer, batchId: await recordBatch(db, caller, { kind: 'access-marks', title, change, records }) };
}

const nothing = { changed: 0, mends: [] };
type Bought = z.output<NonNullable<typeof giveItemAccess.body>>;

/**
 * Gives access to an item of a paid order, after the payments and access of its member were compared again; changes
 * nothing if it is not missing.
 */
export async function giveItem({ db }: Pick<Work, 'db'>, orderId: string, item: Bought, hasTracking: boolean) {
  await lockAccess(db);
  const { userId, isBought, isKnown } = await findBuyer(db, orderId, item);
  if (!isKnown) throw badRequest('This product does not exist', 'productId');
  if (!isBought) return nothing;
  await lockMembers(db, [userId]);
  await refreshGaps(db, { userIds: [userId], hasTracking });
  const gap = await findUnopened(db, orderId, item);
  if (!gap) return nothing;
  const reason = reasonAgainst(gap, 'paid-no-access');
  if (reason !== undefined) throw conflict(reason);
  const mend = await changeGap(db, 'paid-no-access', gap);
  // The plan may be missing for another order still.
  await refreshGaps(db, { userIds: [userId], hasTracking });
  return { changed: 1, mends: [mend] };
}

/**
 * Undoes changes of access by their ids; returns the skipped ones with reasons. 400 if none of them is stored, 403 if the
 * role could not make one of them.
 */
export async function undoMends({ db, caller }: Work, ids: readonly string[], hasTracking: boolean) {
  await lockAccess(db);
  const mends = await findMends(db, ids);
  if (mends.length === 0) throw badRequest('This can no longer be undone', 'ids');
  if (!mayCall(removeAccess, caller.role) && mends.some(({ action }) => action === 'remove'))
    throw new HttpError(403, 'An admin removed this access: only an admin can restore it');
  const userIds = usersOf(mends);
  await lockMembers(db, userIds);
  const undone: string[] = [];
  const skipped: ReturnType<typeof skip>[] = [];
  for (const one of mends) {
    const reason = one.isUndone ? 'Undone already' : (await attempt(db, () => undoChange(db, one)))?.message;
    if (reason === undefined) undone.push(one.id);
    else skipped.push(skip(one, reason));
  }
  await markUndone(db, undone);
  await refreshGaps(db, { userIds, hasTracking });
  return { changed: undone.length, skipped };
}
