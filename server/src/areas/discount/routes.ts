/** HTTP endpoints of discounts. */
import type { FastifyInstance } from 'fastify';
import { discounts } from '#contract/discount/endpoints.ts';
import { discountEffect } from '#contract/discount/effect.ts';
import { unassignAllProducts } from '#contract/pricing/unassign-all.ts';
import { serveAssignment } from '#shared/assignment/assign.ts';
import { serveTakeOver } from '#shared/assignment/take-over.ts';
import { serve } from '#platform/http/serve.ts';
import { serveSwitched } from '#platform/http/serve-record.ts';
import { productLinks } from './batches.ts';
import * as service from './service.ts';

export function discountRoutes(app: FastifyInstance): void {
  serveSwitched(app, discounts, service.discountRecord);
  serve(app, unassignAllProducts, ({ params, db, caller }) => service.unassignAll(db, caller, params.id));
  serve(app, discountEffect, ({ params, db }) => service.activationEffect(db, params.id));
  for (const { assignment, rules, kind } of productLinks) {
    serveAssignment(app, assignment, rules, kind);
    serveTakeOver(app, assignment, rules, 'discount-taking');
  }
}
