/** Rules of users (spec §3, §5, §7; domain.md, User). */
import { assignments } from '#contract/assignment.ts';
import { lockForUpdate, updateRecord } from '#platform/change.ts';
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

/** Changes a user's name; 404 if there is no such user, 412 if the user has changed. */
export async function renameUser(db: Db, id: string, name: string, ifMatch: number | null) {
  await lockForUpdate(db, 'user', id, ifMatch);
  return { id, name, ...(await updateRecord(db, 'user', id, { name })) };
}

/** Sets or removes (null) a user's picture; 404 if there is no such user, 412 if the user has changed. */
export async function setUserPicture(db: Db, id: string, image: string | null, ifMatch: number | null) {
  await lockForUpdate(db, 'user', id, ifMatch);
  return { id, image, ...(await updateRecord(db, 'user', id, { image })) };
}
