/** Navigation entry of batches. */
import { IconListCheck } from '@tabler/icons-react';
import { listBatches } from '#contract/batch/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'System',
    place: 3,
    label: 'Bulk changes',
    to: '/batch',
    purpose: 'Changes of many records, and their undo',
    icon: IconListCheck,
    opens: listBatches,
  },
];
