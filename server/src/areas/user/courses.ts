/** The link between courses and their members, from both of its ends (domain.md, User and Course). */
import type { Reply } from '#contract/kernel.ts';
import { assignments } from '#contract/assignment.ts';
import type { getUserProfile } from '#contract/user.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import type { Page } from '#platform/list.ts';
import type { LinkRules } from '#shared/assignment-link.ts';
import { itemsOf } from '#shared/assignment-list.ts';
import { findFullCourses, findNewcomers } from './queries.ts';

type ProfileCourse = Reply<typeof getUserProfile>['courses']['course'][number];

const isFull = ({ members, capacity }: { members: number; capacity: number | null }) =>
  `This course is full: ${members} of ${capacity} places are taken`;

/** The course is locked, so that of two who want the last place one waits for the other. */
export const courseUsers: LinkRules = {
  // Each of them may fit alone, as the list says, and not all together.
  check: async (db, courseId, userIds) => {
    if (userIds.length === 1) return;
    const newcomers = await findNewcomers(db, courseId, userIds);
    const [full] = await findFullCourses(db, [courseId], newcomers.length);
    if (!full || newcomers.length === 0) return;
    const { members, capacity } = full;
    throw conflict(
      `This course has no room for ${newcomers.length} more: ${members} of ${capacity} places are taken`,
      assignments.courseUsers.together?.wireKey,
    );
  },
  conflicts: async (db, courseId, userIds) => {
    const [full] = await findFullCourses(db, [courseId]);
    if (!full) return [];
    const newcomers = await findNewcomers(db, courseId, userIds);
    return newcomers.map((itemId) => ({ itemId, message: isFull(full) }));
  },
};

export const userCourses: LinkRules = {
  conflicts: async (db, _userId, courseIds) => {
    const full = await findFullCourses(db, courseIds);
    return full.map((course) => ({ itemId: course.id, message: isFull(course) }));
  },
};

const readCourses = itemsOf<ProfileCourse>(assignments.userCourses, userCourses);

/** A page of the courses that a user has, latest first. */
export const assignedCourses = (db: Db, userId: string, page: Page) =>
  readCourses(db, userId, { ...page, search: '', isAssigned: true });
