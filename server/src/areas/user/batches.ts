/** Assigning many users to a course, setting the end of their access, and tagging them, at once. */
import { assignments } from '#contract/assignment/table.ts';
import { accessEnds, batchKinds } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { hasEnded } from '#contract/kernel/access-term.ts';
import { dayInWords, jakartaDay } from '#contract/kernel/days.ts';
import { type Link, linkOf } from '#shared/assignment/link.ts';
import { matchingItems } from '#shared/assignment/list.ts';
import { assigningSetting } from '#shared/batch/assigning.ts';
import { batchKind } from '#shared/batch/kind.ts';
import { assigningTitle, ownerName } from '#shared/batch/record.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { courseUsers } from '#shared/course-places.ts';
import { findMatchingPeople } from '#shared/people.ts';
import { sql } from 'kysely';
import { badRequest } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import type { PeopleFilter } from '#contract/user/filter.ts';

/** Members that match; staff take no courses and no tags. */
const membersIn = async (db: Db, filter: PeopleFilter) =>
  (await findMatchingPeople(db, filter)).matching.where('role', '=', 'member').select('user.id');

export const courseMembersBatch = batchKind(batches.courseMembers, {
  title: async ({ courseId }, db) =>
    assigningTitle('users', await ownerName(db, assignments.courseUsers, courseId, 'courseId'), true),
  matching: membersIn,
  // A call that assigned several users has recorded its course as the owner.
  setting: ({ courseId, ownerId = courseId }: { courseId: string; ownerId?: string }) =>
    assigningSetting({
      assignment: assignments.courseUsers,
      rules: courseUsers,
      ownerId,
      on: 'member',
      words: batchKinds['course-members'].values,
    }),
});

/** Access without an end, as a value of the batch; the others are last days. */
const unlimited = 'unlimited';

/** Setting whose value is the last day of the access to a course or a learning path. */
function accessSetting({ table, owner }: Link, ownerId: string, to: string, mayShorten: boolean): Setting<string> {
  const isOfThese = (ids: readonly string[]) =>
    sql`${sql.ref(owner.column)} = ${ownerId} and user_id = any(${ids}::uuid[])`;
  const set = async (db: Db, ids: readonly string[], value: string) => {
    await sql`update ${sql.table(table)} set access_ends_on = ${value === unlimited ? null : value}::date
      where ${isOfThese(ids)}`.execute(db);
    return ids;
  };
  return {
    table,
    column: 'access_ends_on',
    link: { ownerId, items: 'user' },
    gone: `Not a member of the ${owner.thing}`,
    words: accessEnds,
    to,
    lock: async (db, ids) => {
      const { rows } = await sql<{ id: string; value: string }>`select user_id as id,
          coalesce(access_ends_on::text, ${unlimited}) as value
        from ${sql.table(table)} where ${isOfThese(ids)} order by user_id for update`.execute(db);
      return new Map(rows.map(({ id, value }) => [id, value]));
    },
    refusal: (from) => {
      if (mayShorten || to === unlimited) return undefined;
      if (from === unlimited) return 'The access has no end';
      return from > to ? `The access lasts until ${dayInWords(from)}` : undefined;
    },
    setTogether: set,
    setOne: async (db, id, value) => void (await set(db, [id], value)),
  };
}

const accessBatch = (
  calls: typeof batches.courseAccess | typeof batches.pathAccess,
  assignment: typeof assignments.courseUsers,
) =>
  batchKind(calls, {
    title: async ({ ownerId, value, until }, db) => {
      const owner = `“${await ownerName(db, assignment, ownerId)}”`;
      if (value === unlimited) return `Remove the end of the access to ${owner}`;
      if (until === null) throw badRequest('Choose a day', 'until');
      if (hasEnded(until, jakartaDay(new Date()))) throw badRequest('This day has passed', 'until');
      return `Set the access to ${owner} until ${dayInWords(until)}`;
    },
    matching: (db, { ownerId, search, term }) =>
      matchingItems(db, assignment, {}, { ownerId, isAssigned: true, search, term }),
    setting: ({ ownerId, value, until, mayShorten }) => {
      const to = (value === 'until' && until) || unlimited;
      return accessSetting(linkOf(assignment), ownerId, to, mayShorten) as unknown as Setting<'until' | 'unlimited'>;
    },
    atOnce: 500,
  });

export const courseAccessBatch = accessBatch(batches.courseAccess, assignments.courseUsers);
export const pathAccessBatch = accessBatch(batches.pathAccess, assignments.pathUsers);

export const tagUsersBatch = batchKind(batches.tagUsers, {
  title: async ({ ownerId, value }, db) =>
    assigningTitle('users', await ownerName(db, assignments.tagUsers, ownerId), value === 'assigned'),
  matching: membersIn,
  setting: ({ ownerId }) =>
    assigningSetting({
      assignment: assignments.tagUsers,
      rules: {},
      ownerId,
      on: 'assigned',
      words: batchKinds['tag-users'].values,
    }),
  atOnce: 500,
});
