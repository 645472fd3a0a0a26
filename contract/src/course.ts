/** Courses, self-paced "flexy" and cohort "fast-track" (spec §2, §3, §7, §8; domain.md, Course). */
import { z } from 'zod';
import { type CourseType, courseTypeNumber, courseTypes } from './course-rules.ts';
import { type Messages, endpoint } from './kernel.ts';
import { sectionItemKinds } from './section.ts';
import {
  byId,
  category,
  id,
  imageLink,
  link,
  listQuery,
  listReply,
  money,
  name,
  optionalFlag,
  orBlank,
  text,
  version,
} from './fields.ts';

export const ProductKind = { FLEXY: 0, ACADEMY: 2 } as const;
export const deliveryModes = ['online', 'offline'] as const;
export const courseKinds = ['regular', 'private'] as const;
export const levels = ['beginner', 'intermediate', 'advanced'] as const;

const roles = ['admin', 'instructor'] as const;

/** Shifts as the server keeps them; the synthetic NONE is added by the client (spec §3). */
const shift = z.object({ id: z.int(), code: z.string(), description: z.string() });
export const noShift = { id: 0, code: 'NONE', description: 'Tidak ada Shift' } as const;

const day = z.iso.date('Not a date');
const instructor = z.object({
  name: name(1, 100),
  title: text(100).default(''),
  photo: imageLink.nullable().default(null),
  bio: text(2000).default(''),
});
export type Instructor = z.output<typeof instructor>;

/** Every field a person edits. A thumbnail and a category may wait until publishing asks for them. */
const fields = {
  name: name(3, 150),
  thumbnail: imageLink.nullable(),
  category: category.nullable(),
  productKind: z.union([z.literal(0), z.literal(2)], 'A product kind is 0 or 2'),
  deliveryMode: z.enum(deliveryModes),
  courseKind: z.enum(courseKinds),
  price: money,
  /** HTML; what is stored has the tags of the admin's editor alone (docs/decisions/0009). */
  description: text(50_000),
  learningOutcomes: z.array(name(1, 300)).max(30, 'At most 30'),
  skills: z.array(name(1, 60)).max(30, 'At most 30'),
  prerequisites: text(5000),
  level: z.enum(levels),
  instructors: z.array(instructor).max(20, 'At most 20'),
  introVideoUrl: link.nullable(),
  whatsappGroupUrl: link.nullable(),
  hasCertificate: z.boolean(),
  passingScore: z.int('A whole number').min(0, 'From 0 to 100').max(100, 'From 0 to 100'),
  shift: text(20).nullable(),
  startDate: day.nullable(),
  endDate: day.nullable(),
  capacity: z.int('A whole number').min(1, 'At least 1').max(100_000, 'At most 100.000').nullable(),
  location: text(300).trim().nullable(),
  meetingUrl: link.nullable(),
};

/** What a cohort has and a regular course has not. */
export const noCohort = { shift: null, startDate: null, endDate: null, capacity: null } as const;

/** 0 regular, 1 fast-track; an update sends it with the fields, and it must be the course's own (spec §3). */
const type = z.union([z.literal(0), z.literal(1)], 'A type is 0 or 1');

/** A whole course as its form holds it; a shift NONE is null (spec §3). Publishing is a step of its own. */
export const courseDraft = z.object({ ...fields, type }).superRefine((course, context) => {
  const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (course.type !== courseTypeNumber['fast-track']) return;
  if (course.startDate === null && course.endDate !== null) wrong('startDate', 'Needs a start');
  if (course.startDate !== null && course.endDate !== null && course.startDate > course.endDate)
    wrong('endDate', 'Ends before it starts');
  if (course.deliveryMode === 'offline' && !course.location) wrong('location', 'An onsite course needs a location');
});

/** What an update sends: fields left out stay as they are, and the whole must then be a {@link courseDraft}. */
const courseChange = z
  .object({ ...fields, isPublished: z.boolean() })
  .partial()
  .extend({ type });

/** Creating takes a name and no more; the rest is the editor's. */
export const newCourse = z.object({ name: fields.name });

const courseRow = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  thumbnail: z.string().nullable(),
  category: category.nullable(),
  type,
  productKind: fields.productKind,
  deliveryMode: z.enum(deliveryModes),
  courseKind: z.enum(courseKinds),
  price: z.int(),
  finalPrice: z.int(),
  isPublished: z.boolean(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  shift: z.string().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  totalMembers: z.int(),
  totalSections: z.int(),
  updatedAt: z.string(),
});

const section = z.object({
  sectionId: id,
  courseId: id,
  name: z.string(),
  description: z.string(),
  priority: z.int(),
  startAt: z.string().nullable(),
  endAt: z.string().nullable(),
  gmeetUrl: z.string().nullable(),
  items: z.array(
    z.object({
      kind: z.enum(sectionItemKinds),
      id,
      name: z.string(),
      type: z.string(),
      priority: z.int(),
      duration: z.int(),
    }),
  ),
});

/** `totalDuration` is in minutes, the sum of the lessons'; sections and their items come by priority. */
const courseDetail = courseRow.extend({
  description: z.string(),
  learningOutcomes: z.array(z.string()),
  skills: z.array(z.string()),
  prerequisites: z.string(),
  level: z.enum(levels),
  instructors: z.array(
    z.object({ name: z.string(), title: z.string(), photo: z.string().nullable(), bio: z.string() }),
  ),
  introVideoUrl: z.string().nullable(),
  whatsappGroupUrl: z.string().nullable(),
  hasCertificate: z.boolean(),
  passingScore: z.int(),
  capacity: z.int().nullable(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  totalDuration: z.int(),
  sections: z.array(section),
  finalProject: z.null(),
  version,
});

const byType = z.object({ type: z.enum(courseTypes, 'A type is flexy or fast-track') });

/** Newest first. `filter` is a category; `isPublished` false is Draft, true is Published. */
export const listCourses = endpoint({
  area: 'course',
  method: 'GET',
  url: '/admin/course/type/:type/',
  roles,
  params: byType,
  query: listQuery({ filter: orBlank(category), isPublished: optionalFlag }),
  reply: listReply('courses', courseRow),
});

export const createCourse = endpoint({
  area: 'course',
  method: 'POST',
  url: '/admin/course/type/:type/',
  roles,
  params: byType,
  body: newCourse,
  success: 201,
  creates: true,
  reply: z.object({ courseId: id }),
});

export const getCourse = endpoint({
  area: 'course',
  method: 'GET',
  url: '/admin/course/:id/',
  roles,
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
  reply: z.object({ courseId: id, version }),
});

export const duplicateCourse = endpoint({
  area: 'course',
  method: 'PUT',
  url: '/admin/course/:id/duplicate/',
  roles,
  params: byId,
  creates: true,
  reply: z.object({ courseId: id }),
});

export const deleteCourse = endpoint({
  area: 'course',
  method: 'DELETE',
  url: '/admin/course/:id/',
  roles,
  params: byId,
  versioned: true,
  reply: z.object({ courseId: id }),
});

export const listShifts = endpoint({
  area: 'course',
  method: 'GET',
  url: '/admin/course/shift/',
  roles,
  reply: z.array(shift),
});

/** The spec words the toasts of the two types differently; a page takes those of its type. */
export const courseMessages = {
  flexy: {
    create: { ok: 'Course created successfully', fail: 'Failed to create new course!' },
    update: { ok: 'Successfully Update Course', fail: 'Failed to update data, please try again' },
    duplicate: { ok: 'Course duplicated successfully', fail: 'Failed to duplicate course!' },
    delete: { ok: 'Course deleted successfully', fail: 'Failed to delete course!' },
  },
  'fast-track': {
    create: { ok: 'Successfully Created New Fast Track Course!', fail: 'Failed to create new course!' },
    update: { ok: 'Successfully Updated Fast Track Course!', fail: 'Failed to update course!' },
    duplicate: { ok: 'Successfully Duplicated Fast Track Course!', fail: 'Failed to duplicate course!' },
    delete: { ok: 'Successfully Deleted Fast Track Course!', fail: 'Failed to delete course!' },
  },
} as const satisfies Record<CourseType, Record<string, Messages>>;
