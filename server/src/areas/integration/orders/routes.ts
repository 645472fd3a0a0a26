/** HTTP endpoints of orders for programs. */
import type { FastifyInstance } from 'fastify';
import { getPlacedOrder, placeOrder, quoteBasket, reportPayment } from '#contract/integration/orders.ts';
import { serve } from '#platform/http/serve.ts';
import { recordPayment } from './payments.ts';
import { quoteFor, place, readOrder } from './service.ts';

export function placedOrderRoutes(app: FastifyInstance): void {
  serve(app, quoteBasket, ({ body, db }) => quoteFor(db, body));
  serve(app, placeOrder, ({ body, ...work }) => place(work, body));
  serve(app, getPlacedOrder, ({ params, db }) => readOrder(db, params.externalId));
  serve(app, reportPayment, ({ params, body, ...work }) => recordPayment(work, params.externalId, body), {
    ownTransactions: true,
  });
}
