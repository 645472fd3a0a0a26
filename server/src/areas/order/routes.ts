/** The HTTP calls of orders. */
import type { FastifyInstance } from 'fastify';
import { getOrder, listOrders } from '#contract/order.ts';
import { notFound } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { findOrder, findOrders } from './queries.ts';

export function orderRoutes(app: FastifyInstance): void {
  serve(app, listOrders, async ({ query, db }) => {
    const { rows, head } = await findOrders(db, query);
    return { ...head, data: rows };
  });
  serve(app, getOrder, async ({ params, db }) => {
    const order = await findOrder(db, params.id);
    if (!order) throw notFound('order');
    return order;
  });
}
