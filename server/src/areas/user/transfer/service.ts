/** Rules of transfers: all places of a call move, or none (docs/decisions/0132). */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment/table.ts';
import { counted } from '#contract/kernel/counted.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { transferPlaces } from '#contract/user/transfer.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { enqueueAll } from '#platform/jobs/outbox.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { assignItems, refuseConflicts, unassignItems } from '#shared/assignment/assign.ts';
import { recordBatch } from '#shared/batch/record.ts';
import { courseUsers } from '#shared/course-places.ts';
import { sendPlaceMail } from './mail.ts';
import { type Plan, planTransfer } from './plan.ts';
import { findTimes, lockPlaces } from './queries.ts';
import { type Kept, copyResults, moveSubmissions } from './results.ts';

type Body = ValidatedInput<typeof transferPlaces>['body'];

/** Results and submissions that go along, by user. */
async function keep(db: Db, { from, to }: Plan, { progress, submissions }: Body, userIds: readonly string[]) {
  const kept = new Map<string, Required<Kept>>(
    userIds.map((id) => [id, { lessons: [], attempts: [], submissions: [] }]),
  );
  if (!to || to.id === from.id) return kept;
  if (progress === 'keep') {
    const copied = await copyResults(db, from.id, to.id, userIds);
    for (const { userId, id } of copied.lessons) kept.get(userId)!.lessons.push(id);
    for (const { userId, id, attempt } of copied.attempts) kept.get(userId)!.attempts.push([id, attempt]);
  }
  if (submissions === 'keep' && to.hasProject)
    for (const { userId, id, attempt } of await moveSubmissions(db, from.id, to.id, userIds))
      kept.get(userId)!.submissions.push([id, attempt]);
  return kept;
}

/** Writes the transfers of a call, each in place of the one that it continues; returns their ids. */
async function recordTransfers(
  db: Db,
  moveId: string,
  plan: Plan,
  rows: readonly object[],
  waiveReason: string | null,
) {
  await sql`update place_transfer set is_current = false
    where id in (select ("transferId")::uuid from jsonb_to_recordset(${JSON.stringify(plan.places)}::jsonb) place ("transferId" text))`.execute(
    db,
  );
  const { from, to } = plan;
  const made = await sql<{
    id: string;
  }>`insert into place_transfer (move_id, user_id, bought_course_id, from_course_id, to_course_id,
      is_deferred, order_id, value, difference, waive_reason, assigned_at, previous_id, kept)
    select ${moveId}::uuid, user_id, bought_course_id, ${from.id}::uuid, ${to?.id ?? null}::uuid, ${to === null}, order_id, value, difference,
      case when coalesce(difference, 0) <> 0 then ${waiveReason}::text end, assigned_at, previous_id, kept
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) place (user_id uuid, bought_course_id uuid, order_id uuid, value int,
      difference int, assigned_at timestamptz, previous_id uuid, kept jsonb)
    returning id`.execute(db);
  return made.rows.map(({ id }) => id);
}

/** Ends the memberships in the former course and begins those in the other; returns the times of the former. */
async function moveMembers(db: Db, { from, to }: Plan, userIds: readonly string[]) {
  const times = await findTimes(db, from.id, userIds);
  const members = [...times.keys()];
  if (members.length > 0) await unassignItems(db, assignments.courseUsers, courseUsers, from.id, members);
  if (to) await assignItems(db, assignments.courseUsers, courseUsers, to.id, userIds);
  return times;
}

/** 409 unless the plan is the one that was seen, and every place can move. */
function requirePossible(plan: Plan, seen: string | undefined): void {
  if (seen !== undefined && seen !== plan.seen)
    throw conflict('Something has changed since: look at the preview again');
  const refused = plan.people.flatMap(({ userId, name, problem }) =>
    problem === null ? [] : [{ itemId: userId, name, message: problem.replace(/^./, (first) => first.toLowerCase()) }],
  );
  refuseConflicts(refused, 'userIds');
  if (plan.problem) throw conflict(plan.problem, 'toCourseId');
}

/** Moves places to another course, or lets them wait; records a batch that undoes it. */
export async function transfer(db: Db, caller: Caller, fromId: string, body: Body) {
  const { toCourseId, notify, seen, waiveReason } = body;
  await lockPlaces(db, body.userIds, [fromId, ...(toCourseId === null ? [] : [toCourseId])]);
  const plan = await planTransfer(db, fromId, body);
  requirePossible(plan, seen);
  const userIds = plan.people.map(({ userId }) => userId);
  const times = await moveMembers(db, plan, userIds);
  const kept = await keep(db, plan, body, userIds);
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(db);
  const moveId = rows[0]!.id;
  const places = new Map(plan.places.map((place) => [place.userId, place]));
  const moved = plan.people.map(({ userId, value, difference, order }) => ({
    user_id: userId,
    bought_course_id: places.get(userId)?.boughtCourseId ?? fromId,
    order_id: order?.id,
    value: plan.to && value !== null ? plan.to.price : value,
    difference,
    assigned_at: times.get(userId),
    previous_id: places.get(userId)?.transferId,
    kept: kept.get(userId),
  }));
  const ids = await recordTransfers(db, moveId, plan, moved, waiveReason);
  if (notify)
    await enqueueAll(
      db,
      sendPlaceMail,
      ids.map((transferId) => ({ transferId })),
    );
  const batchId = await recordBatch(db, caller, {
    kind: 'place-transfer',
    title: plan.to
      ? `Move ${counted(ids.length, 'place', 'places')} of “${plan.from.name}” to “${plan.to.name}”`
      : `Defer ${counted(ids.length, 'place', 'places')} of “${plan.from.name}”`,
    change: { value: 'moved', moveId, ownerId: toCourseId ?? fromId } as { value: string },
    records: plan.people.map(({ userId, name }) => ({ id: userId, name, before: 'former' })),
  });
  return { moved: ids.length, toPay: plan.toPay, toRefund: plan.toRefund, batchId };
}
