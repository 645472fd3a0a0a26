/** Assigning many users to a course at once. */
import { sql } from 'kysely';
import { assignments } from '#contract/assignment.ts';
import { type BatchValue, batchKinds } from '#contract/batch.ts';
import { batches } from '#contract/batches.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { assignItems, unassignItems } from '#shared/assignment.ts';
import { attempt } from '#shared/attempt.ts';
import { batchKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { courseUsers } from '#shared/course-places.ts';
import { personPattern } from '#shared/person-search.ts';

type Membership = BatchValue<'course-members'>;
const { courseUsers: link } = assignments;

/** Locks the course, then the users in a fixed order, as assigning does. */
async function lockUsers(db: Db, courseId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Membership>> {
  await sql`select 1 from course where id = ${courseId} for no key update`.execute(db);
  const { rows } = await sql<{ id: string; isMember: boolean }>`select id, exists (
      select from course_user where course_id = ${courseId} and user_id = "user".id) as is_member
    from "user" where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
  return new Map(rows.map(({ id, isMember }) => [id, isMember ? 'member' : 'none']));
}

const set = async (db: Db, courseId: string, ids: readonly string[], to: Membership): Promise<void> =>
  void (await (to === 'member' ? assignItems : unassignItems)(db, link, courseUsers, courseId, ids));

/** Assigns those who can be members together; none of them if the course has no room for all. */
async function setAll(db: Db, courseId: string, ids: readonly string[], to: Membership) {
  const { rows } = await sql<{ id: string }>`select id from "user"
    where id = any(${ids}::uuid[]) and role = 'member'`.execute(db);
  const members = rows.map(({ id }) => id);
  if (members.length === 0 || (await attempt(db, () => set(db, courseId, members, to)))) return [];
  return members;
}

const settingFor = (courseId: string): Setting<Membership> => ({
  table: 'course_user',
  column: 'course_id',
  words: batchKinds['course-members'].values,
  lock: (db, ids) => lockUsers(db, courseId, ids),
  setTogether: (db, ids, to) => setAll(db, courseId, ids, to),
  setOne: (db, id, to) => set(db, courseId, [id], to),
});

async function titleFor(db: Db, courseId: string): Promise<string> {
  const course = await db.selectFrom('course').select('name').where('id', '=', courseId).executeTakeFirst();
  if (!course) throw badRequest('This course does not exist', 'courseId');
  return `Assign users to “${course.name}”`;
}

export const courseMembersBatch = batchKind(batches.courseMembers, {
  title: ({ courseId }, db) => titleFor(db, courseId),
  matching: (db, { search }) => {
    const users = db.selectFrom('user').select('id').where('role', '=', 'member');
    return search ? users.where('search', 'like', personPattern(search)) : users;
  },
  setting: ({ courseId }) => settingFor(courseId),
});
