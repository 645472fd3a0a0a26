/** Rules of users and of their courses (spec §3, §5, §7; domain.md, User and Course). */
import { assignments } from '#contract/assignment/table.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getUserProfile } from '#contract/user/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import type { Page } from '#platform/list.ts';
import type { LinkRules } from '#shared/assignment/link.ts';
import { itemsOf } from '#shared/assignment/list.ts';
import { findFullCourses, isFull } from '#shared/course-places.ts';
import { findProfile, findUserSubscription } from './queries.ts';

type ProfileCourse = Reply<typeof getUserProfile>['courses']['course'][number];

export const userCourses: LinkRules = {
  conflicts: async (db, _userId, courseIds) => {
    const full = await findFullCourses(db, courseIds);
    return full.map((course) => ({ itemId: course.id, message: isFull(course) }));
  },
};

const readCourses = itemsOf<ProfileCourse>(assignments.userCourses, userCourses);

/** Page of a user's courses, latest first. */
const assignedCourses = (db: Db, userId: string, page: Page) =>
  readCourses(db, userId, { ...page, search: '', isAssigned: true });

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
