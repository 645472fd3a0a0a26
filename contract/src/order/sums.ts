/** Totals of the orders that match a filter (ours). A module of its own, since menus do not need it. */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { orderFilter } from './endpoints.ts';

/** Amounts in integer rupiah. */
const sum = z.object({ count: z.int(), amount: z.int() });

/**
 * Totals of all matching orders, of the paid ones, and of the open ones (unpaid, pending). null: too many match to add
 * up; filters by status and days alone have no limit.
 */
export const sumOrders = endpoint({
  area: 'order',
  failsAs: 500,
  method: 'GET',
  url: '/admin/orders/sums/',
  roles: ['admin', 'customer-service'],
  query: orderFilter,
  reply: z.object({ sums: z.object({ all: sum, paid: sum, unpaid: sum }).nullable() }),
});
