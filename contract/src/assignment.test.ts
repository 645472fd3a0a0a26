/** Tests the messages of failed assignments (spec §8). */
import { expect, test } from 'vitest';
import { assignments } from './assignment.ts';

const { discountCourses, discountPaths, pathCourses, pathUsers, courseUsers, userCourses } = assignments;

test.each([
  [discountCourses.messages, 'Fail to assign course to discount', 'Fail to unassign course from discount'],
  [discountPaths.messages, 'Fail to assign path to discount', 'Fail to unassign path from discount'],
  [pathCourses.messages, 'Failed to assign course', 'Failed to unassign course'],
  [pathUsers.messages, 'Failed to assign user', 'Failed to unassign user'],
  [courseUsers.messages, 'Failed to assign course', 'Failed to unassign course'],
  [userCourses.messages, 'Failed to assign course', 'Failed to unassign course'],
])('has different failure messages for assigning and unassigning: %#', ({ assign, unassign }, failed, kept) => {
  expect([assign.fail, unassign.fail]).toEqual([failed, kept]);
});
