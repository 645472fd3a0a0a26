/** Rules of paid and access: mends rows of the lists one by one, each as a whole or not at all, and undoes that. */
import { accessViews, removeAccess } from '#contract/access/endpoints.ts';
import { type Role, mayCall } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest } from '#platform/errors.ts';
import { lockAccess, refreshGaps } from '#shared/access-gaps.ts';
import { attempt } from '#shared/attempt.ts';
import { type Gap, type GapKind, addMend, findMends, findGapsById, lockMembers, markUndone } from './mend-queries.ts';
import { grantAccess, revokeAccess, undoChange } from './changes.ts';

const ways = {
  'paid-no-access': { action: 'give', change: grantAccess },
  'access-unpaid': { action: 'remove', change: revokeAccess },
} as const;

/** Gives or removes the access of a row; returns the id of the change. */
export async function changeGap(db: Db, kind: GapKind, gap: Gap): Promise<string> {
  const { action, change } = ways[kind];
  return addMend(db, action, gap, await change(db, gap));
}

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

/**
 * Mends rows of a list, after payments and access of their members were compared again. Rows that are gone are skipped;
 * 400 if all of them are.
 */
export async function mendGaps(db: Db, kind: GapKind, ids: readonly string[], hasTracking: boolean) {
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
  for (const row of listed) {
    const gap = current.get(row.id);
    const work = async () => void mends.push(await changeGap(db, kind, gap ?? row));
    const reason = reasonAgainst(gap, kind) ?? (await attempt(db, work))?.message;
    if (reason !== undefined) skipped.push(skip(row, reason));
  }
  return { changed: mends.length, mends, skipped };
}

/**
 * Undoes changes of access by their ids; returns the skipped ones with reasons. 400 if none of them is stored, 403 if the
 * role could not make one of them.
 */
export async function undoMends(db: Db, ids: readonly string[], hasTracking: boolean, role: Role) {
  await lockAccess(db);
  const mends = await findMends(db, ids);
  if (mends.length === 0) throw badRequest('This can no longer be undone', 'ids');
  if (!mayCall(removeAccess, role) && mends.some(({ action }) => action === 'remove'))
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
