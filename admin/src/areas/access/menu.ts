/** Navigation entry of paid and access. */
import { IconLockCheck } from '@tabler/icons-react';
import { listAccessGaps } from '#contract/access/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Selling',
    place: 11,
    label: 'Paid and access',
    to: '/order/access',
    purpose: 'Payments without access, and access without payment',
    icon: IconLockCheck,
    opens: listAccessGaps,
  },
];
