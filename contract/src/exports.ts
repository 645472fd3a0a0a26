/** Rows that people take away as a file: the browser reads them part by part and writes it; the server counts (ours). */
import { z } from 'zod';
import { byIdOf, idOf, listQuery, listReply, whole } from './fields.ts';
import { endpoint } from './kernel.ts';
import { orderFilter, orderRow } from './order.ts';
import { fixedSize } from './page-size.ts';

/** Orders in one part. */
export const exportPart = 1_000;
/** What a sheet holds, and more than anybody reads. */
const mostParts = 2_000;
/** Hours in which an export that was begun is read. */
export const exportHours = 2;
/** Days that it is told under *Exports*. */
export const exportDays = 90;

const roles = ['admin', 'customer-service'] as const;

/** Of what the list is asked. Asks for the password again, and is noted: who, what was looked for, how many there are. */
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
 * A part (from 0) of those there were when it began, newest orders first. They are read one after the other; the last one
 * is given again where it was lost on the way. 409 for any other, and once {@link exportHours} are over.
 */
export const readExport = endpoint({
  area: 'exports',
  method: 'POST',
  url: '/admin/exports/:id/part/',
  roles,
  params: byIdOf('export'),
  body: z.object({ part: whole().min(0, 'Not below 0').max(mostParts, 'There is no such part') }),
  reply: z.object({ orders: z.array(orderRow), isLast: z.boolean() }),
});

export const exportRow = z.object({
  exportId: idOf('export'),
  user: z.object({ id: idOf('user'), name: z.string() }),
  filter: orderFilter,
  /** What the ids of the filter were called. */
  names: z.object({ user: z.string().nullable(), product: z.string().nullable() }),
  total: z.int(),
  rows: z.int(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});

/** Newest first; searched by who began them. `rows` are those that were really read, of the `total` that matched then. */
export const listExports = endpoint({
  area: 'exports',
  method: 'GET',
  url: '/admin/exports',
  roles: ['admin'],
  query: listQuery({}, fixedSize(20)),
  reply: listReply('exports', exportRow),
});
