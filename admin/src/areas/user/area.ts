/** Navigation, pages and records of users. */
import { IconUserShield, IconUsers } from '@tabler/icons-react';
import { getUserProfile, listUsers } from '#contract/user/endpoints.ts';
import { listStaff } from '#contract/user/staff.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'People',
      place: 1,
      label: 'Users',
      to: '/user',
      icon: IconUsers,
      opens: listUsers,
    },
    {
      group: 'People',
      place: 6,
      label: 'Staff',
      to: '/staff',
      icon: IconUserShield,
      opens: listStaff,
      create: { what: 'staff', call: listStaff },
    },
  ],
  pages: {
    '/user': page(() => import('./user-list-page.tsx'), 'UserListPage'),
    '/staff': page(() => import('./staff-page.tsx'), 'StaffPage'),
    '/user/import': page(() => import('./import/import-page.tsx'), 'ImportPage'),
    '/user/of': page(() => import('./user-of-page.tsx'), 'UserOfPage'),
    '/user/duplicates': page(() => import('./merge/duplicates-page.tsx'), 'DuplicatesPage'),
    '/user/merge/$id': page(() => import('./merge/merge-page.tsx'), 'MergePage'),
    '/user/merge/$id/$other': page(() => import('./merge/merge-page.tsx'), 'MergePage'),
    '/user/$id/{-$tab}': page(() => import('./user-page.tsx'), 'UserPage'),
  },
  records: { user: ['/user', getUserProfile] },
  beside: { user: [getUserProfile, async () => (await import('./user-beside.tsx')).UserBeside] },
  found: {
    user: { to: '/user', one: 'User' },
  },
};
