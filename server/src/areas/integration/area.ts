/** Area of programs: their keys, what they may do here, and the webhooks that tell them what happened. */
import type { Area } from '#shared/area.ts';
import { agentRoutes } from './agents/routes.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { apiKeyRoutes } from './keys/routes.ts';
import { learningRoutes } from './learning/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { placedOrderRoutes } from './orders/routes.ts';
import { deliverWebhooks } from './webhooks/jobs.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export const area: Area = {
  routes: [apiKeyRoutes, memberRoutes, catalogueRoutes, placedOrderRoutes, learningRoutes, webhookRoutes, agentRoutes],
  jobs: [deliverWebhooks],
  bigTables: ['catalogue_change', 'payment_notice', 'event', 'webhook_delivery'],
};
