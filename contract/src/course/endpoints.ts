/** Courses, self-paced "flexy" and cohort "fast-track" (spec §2, §3, §7, §8; domain.md, Course). */
import { z } from 'zod';
import { courseFields, newCourse, type } from './draft.ts';
import { type CourseType, courseTypes } from './rules.ts';
import { type Messages, endpoint } from '../kernel/endpoint.ts';
import { choice } from '../kernel/draft.ts';
import { finalProject } from './final-project.ts';
import { section } from './section/fields.ts';
import { storedFields } from '../kernel/record-endpoints.ts';
import { withReverse, sorted } from '../kernel/sorts.ts';
import {
  byIdOf,
  category,
  idOf,
  listQuery,
  listReply,
  removalConflict,
  version,
  filter,
  publishedFilter,
} from '../kernel/fields.ts';

const roles = ['admin', 'instructor'] as const;
const byId = byIdOf('course');

/** Shift as stored; the client adds the synthetic NONE (spec §3). */
const shift = z.object({ id: z.int(), code: z.string(), description: z.string() });
/** Shift of courses without a shift. */
export const noShift = { id: 0, code: 'NONE', description: 'Tidak ada Shift' } as const;

/** Body of an update: omitted fields stay unchanged; the resulting course must be a valid draft. */
const courseChange = z
  .object({ ...courseFields, isPublished: z.boolean() })
  .partial()
  .extend({ type });

const stored = storedFields(courseFields);

export const courseRow = z.object({
  id: idOf('course'),
  name: stored.name,
  slug: z.string(),
  thumbnail: stored.thumbnail,
  category: stored.category,
  type,
  productKind: stored.productKind,
  deliveryMode: stored.deliveryMode,
  courseKind: stored.courseKind,
  price: stored.price,
  finalPrice: z.int(),
  isPublished: z.boolean(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  shift: stored.shift,
  startDate: stored.startDate,
  endDate: stored.endDate,
  totalMembers: z.int(),
  totalSections: z.int(),
  updatedAt: z.string(),
});

/**
 * `totalDuration`: minutes, the sum of lesson durations and quiz time limits. Sections and items are sorted by
 * priority.
 */
export const courseDetail = courseRow.extend({
  ...stored,
  totalDuration: z.int(),
  sections: z.array(section),
  finalProject: finalProject.nullable(),
  /** Learning paths that give access to this course. `dripInterval`: days between its sections; null without a drip. */
  paths: z.array(
    z.object({
      id: idOf('learning-path'),
      name: z.string(),
      totalUsers: z.int(),
      dripInterval: z.union([z.literal(1), z.literal(7), z.literal(30)]).nullable(),
    }),
  ),
  removalConflict,
  version,
});

const byType = z.object({ type: z.enum(courseTypes, 'A type is flexy or fast-track') });

/** Filters by content that needs attention (not in the spec): a live class today in Jakarta, or a lesson with a failed video. */
export const courseHas = { 'class-today': 'Classes today', 'failed-video': 'Failed videos' } as const;
export type CourseHas = keyof typeof courseHas;

/**
 * Lists courses of a type, newest first by default. Sorting by price uses the list price; courses without a first day
 * sort last. `filter` is a category; `isPublished`: false for drafts, true for published courses.
 */
export const listCourses = endpoint({
  area: 'course',
  method: 'GET',
  url: '/admin/course/type/:type/',
  roles,
  scope: 'catalogue:read',
  params: byType,
  query: listQuery({
    filter: filter(category, 'Category'),
    isPublished: publishedFilter,
    has: filter(choice(courseHas), 'Needs attention'),
    sort: sorted(withReverse('-createdAt', 'name', 'startDate', 'price', '-totalMembers', '-updatedAt')),
  }),
  reply: listReply('courses', courseRow),
});

/** Created without a name or without a body. */
const untitled = { name: 'Untitled course' };

/** Creates a draft of this type; {@link courseMessages} has the messages of the calls that change courses. */
export const createCourse = endpoint({
  area: 'course',
  method: 'POST',
  url: '/admin/course/type/:type/',
  roles,
  params: byType,
  body: newCourse.extend({ name: newCourse.shape.name.default(untitled.name) }).default(untitled),
  success: 201,
  creates: true,
  reply: z.object({ courseId: idOf('course') }),
});

export const getCourse = endpoint({
  area: 'course',
  method: 'GET',
  url: '/admin/course/:id/',
  roles,
  scope: 'catalogue:read',
  params: byId,
  reply: courseDetail,
  versioned: true,
});

export const updateCourse = endpoint({
  area: 'course',
  method: 'PUT',
  url: '/admin/course/:id/',
  roles,
  params: byId,
  body: courseChange,
  versioned: true,
  reply: z.object({ courseId: idOf('course'), version }),
});

export const duplicateCourse = endpoint({
  area: 'course',
  method: 'PUT',
  url: '/admin/course/:id/duplicate/',
  roles,
  params: byId,
  creates: true,
  reply: z.object({ courseId: idOf('course') }),
});

export const deleteCourse = endpoint({
  area: 'course',
  method: 'DELETE',
  url: '/admin/course/:id/',
  roles,
  params: byId,
  versioned: true,
  reply: z.object({ courseId: idOf('course') }),
});

/** Lists staff accounts that a course can name as instructors, by name; at most 500. */
export const listTeachers = endpoint({
  area: 'course',
  method: 'GET',
  url: '/admin/course/instructor/',
  roles: ['admin'],
  reply: z.array(z.object({ userId: idOf('user'), name: z.string(), email: z.string() })),
});

export const listShifts = endpoint({
  area: 'course',
  method: 'GET',
  url: '/admin/course/shift/',
  roles,
  reply: z.array(shift),
});

/** Messages by course type; the spec words them differently. */
export const courseMessages = {
  flexy: {
    create: { ok: 'Course created successfully', fail: 'Failed to create new course!' },
    update: { ok: 'Successfully Update Course', fail: 'Failed to update data, please try again' },
    duplicate: { ok: 'Course duplicated successfully', fail: 'Failed to duplicate course!' },
    remove: { ok: 'Course deleted successfully', fail: 'Failed to delete course!' },
  },
  'fast-track': {
    create: { ok: 'Successfully Created New Fast Track Course!', fail: 'Failed to create new course!' },
    update: { ok: 'Successfully Updated Fast Track Course!', fail: 'Failed to update course!' },
    duplicate: { ok: 'Successfully Duplicated Fast Track Course!', fail: 'Failed to duplicate course!' },
    remove: { ok: 'Successfully Deleted Fast Track Course!', fail: 'Failed to delete course!' },
  },
} as const satisfies Record<CourseType, Record<string, Messages>>;
