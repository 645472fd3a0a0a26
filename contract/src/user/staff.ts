/** Staff of a brand, and their roles (ours); for superadmins. */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, email, filter, idOf, listQuery, listReply, name, version } from '../kernel/fields.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { sorted, withReverse } from '../kernel/sorts.ts';
import { roleNames } from './account.ts';
import { accountState } from './filter.ts';

/** Superadmin only; superadmin is admitted to every call. */
const roles = [] as const;
const { member: _, ...named } = roleNames;
export const staffRoles = named;

/** Fields of a new account of staff. */
export const newStaff = z.object({
  name: field(name(3, 100), { label: 'Full name' }),
  email: field(email, { label: 'E-mail', hint: 'A link to set a password is sent there.' }),
  role: field(choice(staffRoles), { label: 'Role' }),
});

const staffRow = z.object({
  id: idOf('user'),
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  role: choice(staffRoles),
  /** 0: deactivated. */
  status: z.literal([0, 1]),
  lastLoginAt: z.string().nullable(),
  /** Sessions that have not ended, and when one of them was last used. */
  sessions: z.int(),
  lastUsedAt: z.string().nullable(),
  version,
});

export const listStaff = endpoint({
  area: 'user',
  failsAs: 500,
  method: 'GET',
  url: '/admin/staff/',
  roles,
  query: listQuery(
    {
      role: filter(choice(staffRoles), 'Role'),
      status: filter(accountState, 'Account'),
      sort: sorted(withReverse('name')),
    },
    fixedSize(20),
  ),
  reply: listReply('staff', staffRow),
});

/**
 * Changes a role; sessions have the new one at once, and end for a member. 409 for oneself, for the last active
 * superadmin, and for members who have courses.
 */
export const setUserRole = endpoint({
  area: 'user',
  failsAs: 500,
  method: 'PUT',
  url: '/admin/user/:id/role/',
  roles,
  params: byIdOf('user'),
  body: z.object({ role: field(choice(roleNames), { label: 'Role' }) }),
  versioned: true,
  stepUp: true,
  reply: z.object({ id: idOf('user'), role: choice(roleNames), version }),
  messages: { ok: 'Role changed', fail: 'The role was not changed', preferServer: true },
});
