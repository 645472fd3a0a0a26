/** Assigning many users to a course, and tagging them, at once. */
import { assignments } from '#contract/assignment/table.ts';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { assigningSetting } from '#shared/batch/assigning.ts';
import { batchKind } from '#shared/batch/kind.ts';
import { assigningTitle, ownerName } from '#shared/batch/record.ts';
import { courseUsers } from '#shared/course-places.ts';
import { findMatchingPeople } from '#shared/people.ts';
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
