/** Broadcasts to many people by mail and WhatsApp, and their consent. */
import type { Area } from '#shared/area.ts';
import { marketingConsentBatch } from './consent.ts';
import { sendBroadcastMail } from './mailing.ts';
import { broadcastRoutes } from './routes.ts';
import { continueBroadcasts, sendBroadcastJob } from './sending.ts';
import { syncTemplates } from './whatsapp/templates.ts';

export const area: Area = {
  routes: [broadcastRoutes],
  jobs: [sendBroadcastJob, sendBroadcastMail, continueBroadcasts, syncTemplates],
  batches: [marketingConsentBatch],
  bigTables: ['broadcast_delivery', 'marketing_consent'],
};
