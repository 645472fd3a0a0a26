/** Navigation and page of the integration with other programs. */
import { IconPlugConnected } from '@tabler/icons-react';
import { listApiKeys } from '#contract/integration/keys.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'System',
      place: 5,
      label: 'Integration',
      to: '/integration',
      icon: IconPlugConnected,
      opens: listApiKeys,
    },
  ],
  pages: { '/integration/{-$tab}': page(() => import('./integration-page.tsx'), 'IntegrationPage') },
};
