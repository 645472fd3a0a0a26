/** Rules of users (spec §3, §5, §7; domain.md, User). */
import { assignments } from '#contract/assignment/table.ts';
import type { Db } from '#platform/database/database.ts';
import { assignedCourses } from './courses.ts';
import { findProfile } from './queries.ts';
import { findUserSubscription } from './subscription.ts';

/** Profile (spec §3) with the first page of courses. */
export async function userProfile(db: Db, id: string) {
  const profile = await findProfile(db, id);
  const pageSize = assignments.userCourses.size();
  const { rows, head } = await assignedCourses(db, id, { page: 1, pageSize });
  return { ...profile, courses: { ...head, course: rows } };
}

/** Subscription of a user, or null; 404 if the tenant has no such user. */
export async function userSubscription(db: Db, id: string) {
  await findProfile(db, id);
  return { subscription: (await findUserSubscription(db, id)) ?? null };
}
