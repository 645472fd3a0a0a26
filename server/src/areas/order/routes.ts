/** The HTTP calls of orders. */
import type { FastifyInstance } from 'fastify';
import { getOrder, listOrders } from '#contract/order.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import { findOrder, findOrders } from './queries.ts';

export function orderRoutes(app: FastifyInstance): void {
  serveList(app, listOrders, findOrders);
  serve(app, getOrder, ({ params, db }) => findOrder(db, params.id));
}
