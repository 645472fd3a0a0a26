/** Undo of transfers: memberships, results, submissions and what the places count for are as before. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { transferPlaces } from '#contract/user/transfer.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { assignItems, unassignItems } from '#shared/assignment/assign.ts';
import { attempt } from '#shared/attempt.ts';
import { formerLinks } from '#shared/batch/assigning.ts';
import type { Change, RecordedKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { courseUsers } from '#shared/course-places.ts';
import { isWaiting, lockPlaces } from './queries.ts';
import { type Kept, takeBack } from './results.ts';

interface Moving extends Change {
  moveId: string;
  /** Course of the places now, or after which they wait. */
  ownerId: string;
}

interface Transfer {
  id: string;
  userId: string;
  fromCourseId: string | null;
  toCourseId: string | null;
  assignedAt: string | null;
  previousId: string | null;
  kept: Kept;
  value: 'former' | 'moved' | 'other';
}

/** Transfers of a call; whoever is no longer in the course, or moved on, changed since. */
async function findTransfers(db: Db, moveId: string, userIds: readonly string[]): Promise<Transfer[]> {
  const { rows } =
    await sql<Transfer>`select id, user_id, from_course_id, to_course_id, assigned_at::text, previous_id, kept,
      case when undone_at is not null then 'former'
        when is_current and (${isWaiting} or exists (select from course_user there
          where there.course_id = to_course_id and there.user_id = place_transfer.user_id)) then 'moved' else 'other' end as value
    from place_transfer where move_id = ${moveId} and user_id = any(${userIds}::uuid[]) order by user_id`.execute(db);
  return rows;
}

async function undo(db: Db, moveId: string, userIds: readonly string[]): Promise<void> {
  const transfers = await findTransfers(db, moveId, userIds);
  const [first] = transfers;
  if (!first) return;
  const { fromCourseId, toCourseId } = first;
  if (fromCourseId === null) throw conflict('The former course no longer exists');
  const { courseUsers: link } = assignments;
  if (toCourseId !== null) await unassignItems(db, link, courseUsers, toCourseId, userIds);
  const members = transfers.flatMap(({ userId, assignedAt }) => (assignedAt ? [userId] : []));
  if (members.length > 0) {
    const former = await formerLinks({ assignment: link, ownerId: fromCourseId }, db, members);
    await assignItems(db, link, { ...courseUsers, former }, fromCourseId, members);
  }
  if (toCourseId !== null)
    await takeBack(
      db,
      transfers.map(({ userId, kept }) => ({ userId, kept, fromCourseId, toCourseId })),
    );
  const ids = transfers.map(({ id }) => id);
  await sql`update place_transfer set is_current = false, undone_at = now() where id = any(${ids}::uuid[])`.execute(db);
  const previous = transfers.flatMap(({ previousId }) => previousId ?? []);
  await sql`update place_transfer set is_current = true where id = any(${previous}::uuid[])`.execute(db);
}

async function lock(db: Db, { moveId, ownerId }: Moving, userIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`select from_course_id as id from place_transfer
    where move_id = ${moveId} and from_course_id is not null limit 1`.execute(db);
  await lockPlaces(db, userIds, [ownerId, ...rows.map(({ id }) => id)]);
  const transfers = await findTransfers(db, moveId, userIds);
  return new Map(transfers.map(({ userId, value }) => [userId, value as string]));
}

const transferSetting = (moving: Moving): Setting<string> => ({
  table: 'course_user',
  column: 'user_id',
  link: { ownerId: moving.ownerId, items: 'user' },
  words: batchKinds['place-transfer'].values,
  lock: (db, ids) => lock(db, moving, ids),
  setTogether: async (db, ids) => ((await attempt(db, () => undo(db, moving.moveId, ids))) ? [] : ids),
  setOne: (db, id) => undo(db, moving.moveId, [id]),
});

export const placeTransferBatch: RecordedKind = {
  calls: { kind: 'place-transfer', start: transferPlaces },
  setting: (change) => transferSetting(change as Moving),
  atOnce: 500,
};
