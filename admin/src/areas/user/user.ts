/** What the screens of users share. */
import type { Reply, Role } from '#contract/kernel.ts';
import type { getUserProfile, listUsers } from '#contract/user.ts';
import type { RowOf } from '#kit/list/source.ts';

/** A row of the list. */
export type User = RowOf<typeof listUsers, 'users'>;

export type Profile = Reply<typeof getUserProfile>;

/** How the types of courses are shown. */
export const typeNames = { flexy: 'Flexy', 'fast-track': 'Fast-track' } as const;

/** How roles are shown. */
export const roleNames: Record<Role, string> = {
  superadmin: 'Superadmin',
  admin: 'Admin',
  instructor: 'Instructor',
  'customer-service': 'Customer service',
  member: 'Member',
};
