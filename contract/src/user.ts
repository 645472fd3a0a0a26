/** Users and their courses (spec §2, §3, §7, §8; domain.md, User). A user is a user of any role. */
import { z } from 'zod';
import { endpoint, roles as allRoles } from './kernel.ts';
import { byId, id, imageLink, listQuery, listReply, name, orBlank, version } from './fields.ts';
import { passwordChange } from './password.ts';

export const userSorts = ['name', '-name', 'joined', 'empty'] as const;
const readers = ['admin', 'customer-service'] as const;
const editors = ['admin'] as const;

const userRow = z.object({
  id,
  uoc: z.string(),
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  image: z.string().nullable(),
  role: z.enum(allRoles),
  totalCourses: z.int(),
  joinedAt: z.string(),
  lastLoginAt: z.string().nullable(),
});

export const listUsers = endpoint({
  area: 'user',
  method: 'GET',
  url: '/admin/user',
  roles: readers,
  query: listQuery({
    sort: orBlank(z.enum(userSorts, 'A sort is name, -name, joined or empty')).transform((sort) => sort ?? 'name'),
  }),
  reply: listReply('users', userRow),
  messages: { preferServer: true, fail: 'Failed to fetch users' },
});

const userCourse = z.object({
  id,
  name: z.string(),
  thumbnail: z.string().nullable(),
  category: z.string().nullable(),
  type: z.int(),
  assignedAt: z.string(),
});

/** The profile of the spec, with the first page of courses. */
export const getUserProfile = endpoint({
  area: 'user',
  method: 'GET',
  url: '/admin/user/:id/profile/',
  roles: readers,
  params: byId,
  versioned: true,
  reply: z.object({
    id,
    uoc: z.string(),
    name: z.string(),
    email: z.string(),
    location: z.string(),
    job: z.string(),
    image: z.string().nullable(),
    phoneNumber: z.string(),
    role: z.enum(allRoles),
    joinedAt: z.string(),
    lastLoginAt: z.string().nullable(),
    version,
    courses: z.object({ page: z.int(), pageSize: z.int(), totalItems: z.int(), course: z.array(userCourse) }),
  }),
});

export const userName = z.object({ name: name(3, 100) });

export const changeUserName = endpoint({
  area: 'user',
  method: 'PATCH',
  url: '/admin/user/:id/profile/',
  roles: editors,
  params: byId,
  body: userName,
  versioned: true,
  reply: z.object({ id, name: z.string(), version }),
  refreshes: ['user', 'auth', 'audit'],
  messages: { ok: 'Nama berhasil diubah', fail: 'Failed to update data, please try again', preferServer: true },
});

export const userPicture = z.object({ image: imageLink.nullable() });

/** Ours: the specification's profile takes the name alone. */
export const changeUserPicture = endpoint({
  area: 'user',
  method: 'PUT',
  url: '/admin/user/:id/picture/',
  roles: editors,
  params: byId,
  body: userPicture,
  versioned: true,
  reply: z.object({ id, image: z.string().nullable(), version }),
  refreshes: ['user', 'auth', 'audit'],
  messages: { ok: 'Picture saved', fail: 'Failed to update data, please try again', preferServer: true },
});

export const changeUserPassword = endpoint({
  area: 'user',
  method: 'PUT',
  url: '/admin/user/:id/password/',
  roles: editors,
  params: byId,
  body: passwordChange,
  versioned: true,
  reply: z.object({ id, version }),
  refreshes: ['user', 'audit'],
  messages: { ok: 'Password berhasil diubah', fail: 'Failed to update data, please try again', preferServer: true },
});

export const userCoursesPageSize = 100;

export const listUserCourses = endpoint({
  area: 'user',
  method: 'GET',
  url: '/admin/user/:id/courses',
  roles: readers,
  params: byId,
  query: listQuery({}, userCoursesPageSize),
  reply: listReply('courses', userCourse),
});

const member = z.object({
  id,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  isAssigned: z.boolean(),
});

/** `users`: everybody who matches, with whether they are assigned; `assignedUsers`: those of this page who are. */
export const listCourseUsers = endpoint({
  area: 'user',
  method: 'GET',
  url: '/admin/user/course/:id/',
  roles: ['admin', 'instructor'],
  params: byId,
  query: listQuery({}),
  reply: listReply('users', member).extend({ assignedUsers: z.array(member) }),
});

/** The spec's calls say `userId`; one variant says `userID`. */
const oneUser = z.union([
  z.object({ userId: id }),
  z.object({ userID: id }).transform((wire) => ({ userId: wire.userID })),
]);

export const assignCourseToUser = endpoint({
  area: 'user',
  method: 'PUT',
  url: '/admin/user/course/:id/assign/',
  roles: editors,
  params: byId,
  body: oneUser,
  reply: z.object({ changed: z.int() }),
  refreshes: ['user', 'course', 'audit'],
  messages: { ok: 'Course successfully assigned', fail: 'Failed to assign course' },
});

export const unassignCourseFromUser = endpoint({
  area: 'user',
  method: 'DELETE',
  url: '/admin/user/course/:id/unassign/',
  roles: editors,
  params: byId,
  body: oneUser,
  reply: z.object({ changed: z.int() }),
  refreshes: ['user', 'course', 'audit'],
  messages: { ok: 'User unassigned', fail: 'Failed to assign course' },
});
