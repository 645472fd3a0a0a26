/** Navigation entry of exports. */
import { IconFileExport } from '@tabler/icons-react';
import { listExports } from '#contract/exports/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'System',
    place: 2,
    label: 'Exports',
    to: '/exports',
    purpose: 'Who exported which orders',
    icon: IconFileExport,
    opens: listExports,
  },
];
