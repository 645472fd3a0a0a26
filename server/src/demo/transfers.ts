/** Places of a finished cohort that wait for another one: people who were ill or had to work. */
import { demoId } from './demo-id.ts';
import { before, day } from './moments.ts';
import type { DemoRows, World } from './records.ts';

const waiting = 3;

/** Members without the cohort, whose memberships were given by hand; they were paid elsewhere. */
export function makeTransfers(
  { tenant, now }: World,
  { user, course, courseUser }: Pick<DemoRows, 'user' | 'course' | 'courseUser'>,
): Pick<DemoRows, 'placeTransfer'> {
  const today = now.toISOString();
  const cohort = course.find(
    ({ type, isPublished, endDate }) => type === 1 && isPublished && endDate && endDate < today,
  );
  if (!cohort) return { placeTransfer: [] };
  const members = new Set(courseUser.flatMap(({ courseId, userId }) => (courseId === cohort.id ? [userId] : [])));
  const people = user.filter(({ id, role, status }) => role === 'member' && status !== 0 && !members.has(id));
  return {
    placeTransfer: people.slice(0, waiting).map(({ id: userId }, n) => ({
      id: demoId(tenant, 'place-transfer', n + 1),
      moveId: demoId(tenant, 'place-move', n + 1),
      userId,
      boughtCourseId: cohort.id,
      fromCourseId: cohort.id,
      isDeferred: true,
      value: cohort.price ?? 0,
      movedAt: before(now, (40 - 7 * n) * day).toISOString(),
    })),
  };
}
