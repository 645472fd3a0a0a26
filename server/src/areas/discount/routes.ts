/** The HTTP calls of discounts. */
import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment.ts';
import * as discount from '#contract/discount.ts';
import { serveAssignment } from '#shared/assignment.ts';
import type { LinkRules } from '#shared/assignment-link.ts';
import { serve } from '#platform/http/serve.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import * as service from './service.ts';

const rules = (productType: service.ProductType): LinkRules => ({
  check: (db, id) => service.checkProductType(db, id, productType),
  conflicts: service.conflictsOf,
});

export function discountRoutes(app: FastifyInstance): void {
  serveRecord(app, discount.discounts, service.discountRecord);
  serve(app, discount.setDiscountStatus, ({ params, body, db, ifMatch }) =>
    service.switchDiscount(db, params.id, body.status === 1, ifMatch),
  );
  serve(app, discount.unassignAllProducts, ({ params, db }) => service.unassignAll(db, params.id));
  serveAssignment(app, assignments.discountCourses, rules('courses'));
  serveAssignment(app, assignments.discountPaths, rules('learning paths'));
}
