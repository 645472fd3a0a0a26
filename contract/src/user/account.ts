/** Accounts of people (ours; domain.md, People): created, deactivated, and sent links to set a password. */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { type Role, endpoint } from '../kernel/endpoint.ts';
import { byIdOf, email, filter, idOf, text, version } from '../kernel/fields.ts';
import { userDraft, userRow } from './endpoints.ts';

const creators = ['admin', 'customer-service'] as const;
const byId = byIdOf('user');
const failsAs = 500;

/** Display names of roles. */
export const roleNames = {
  superadmin: 'Superadmin',
  admin: 'Admin',
  instructor: 'Instructor',
  'customer-service': 'Customer service',
  member: 'Member',
} as const satisfies Record<Role, string>;

export const newUser = userDraft.extend({ role: field(choice(roleNames).default('member'), { label: 'Role' }) });

/**
 * Creates a person without a password and sends the invitation. 409 at `email` if it is taken; another role than member
 * is for superadmins, who confirm their password.
 */
export const createUser = endpoint({
  area: 'user',
  failsAs,
  method: 'POST',
  url: '/admin/user/',
  roles: creators,
  creates: true,
  success: 201,
  body: newUser,
  reply: z.object({ userId: idOf('user') }),
  messages: { ok: '{name} created; an invitation is sent to {email}', fail: 'Failed to create the person' },
});

/**
 * Deactivates (0) or reactivates (1): a deactivated person cannot sign in, is signed out at once, and keeps everything.
 * Staff only by superadmins, who confirm their password; 409 for oneself and the last superadmin.
 */
export const setUserStatus = endpoint({
  area: 'user',
  failsAs,
  method: 'PUT',
  url: '/admin/user/:id/status/',
  roles: ['admin'],
  params: byId,
  body: z.object({ status: choice({ 0: 'Deactivated', 1: 'Active' }) }),
  versioned: true,
  reply: z.object({ id: idOf('user'), status: z.literal([0, 1]), version }),
  messages: { fail: 'Failed to change the account', preferServer: true },
});

/**
 * Sends a link to set a password, valid for 72 hours and once; earlier links end. An invitation if the person has no
 * password yet. 409 for deactivated people.
 */
export const sendInvitation = endpoint({
  area: 'user',
  failsAs,
  method: 'POST',
  url: '/admin/user/:id/invitation/',
  roles: creators,
  params: byId,
  reply: z.object({ email: z.string(), kind: z.enum(['invitation', 'password']) }),
  messages: { ok: 'A link is sent to {email}', fail: 'Failed to send the link', preferServer: true },
});

/** Ends the open link; one that has ended already counts as 0. */
export const revokeInvitation = endpoint({
  area: 'user',
  failsAs,
  method: 'DELETE',
  url: '/admin/user/:id/invitation/',
  roles: creators,
  params: byId,
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'The link no longer works', fail: 'Failed to end the link', preferServer: true },
});

const person = userRow.pick({ id: true, name: true, email: true, role: true });

/** Upper limit of the people with the same phone. */
export const maxSamePhone = 3;

/** Finds who has an e-mail, and who has a phone number in any spelling; without the person `except`. */
export const findSamePeople = endpoint({
  area: 'user',
  failsAs,
  method: 'GET',
  url: '/admin/user/same/',
  roles: creators,
  query: z.object({
    email: filter(email, 'E-mail'),
    phoneNumber: filter(text(40), 'Phone'),
    except: filter(idOf('user'), 'User'),
  }),
  reply: z.object({ email: person.nullable(), phone: z.array(person).max(maxSamePhone) }),
});
