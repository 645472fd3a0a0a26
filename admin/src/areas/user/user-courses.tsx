/** What a user can open: courses, 100 a page (spec §9), and learning paths with theirs; and what can be assigned. */
import { assignments } from '#contract/assignment.ts';
import type { Item } from '#contract/assignment-row.ts';
import { getCourse } from '#contract/course.ts';
import { courseTypeOf } from '#contract/course-rules.ts';
import { learningPaths } from '#contract/learning-path.ts';
import { mayCall } from '#contract/kernel.ts';
import { role } from '#kit/api/session.ts';
import { assigned } from '#kit/record/assigned.tsx';
import { type Profile, typeNames } from './user.ts';

const typeOf = ({ type = 0 }: Item) => courseTypeOf(type);
const typeName = (course: Item) => typeNames[typeOf(course)];
const pageOf = (course: Item) => `/course/${typeOf(course)}/${course.id}`;

const closedTo = ({ role: theirs }: Profile, what: string) =>
  theirs === 'member' ? undefined : `Only members ${what}.`;

export const userCourses = assigned(assignments.userCourses, (user: Profile) => ({
  count: user.courses.totalItems,
  note: typeName,
  // A link for those who may open courses.
  rowLink: mayCall(getCourse, role() ?? '') ? pageOf : undefined,
  closed: closedTo(user, 'take courses'),
  loss: `${user.name} loses access to this course.`,
}));

export const userPaths = assigned(assignments.userPaths, (user: Profile) => ({
  count: user.totalPaths,
  rowLink: mayCall(learningPaths.get, role() ?? '') ? ({ id }) => `/learning-path/${id}` : undefined,
  closed: closedTo(user, 'take learning paths'),
  loss: `${user.name} loses access to it and to its courses, unless they have these otherwise.`,
}));
