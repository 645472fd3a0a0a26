/** Navigation and pages of the integration with other programs. */
import { IconPlugConnected } from '@tabler/icons-react';
import { listApiKeys } from '#contract/integration/keys.ts';
import { listWebhooks } from '#contract/integration/webhooks.ts';
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
  pages: {
    '/integration/{-$tab}': page(() => import('./integration-page.tsx'), 'IntegrationPage'),
    '/agent/consent': page(() => import('./agents/consent-page.tsx'), 'ConsentPage'),
    '/integration/webhook/$id': page(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  },
  records: { webhook: ['/integration/webhook', listWebhooks] },
};
