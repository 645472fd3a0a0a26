/** Exports of rows as files: the browser reads them part by part and writes the file; the server counts (ours). */
import { z } from 'zod';
import { byIdOf, idOf, listQuery, listReply, whole } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { orderFilter, orderRow } from '../order/endpoints.ts';
import { fixedSize } from '../kernel/page-size.ts';

/** Orders per part. */
export const exportPart = 1_000;
/** Highest number of a part in a request. */
const maxParts = 2_000;
/** Hours during which a started export can be read. */
export const exportHours = 2;
/** Days that an export is listed under *Exports*. */
export const exportDays = 90;

const roles = ['admin', 'customer-service'] as const;

/**
 * Starts an export of the orders that match a list's filter. Requires step-up; recorded with user, filter and number of
 * orders.
 */
export const exportOrders = endpoint({
  area: 'exports',
  method: 'POST',
  url: '/admin/orders/export/',
  roles,
  stepUp: true,
  query: orderFilter,
  reply: z.object({ exportId: idOf('export'), total: z.int() }),
});

/**
 * Reads a part (from 0) of the orders that matched at the start, newest first. Parts are read in sequence; the last one
 * can be read again if its reply was lost. 409 for any other part, and after {@link exportHours}; 404 for an export of
 * another user.
 */
export const readExport = endpoint({
  area: 'exports',
  method: 'POST',
  url: '/admin/exports/:id/part/',
  roles,
  params: byIdOf('export'),
  body: z.object({ part: whole().min(0, 'Not below 0').max(maxParts, 'There is no such part') }),
  reply: z.object({ orders: z.array(orderRow), isLast: z.boolean() }),
});

/** Export in the list of exports. */
export const exportRow = z.object({
  exportId: idOf('export'),
  user: z.object({ id: idOf('user'), name: z.string() }),
  filter: orderFilter,
  /** Names of the records in the filter. */
  names: z.object({ user: z.string().nullable(), product: z.string().nullable() }),
  total: z.int(),
  rows: z.int(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});

/**
 * Lists exports, newest first; searches the user's name. `rows`: number actually read; `total`: number that matched at
 * the start.
 */
export const listExports = endpoint({
  area: 'exports',
  method: 'GET',
  url: '/admin/exports',
  roles: ['admin'],
  query: listQuery({}, fixedSize(20)),
  reply: listReply('exports', exportRow),
});
