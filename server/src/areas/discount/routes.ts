/** HTTP endpoints of discounts. */
import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment/table.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { discountEffect } from '#contract/discount/effect.ts';
import { unassignAllProducts } from '#contract/pricing/unassign-all.ts';
import { serveAssignment } from '#shared/assignment/assign.ts';
import { serveTakeOver } from '#shared/assignment/take-over.ts';
import { serve } from '#platform/http/serve.ts';
import { serveSwitched } from '#platform/http/serve-record.ts';
import * as service from './service.ts';

export function discountRoutes(app: FastifyInstance): void {
  serveSwitched(app, discounts, service.discountRecord);
  serve(app, unassignAllProducts, ({ params, db }) => service.unassignAll(db, params.id));
  serve(app, discountEffect, ({ params, db }) => service.activationEffect(db, params.id));
  for (const [link, productType] of [
    [assignments.discountCourses, 'courses'],
    [assignments.discountPaths, 'learning paths'],
    [assignments.discountPlans, 'subscriptions'],
    [assignments.discountProducts, 'products'],
  ] as const) {
    serveAssignment(app, link, service.rulesFor(productType));
    serveTakeOver(app, link, service.rulesFor(productType));
  }
}
