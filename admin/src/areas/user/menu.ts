/** Navigation entry of users. */
import { IconUsers } from '@tabler/icons-react';
import { listUsers } from '#contract/user/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'People',
    place: 1,
    label: 'Users',
    to: '/user',
    purpose: 'Profiles, passwords and courses',
    icon: IconUsers,
    opens: listUsers,
  },
];
