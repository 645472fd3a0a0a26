/** What the orders of a filter come to (ours). Apart from the orders: a menu needs none of it. */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { orderFilter } from './order.ts';

/** Amounts are integer rupiah. */
const sum = z.object({ count: z.int(), amount: z.int() });

/**
 * Of all that match, of the paid ones, and of those that may still be paid (unpaid, pending). null: more match than are
 * added up for a question; by status and days alone any number is.
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
