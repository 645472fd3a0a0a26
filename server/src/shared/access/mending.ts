/** Mending of rows of paid and access, one at a time, and its undo. */
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { grantAccess, revokeAccess, undoChange } from './changes.ts';
import { type Gap, type GapKind, addMend, findGapsById, findMendsOf, markUndone } from './mend-queries.ts';

const ways = {
  'paid-no-access': { action: 'give', change: grantAccess },
  'access-unpaid': { action: 'remove', change: revokeAccess },
} as const;

/** Gives or removes the access of a row; returns the id of the change. */
export async function changeGap(db: Db, kind: GapKind, gap: Gap): Promise<string> {
  const { action, change } = ways[kind];
  return addMend(db, action, gap, await change(db, gap));
}

/** Mends a row by its id; 409 if it is gone. */
export async function mendGap(db: Db, kind: GapKind, id: string): Promise<void> {
  const [gap] = await findGapsById(db, [id]);
  if (!gap) throw conflict('Settled meanwhile: payment and access agree');
  await changeGap(db, kind, gap);
}

/** Undoes the mending of a row; 409 if that is not possible any more. */
export async function undoMendOf(db: Db, gapId: string): Promise<void> {
  const mend = (await findMendsOf(db, [gapId])).get(gapId);
  if (!mend) throw conflict('This can no longer be undone');
  await undoChange(db, mend);
  await markUndone(db, [mend.id]);
}
