/** Assignment of courses to a user (domain.md, User and Course). */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { assignments } from '#contract/assignment/table.ts';
import type { getUserProfile } from '#contract/user/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import type { Page } from '#platform/list.ts';
import type { LinkRules } from '#shared/assignment/link.ts';
import { itemsOf } from '#shared/assignment/list.ts';
import { findFullCourses, isFull } from '#shared/course-places.ts';

type ProfileCourse = Reply<typeof getUserProfile>['courses']['course'][number];

export const userCourses: LinkRules = {
  conflicts: async (db, _userId, courseIds) => {
    const full = await findFullCourses(db, courseIds);
    return full.map((course) => ({ itemId: course.id, message: isFull(course) }));
  },
};

const readCourses = itemsOf<ProfileCourse>(assignments.userCourses, userCourses);

/** Page of a user's courses, latest first. */
export const assignedCourses = (db: Db, userId: string, page: Page) =>
  readCourses(db, userId, { ...page, search: '', isAssigned: true });
