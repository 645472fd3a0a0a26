/** Orders and sales. */
import { sql } from 'kysely';
import { listOrders } from '#contract/order/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { orderStatusBatch } from './batches.ts';
import { expireOrders, updateSalesJob } from './jobs.ts';
import { orderRoutes } from './routes.ts';

export const area: Area = {
  routes: [orderRoutes],
  jobs: [expireOrders, updateSalesJob],
  batches: [orderStatusBatch],
  searched: [
    {
      table: 'order',
      place: 6,
      kind: 'order',
      name: sql`invoice_number`,
      hint: sql`user_name`,
      order: sql`created_at desc, id desc`,
      opens: listOrders,
      isPerson: true,
    },
  ],
  bigTables: ['order', 'order_item', 'sales_day'],
};
