import type { FastifyInstance } from 'fastify';
import { listOrders } from '#contract/order.ts';
import { serve } from '#platform/http/serve.ts';
import { findOrders } from './queries.ts';

export function orderRoutes(app: FastifyInstance): void {
  serve(app, listOrders, async ({ query, db }) => {
    const { rows, head } = await findOrders(db, query);
    return { ...head, data: rows };
  });
}
