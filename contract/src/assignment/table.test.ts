/** Tests the messages of failed assignments (spec §8). */
import { expect, test } from 'vitest';
import { assignments } from './table.ts';

const { discountCourses, discountPaths, pathCourses, pathUsers, courseUsers, userCourses } = assignments;

test.each([
  [discountCourses, 'Fail to assign course to discount', 'Fail to unassign course from discount'],
  [discountPaths, 'Fail to assign path to discount', 'Fail to unassign path from discount'],
  [pathCourses, 'Failed to assign course', 'Failed to unassign course'],
  [pathUsers, 'Failed to assign user', 'Failed to unassign user'],
  [courseUsers, 'Failed to assign course', 'Failed to unassign course'],
  [userCourses, 'Failed to assign course', 'Failed to unassign course'],
])('has different failure messages for assigning and unassigning: %#', ({ assign, unassign }, failed, kept) => {
  expect([assign.messages?.fail, unassign.messages?.fail]).toEqual([failed, kept]);
});

test('has the messages of the page that assigns: a course to a user, a user to a course', () => {
  expect([userCourses.assign.messages?.ok, courseUsers.assign.messages?.ok]).toEqual([
    'Course successfully assigned',
    'User assigned successfully',
  ]);
});
