/** Doors for programs. */
import type { Area } from '#shared/area.ts';
import { deliverWebhooks } from './webhooks/jobs.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export const area: Area = {
  routes: [webhookRoutes],
  jobs: [deliverWebhooks],
  bigTables: ['event', 'webhook_delivery'],
};
