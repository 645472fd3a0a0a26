/** Navigation and pages of doors for programs. */
import { IconWebhook } from '@tabler/icons-react';
import { listWebhooks } from '#contract/integration/webhooks.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'System',
      place: 5,
      label: 'Webhooks',
      to: '/integration/webhooks',
      icon: IconWebhook,
      opens: listWebhooks,
    },
  ],
  pages: {
    '/integration/webhooks': page(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
    '/integration/webhook/$id': page(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  },
  records: { webhook: ['/integration/webhook', listWebhooks] },
};
