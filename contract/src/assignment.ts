/**
 * Assignments exist once: each link between two things is a row of this table (items, paths, wire keys, messages); one
 * service serves it (server/src/shared/assignment.ts) and one picker draws it.
 */
import { z } from 'zod';
import { assignment, seenByItems } from './assignment-row.ts';
import type { Messages } from './kernel.ts';
import { fixedSize } from './page-size.ts';

const courseUsers = assignment({
  failsAs: 500,
  owner: 'course',
  area: 'user',
  readers: ['admin', 'instructor'],
  item: 'user',
  list: '/admin/user/course/:id/',
  rows: 'users',
  isDated: true,
  alsoAssigned: 'assignedUsers',
  takes: 'one',
  wireKeys: ['userId', 'userID'],
  together: {
    wireKey: 'userIds',
    messages: {
      assign: { ok: 'Assigned {changed} users to the course', fail: 'Failed to assign course' },
      unassign: { ok: 'Unassigned {changed} users from the course', fail: 'Failed to unassign course' },
    },
  },
  assign: {
    url: '/admin/user/course/:id/assign/',
    messages: { ok: 'User assigned successfully', fail: 'Failed to assign course' },
  },
  unassign: {
    url: '/admin/user/course/:id/unassign/',
    messages: { ok: 'User unassigned', fail: 'Failed to unassign course' },
  },
});

const both = (url: `/${string}`, assigned: Messages, unassigned: Messages) => ({
  list: url,
  assign: { url, messages: assigned },
  unassign: { url, messages: unassigned },
});

const exclusive = (many: string) => ({
  takeOver: {
    ok: `Took {changed} ${many} out of other discounts`,
    fail: `Fail to take ${many} out of other discounts`,
  },
  giveBack: { ok: `Gave {changed} ${many} back`, fail: `Fail to give ${many} back` },
});

export const assignments = {
  discountCourses: assignment({
    owner: 'discount',
    item: 'course',
    rows: 'courses',
    exclusive: exclusive('courses'),
    extra: { type: z.int() },
    takes: 'many',
    wireKeys: ['course_ids'],
    ...both(
      '/admin/discount/:id/courses/',
      { ok: 'Assigned {changed} Courses from Discount', fail: 'Fail to assign course to discount' },
      { ok: 'Unassigned {changed} Courses from Discount', fail: 'Fail to unassign course from discount' },
    ),
  }),
  discountPaths: assignment({
    owner: 'discount',
    item: 'path',
    rows: 'paths',
    exclusive: exclusive('paths'),
    takes: 'many',
    wireKeys: ['path_ids'],
    ...both(
      '/admin/discount/:id/learning-path/',
      { ok: 'Assigned {changed} Paths from Discount', fail: 'Fail to assign path to discount' },
      { ok: 'Unassigned {changed} Paths from Discount', fail: 'Fail to unassign path from discount' },
    ),
  }),
  pathCourses: assignment({
    owner: 'learning-path',
    item: 'course',
    rows: 'courses',
    flag: 'assigned',
    takes: 'many',
    wireKeys: ['course_ids'],
    ...both(
      '/admin/learning-path/:id/courses/',
      { ok: '{changed} Courses assigned successfully', fail: 'Failed to assign course' },
      { ok: '{changed} Courses unassigned', fail: 'Failed to unassign course' },
    ),
    reorder: {
      url: '/admin/learning-path/:id/courses/priority/',
      messages: {
        ok: 'Assigned course reordered successfully',
        fail: 'Failed to reorder assigned course, please refresh the page and try again',
      },
    },
  }),
  pathUsers: assignment({
    owner: 'learning-path',
    item: 'user',
    rows: 'users',
    flag: 'assigned',
    isDated: true,
    takes: 'one',
    wireKeys: ['user_id'],
    ...both(
      '/admin/learning-path/:id/users/',
      { ok: 'User assigned successfully', fail: 'Failed to assign user' },
      { ok: 'User unassigned', fail: 'Failed to unassign user' },
    ),
  }),
  courseUsers,
  /** The courses of a user: 100 a page, and those that are assigned unless the query says otherwise (spec §7, §9). */
  userCourses: seenByItems(courseUsers, {
    failsAs: 500,
    owner: 'user',
    readers: ['admin', 'customer-service'],
    item: 'course',
    list: '/admin/user/:id/courses',
    rows: 'courses',
    unasked: 'assigned',
    size: fixedSize(100),
    isDated: true,
    extra: { type: z.int() },
    messages: {
      assign: { ok: 'Course successfully assigned', fail: 'Failed to assign course' },
      unassign: { ok: 'User unassigned', fail: 'Failed to unassign course' },
    },
  }),
};
