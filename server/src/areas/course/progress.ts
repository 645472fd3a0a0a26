/** Progress of one member in a course, and when its content opens to them. */
import { sql } from 'kysely';
import type { getProgress } from '#contract/course/progress.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { doneItems } from '#shared/progress.ts';

type Drip = NonNullable<Reply<typeof getProgress>['drip']>;

/** Member with their access to the course; undefined if they do not have it. */
async function findMember(db: Db, courseId: string, userId: string) {
  const { rows } = await sql<{ name: string; drips: (Drip | null)[]; isMember: boolean }>`
    select u.name, exists (select from course_user where course_id = ${courseId} and user_id = u.id) as is_member,
      coalesce((select json_agg(case when path.is_drip_content then json_build_object('pathId', path.id, 'name', path.name,
          'interval', path.drip_interval, 'since', link.assigned_at) end order by path.drip_interval, link.assigned_at)
        from learning_path_user link join learning_path path on path.id = link.path_id
          join learning_path_course its on its.path_id = path.id
        where link.user_id = u.id and its.course_id = ${courseId}), '[]') as drips
    from "user" u where u.id = ${userId}`.execute(db);
  return rows.find(({ isMember, drips }) => isMember || drips.length > 0);
}

/**
 * Progress of a member; 404 if they do not have the course. Immediate access, directly or by a path, wins over a drip
 * release; of several drip releases the one with the shortest interval, then the earliest assignment counts.
 */
export async function progressOfMember(db: Db, courseId: string, userId: string): Promise<Reply<typeof getProgress>> {
  const member = await findMember(db, courseId, userId);
  if (!member) throw notFound('member');
  const done = await doneItems(db, courseId, userId);
  const isDripped = !member.isMember && member.drips.length > 0 && member.drips.every((drip) => drip !== null);
  return {
    userId,
    name: member.name,
    completed: done.map(({ itemId }) => itemId),
    passed: done.filter(({ kind }) => kind === 'quiz').map(({ itemId }) => itemId),
    drip: isDripped ? (member.drips[0] ?? null) : null,
  };
}
