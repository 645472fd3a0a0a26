/** Navigation and page of the brand's settings. */
import { IconSettings } from '@tabler/icons-react';
import { getBrandSettings } from '#contract/brand/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    { group: 'System', place: 4, label: 'Settings', to: '/settings', icon: IconSettings, opens: getBrandSettings },
  ],
  pages: { '/settings': page(() => import('./settings-page.tsx'), 'SettingsPage') },
};
