/** Navigation entry of jobs. */
import { IconStack2 } from '@tabler/icons-react';
import { listJobs } from '#contract/jobs/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'System',
    place: 1,
    label: 'Jobs',
    to: '/jobs',
    purpose: 'E-mails and other background work',
    icon: IconStack2,
    opens: listJobs,
  },
];
