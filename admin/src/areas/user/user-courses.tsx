/** The courses of a user, 100 a page (spec §9), and those that can be assigned. */
import { assignments } from '#contract/assignment.ts';
import type { Item } from '#contract/assignment-row.ts';
import { getCourse } from '#contract/course.ts';
import { courseTypeOf } from '#contract/course-rules.ts';
import { mayCall } from '#contract/kernel.ts';
import { role } from '#kit/api/session.ts';
import { assigned } from '#kit/record/assigned.tsx';
import { type Profile, typeNames } from './user.ts';

const typeOf = ({ type = 0 }: Item) => courseTypeOf(type);
const typeName = (course: Item) => typeNames[typeOf(course)];
const pageOf = (course: Item) => `/course/${typeOf(course)}/${course.id}`;

export const userCourses = assigned(assignments.userCourses, (user: Profile) => ({
  count: user.courses.totalItems,
  note: typeName,
  // A link for those who may open courses.
  rowLink: mayCall(getCourse, role() ?? '') ? pageOf : undefined,
  closed: user.role === 'member' ? undefined : 'Only members take courses.',
  loss: `${user.name} loses access to this course.`,
}));
