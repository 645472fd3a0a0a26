/** Orders that match a filter of the list, for an export. */
import type { z } from 'zod';
import { orderFilter, type orderRow } from '#contract/order/endpoints.ts';
import type { ExportedRows } from '../../services/exports/exporting.ts';
import { matchingOrders, orderColumns, type OrderFilter, toConditions } from './queries.ts';

export const exportedOrders: ExportedRows<OrderFilter, z.output<typeof orderRow>> = {
  kind: 'orders',
  event: 'order-export-begun',
  table: 'order',
  time: 'created_at',
  filter: orderFilter,
  named: { userId: ['user'], productId: ['course', 'learning-path', 'plan', 'product'] },
  matching: async (db, filter) => matchingOrders(db, toConditions(filter)),
  columns: orderColumns,
  idOf: ({ orderId }) => orderId,
};
