/** Navigation entry of project submissions. */
import { IconClipboardCheck } from '@tabler/icons-react';
import { listSubmissions } from '#contract/submission/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Learning',
    place: 4,
    label: 'Submissions',
    to: '/submission',
    purpose: 'Final projects and their scores',
    icon: IconClipboardCheck,
    opens: listSubmissions,
  },
];
