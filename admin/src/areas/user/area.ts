/** Navigation, pages and records of users. */
import { IconUsers } from '@tabler/icons-react';
import { getUserProfile, listUsers } from '#contract/user/endpoints.ts';
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
  ],
  pages: {
    '/user': page(() => import('./user-list-page.tsx'), 'UserListPage'),
    '/user/import': page(() => import('./import/import-page.tsx'), 'ImportPage'),
    '/user/of': page(() => import('./user-of-page.tsx'), 'UserOfPage'),
    '/user/$id/{-$tab}': page(() => import('./user-page.tsx'), 'UserPage'),
  },
  records: { user: ['/user', getUserProfile] },
  beside: { user: [getUserProfile, async () => (await import('./user-beside.tsx')).UserBeside] },
  found: {
    user: { to: '/user', one: 'User' },
  },
};
