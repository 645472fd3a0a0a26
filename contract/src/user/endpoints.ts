/** Users and their courses (spec §2, §3, §7, §8; domain.md, User); of any role. */
import { z } from 'zod';
import { endpoint, roles as allRoles } from '../kernel/endpoint.ts';
import { field } from '../kernel/draft.ts';
import { byIdOf, idOf, imageLink, listQuery, listReply, name, version } from '../kernel/fields.ts';
import { passwordChange } from '../auth/password.ts';
import { sorted } from '../kernel/sorts.ts';
import { userSubscription } from '../subscription/endpoints.ts';

const readers = ['admin', 'customer-service'] as const;
const editors = ['admin'] as const;
const byId = byIdOf('user');
/** Failures of these calls are reported as 500 (spec §8). */
const failsAs = 500;

export const userRow = z.object({
  id: idOf('user'),
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

/** Lists users of any role. `joined`: by time of joining; `empty`: by number of courses, fewest first. */
export const listUsers = endpoint({
  area: 'user',
  failsAs,
  method: 'GET',
  url: '/admin/user',
  metered: true,
  roles: readers,
  query: listQuery({ sort: sorted(['name', '-name', 'joined', 'empty']) }),
  reply: listReply('users', userRow),
  messages: { preferServer: true, fail: 'Failed to fetch users' },
});

/** Row of a user's list of courses (assignment.ts). */
const userCourse = z.object({
  id: idOf('course'),
  name: z.string(),
  thumbnail: z.string().nullable(),
  category: z.string().nullable(),
  type: z.int(),
  assignedAt: z.string(),
});

export const userProfile = userRow.omit({ totalCourses: true }).extend({
  location: z.string(),
  job: z.string(),
  /** Account that this one was merged into. */
  mergedInto: idOf('user').nullable(),
  /** When the person's data was erased. */
  erasedAt: z.string().nullable(),
  version,
});

/** Gets the spec's profile, including the first page of courses. */
export const getUserProfile = endpoint({
  area: 'user',
  failsAs,
  method: 'GET',
  url: '/admin/user/:id/profile/',
  roles: readers,
  params: byId,
  versioned: true,
  reply: userProfile.extend({
    courses: z.object({ page: z.int(), pageSize: z.int(), totalItems: z.int(), course: z.array(userCourse) }),
    totalPaths: z.int(),
  }),
});

/** Gets the user's subscription that ends last, preferring those not cancelled; null if there never was one. */
export const getUserSubscription = endpoint({
  area: 'user',
  failsAs,
  method: 'GET',
  url: '/admin/user/:id/subscription/',
  roles: readers,
  params: byId,
  reply: z.object({ subscription: userSubscription.nullable() }),
});

export const userDraft = z.object({ name: field(name(3, 100), { label: 'Full name' }) });

export const changeUserName = endpoint({
  area: 'user',
  failsAs,
  method: 'PATCH',
  url: '/admin/user/:id/profile/',
  roles: editors,
  params: byId,
  body: userDraft,
  versioned: true,
  reply: z.object({ id: idOf('user'), name: z.string(), version }),
  messages: { ok: 'Nama berhasil diubah', fail: 'Failed to update data, please try again', preferServer: true },
});

export const userPicture = z.object({ image: field(imageLink.nullable(), { label: 'Picture' }) });

/** Changes a user's picture (ours: the spec's profile call changes only the name). */
export const changeUserPicture = endpoint({
  area: 'user',
  failsAs,
  method: 'PUT',
  url: '/admin/user/:id/picture/',
  roles: editors,
  params: byId,
  body: userPicture,
  versioned: true,
  reply: z.object({ id: idOf('user'), image: z.string().nullable(), version }),
  messages: { ok: 'Picture saved', fail: 'Failed to update data, please try again', preferServer: true },
});

export const changeUserPassword = endpoint({
  area: 'user',
  failsAs,
  method: 'PUT',
  url: '/admin/user/:id/password/',
  roles: editors,
  params: byId,
  body: passwordChange,
  versioned: true,
  stepUp: true,
  reply: z.object({ id: idOf('user'), version }),
  messages: { ok: 'Password berhasil diubah', fail: 'Failed to update data, please try again', preferServer: true },
});
