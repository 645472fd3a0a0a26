import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment.ts';
import * as discount from '#contract/discount.ts';
import { type Link, serveAssignment } from '#shared/assignment.ts';
import { serve } from '#platform/http/serve.ts';
import { findDiscounts } from './queries.ts';
import * as service from './service.ts';

const owner = {
  thing: 'discount',
  ownerTable: 'discount',
  owner: 'discountId',
  check: service.checkAssignable,
} as const;
const courses: Link = { ...owner, table: 'discountCourse', item: 'courseId', itemTable: 'course' };
const paths: Link = { ...owner, table: 'discountPath', item: 'pathId', itemTable: 'learningPath' };

export function discountRoutes(app: FastifyInstance): void {
  serve(app, discount.listDiscounts, async ({ query, db }) => {
    const { rows, head } = await findDiscounts(db, query);
    return { ...head, discounts: rows };
  });
  serve(app, discount.createDiscount, ({ body, db }) => service.addDiscount(db, body));
  serve(app, discount.getDiscount, ({ params, db }) => service.discountDetail(db, params.id));
  serve(app, discount.updateDiscount, ({ params, body, db, ifMatch }) =>
    service.changeDiscount(db, params.id, body, ifMatch),
  );
  serve(app, discount.deleteDiscount, ({ params, db, ifMatch }) => service.removeDiscount(db, params.id, ifMatch));
  serve(app, discount.setDiscountStatus, ({ params, body, db, ifMatch }) =>
    service.switchDiscount(db, params.id, body.status === 1, ifMatch),
  );
  serve(app, discount.unassignAllProducts, ({ params, db }) => service.unassignAll(db, params.id));
  serveAssignment(app, assignments.discountCourses, courses);
  serveAssignment(app, assignments.discountPaths, paths);
}
