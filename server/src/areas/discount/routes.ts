/** The HTTP calls of discounts. */
import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment.ts';
import { discounts, unassignAllProducts } from '#contract/discount.ts';
import { serveAssignment } from '#shared/assignment.ts';
import type { LinkRules } from '#shared/assignment-link.ts';
import { serve } from '#platform/http/serve.ts';
import { serveSwitched } from '#platform/http/serve-record.ts';
import * as service from './service.ts';

const rules = (productType: service.ProductType): LinkRules => ({
  check: (db, id) => service.checkProductType(db, id, productType),
  conflicts: service.conflictsOf,
});

export function discountRoutes(app: FastifyInstance): void {
  serveSwitched(app, discounts, service.discountRecord);
  serve(app, unassignAllProducts, ({ params, db }) => service.unassignAll(db, params.id));
  serveAssignment(app, assignments.discountCourses, rules('courses'));
  serveAssignment(app, assignments.discountPaths, rules('learning paths'));
}
