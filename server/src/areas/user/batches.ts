/** Assigning many users to a course at once. */
import { assignments } from '#contract/assignment/table.ts';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { assigningSetting } from '#shared/batch/assigning.ts';
import { batchKind } from '#shared/batch/kind.ts';
import { assigningTitle, ownerName } from '#shared/batch/record.ts';
import { courseUsers } from '#shared/course-places.ts';
import { matchesAll } from '#platform/list.ts';
import { personPatterns } from '#shared/person-search.ts';

export const courseMembersBatch = batchKind(batches.courseMembers, {
  title: async ({ courseId }, db) =>
    assigningTitle('users', await ownerName(db, assignments.courseUsers, courseId, 'courseId'), true),
  matching: (db, { search }) => {
    const users = db.selectFrom('user').select('id').where('role', '=', 'member');
    const patterns = personPatterns(search);
    return patterns ? users.where(matchesAll('search', patterns)) : users;
  },
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
