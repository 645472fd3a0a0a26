/** HTTP endpoints of orders. */
import type { FastifyInstance } from 'fastify';
import { orderExport } from '#contract/exports/endpoints.ts';
import { getOrder, listOrders, setOrderStatus } from '#contract/order/endpoints.ts';
import { orderTimeline } from '#contract/order/timeline.ts';
import { sumOrders } from '#contract/order/sums.ts';
import { readSales, readSalesFees } from '#contract/order/sales.ts';
import { listSaleable, makeOrder, quoteOrder } from '#contract/order/new-order.ts';
import { explainPrice, priceByDay } from '#contract/pricing/explanation.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import { withFinalPrice } from '#shared/pricing/pricing.ts';
import { findSaleable } from '#shared/order/purchase-queries.ts';
import { createOrder } from '#shared/order/creating.ts';
import { quoteOf } from '#shared/order/quoting.ts';
import { beginExport, readPart } from '../../services/exports/exporting.ts';
import { buildPriceExplanation, pricesByDay } from './explaining.ts';
import { exportedOrders } from './exported-orders.ts';
import { findOrder } from './order-record.ts';
import { findOrders } from './queries.ts';
import { findTimeline } from './timeline.ts';
import { findFees, findSales } from './sales.ts';
import { setStatus } from './service.ts';
import { findSums } from './sums.ts';

export function orderRoutes(app: FastifyInstance): void {
  serveList(app, listOrders, findOrders);
  serve(app, sumOrders, ({ query, db }) => findSums(db, query));
  serve(app, readSales, ({ query, db }) => findSales(db, query));
  serve(app, readSalesFees, ({ query, db }) => findFees(db, query));
  serve(app, getOrder, ({ params, db }) => findOrder(db, params.id));
  serve(app, orderTimeline, ({ params, db }) => findTimeline(db, params.id));
  serve(app, listSaleable, async ({ query, db }) => {
    const { head, rows } = await findSaleable(db, query);
    return { ...head, items: rows.map(({ id, ...row }) => ({ productId: id, ...withFinalPrice(row) })) };
  });
  serve(app, quoteOrder, ({ body, db }) => quoteOf(db, body));
  serve(app, explainPrice, ({ body, db, caller }) => buildPriceExplanation(db, caller.role, body));
  serve(app, priceByDay, ({ body, db }) => pricesByDay(db, body));
  serve(app, makeOrder, ({ body: { totalAmount, userId, items, voucherCode, ...more }, db, tenant }) =>
    createOrder(db, tenant, { userId, items, voucherCode }, totalAmount, { by: 'staff', ...more }),
  );
  serve(app, setOrderStatus, ({ params, body, db, ifMatch }) => setStatus(db, params.id, body, ifMatch));
  serve(app, orderExport.begin, (context) => beginExport(context, exportedOrders));
  serve(app, orderExport.read, (context) => readPart(context, exportedOrders));
}
