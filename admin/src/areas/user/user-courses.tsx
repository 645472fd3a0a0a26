/** Assignments of a user: courses, 100 a page (spec §9), and learning paths with their courses. */
import { assignments } from '#contract/assignment/table.ts';
import type { Item } from '#contract/kernel/assignment-row.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { assigned } from '#admin-shared/assignment/assigned.tsx';
import { type Profile, typeNames } from './user.ts';

const typeName = ({ type = 0 }: Item) => typeNames[courseTypeOf(type)];

const closedTo = ({ role: theirs }: Profile, what: string) =>
  theirs === 'member' ? undefined : `Only members ${what}.`;

export const userCourses = assigned(assignments.userCourses, (user: Profile) => ({
  count: user.courses.totalItems,
  note: typeName,
  closed: closedTo(user, 'take courses'),
  loss: `${user.name} loses access to this course, unless they have it another way.`,
}));

export const userPaths = assigned(assignments.userPaths, (user: Profile) => ({
  count: user.totalPaths,
  closed: closedTo(user, 'take learning paths'),
  loss: `${user.name} loses access to it and to its courses, unless they have them another way.`,
}));
