/** HTTP endpoints of campaigns, and of promotions over time. */
import type { FastifyInstance } from 'fastify';
import { campaigns } from '#contract/campaign/endpoints.ts';
import {
  addPromotions,
  campaignEffect,
  campaignSales,
  previewDates,
  removePromotions,
} from '#contract/campaign/promotions.ts';
import { readTimeline } from '#contract/campaign/timeline.ts';
import { serve } from '#platform/http/serve.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import { findDateChanges, findEffect } from './effect.ts';
import { findCampaignSales } from './sales.ts';
import * as service from './service.ts';
import { findTimeline } from './timeline.ts';

export function campaignRoutes(app: FastifyInstance): void {
  serveRecord(app, campaigns, service.campaignRecord);
  serve(app, campaigns.setStatus, ({ params, body, db, caller, ifMatch }) =>
    service.switchCampaign(db, caller, params.id, body.status === 1, ifMatch),
  );
  serve(app, addPromotions, ({ params, body, db }) => service.addPromotions(db, params.id, body));
  serve(app, removePromotions, ({ params, body, db }) => service.removePromotions(db, params.id, body));
  serve(app, campaignEffect, ({ params, db }) => findEffect(db, params.id));
  serve(app, previewDates, ({ params, query, db }) => findDateChanges(db, params.id, query));
  serve(app, campaignSales, ({ params, db }) => findCampaignSales(db, params.id));
  serve(app, readTimeline, ({ query, db }) => findTimeline(db, query));
}
