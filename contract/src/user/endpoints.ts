/** Users and their courses (spec §2, §3, §7, §8; domain.md, User); of any role. */
import { z } from 'zod';
import { endpoint, roles as allRoles } from '../kernel/endpoint.ts';
import { field } from '../kernel/draft.ts';
import { byIdOf, email, idOf, imageLink, listQuery, listReply, name, version } from '../kernel/fields.ts';
import { changeOf } from '../kernel/record-endpoints.ts';
import { passwordChange } from '../auth/password.ts';
import { sorted } from '../kernel/sorts.ts';
import { userSubscription } from '../subscription/endpoints.ts';
import { tagOfPerson } from '../tag/endpoints.ts';
import { peopleFilters } from './filter.ts';

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
  /** 0: deactivated, cannot sign in. */
  status: z.literal([0, 1]),
  totalCourses: z.int(),
  joinedAt: z.string(),
  lastLoginAt: z.string().nullable(),
  /** By name. */
  tags: z.array(tagOfPerson),
});

/** Lists users of any role. `joined`: by time of joining; `empty`: by number of courses, fewest first. */
export const listUsers = endpoint({
  area: 'user',
  failsAs,
  method: 'GET',
  url: '/admin/user',
  metered: true,
  roles: readers,
  scope: 'members:read',
  query: listQuery({ ...peopleFilters, sort: sorted(['name', '-name', 'joined', 'empty']) }),
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

/** Link that a person was sent to set their password; `state` is open while it works. */
const invitation = z.object({
  kind: z.enum(['invitation', 'password']),
  at: z.string(),
  expiresAt: z.string(),
  state: z.enum(['open', 'used', 'revoked', 'expired']),
});

/** Gets the spec's profile, including the first page of courses. */
export const getUserProfile = endpoint({
  area: 'user',
  failsAs,
  method: 'GET',
  url: '/admin/user/:id/profile/',
  roles: readers,
  scope: 'members:read',
  params: byId,
  versioned: true,
  reply: userProfile.extend({
    courses: z.object({ page: z.int(), pageSize: z.int(), totalItems: z.int(), course: z.array(userCourse) }),
    totalPaths: z.int(),
    hasPassword: z.boolean(),
    /** The latest one. */
    invitation: invitation.nullable(),
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

const shortText = (label: string, hint?: string) => field(name(0, 150).default(''), { label, ...(hint && { hint }) });

export const userDraft = z.object({
  name: field(name(3, 100), { label: 'Full name' }),
  email: field(email, { label: 'E-mail' }),
  phoneNumber: field(name(0, 40).default(''), { label: 'Phone', hint: 'Indonesian without a country code.' }),
  uoc: shortText('Institution', 'University or company.'),
  job: shortText('Job'),
  location: shortText('Location'),
});

/** Messages of a change of a user; the name has the spec's (§8). */
export const savedUserMessages = { name: 'Nama berhasil diubah', other: 'Data berhasil diubah' } as const;

/**
 * Changes fields of a user; those omitted stay, and others than these are refused. Another e-mail is confirmed by mail
 * at both addresses, ends the person's sessions, and sends an open invitation again.
 */
export const changeUser = endpoint({
  area: 'user',
  failsAs,
  method: 'PATCH',
  url: '/admin/user/:id/profile/',
  roles: editors,
  params: byId,
  body: changeOf(userDraft)
    .partial()
    .strict()
    .refine((fields) => Object.keys(fields).length > 0, 'Nothing to change'),
  versioned: true,
  reply: z.object({ id: idOf('user'), name: z.string(), version, message: z.enum(savedUserMessages) }),
  messages: { ok: '{message}', fail: 'Failed to update data, please try again', preferServer: true },
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
