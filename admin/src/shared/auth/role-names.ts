/** Labels of roles. */
import type { Role } from '#contract/kernel/endpoint.ts';

export const roleNames: Record<Role, string> = {
  superadmin: 'Superadmin',
  admin: 'Admin',
  instructor: 'Instructor',
  'customer-service': 'Customer service',
  member: 'Member',
};
