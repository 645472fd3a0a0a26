/** Exports of rows as files: the browser reads them part by part and writes the file; the server counts (ours). */
import { z } from 'zod';
import { byIdOf, idOf, listQuery, listReply, whole } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { choice } from '../kernel/draft.ts';
import { orderFilter, orderRow } from '../order/endpoints.ts';
import { userRow } from '../user/endpoints.ts';
import { peopleFilter } from '../user/filter.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { refundFilter, refundRow } from '../payment/refunds.ts';
import { coretaxFilter, paperFilter, paperRow } from '../payment/papers.ts';
import { journalFilter } from '../payment/payouts.ts';

/** Rows per part. */
export const exportPart = 1_000;
/** Maximum number of rows; a sheet of Excel holds 48,575 more. */
export const maxExported = 1_000_000;
/** Highest number of a part in a request; rows that were added while the export was read are in it, too. */
const maxParts = 2_000;
/** Hours during which a started export can be read. */
export const exportHours = 2;
/** Days that an export is listed under *Exports*. */
export const exportDays = 90;

/** Kinds of exported rows. */
export const exportKinds = {
  orders: 'Orders',
  people: 'People',
  papers: 'Papers',
  coretax: 'Coretax',
  refunds: 'Refunds',
  journal: 'Journal',
} as const;
export type ExportKind = keyof typeof exportKinds;

const roles = ['admin', 'customer-service'] as const;

/** Calls that export the rows of a list. */
const exportOf = <Filter extends z.ZodObject, Row extends z.ZodObject>(
  list: `/${string}`,
  filter: Filter,
  row: Row,
) => ({
  /**
   * Starts an export of the rows that match a list's filter. Requires step-up; recorded with user, filter and number of
   * rows. 400 if more than {@link maxExported} match.
   */
  begin: endpoint({
    area: 'exports',
    method: 'POST',
    url: `${list}/export/`,
    roles,
    stepUp: true,
    query: filter,
    reply: z.object({ exportId: idOf('export'), total: z.int() }),
  }),
  /**
   * Reads a part (from 0) of the rows that matched at the start, newest first. Parts are read in sequence; the last one
   * can be read again if its reply was lost. 409 for any other part, and after {@link exportHours}; 404 for an export of
   * another user.
   */
  read: endpoint({
    area: 'exports',
    method: 'POST',
    url: `${list}/export/:id/part/`,
    roles,
    params: byIdOf('export'),
    body: z.object({ part: whole().min(0, 'Not below 0').max(maxParts, 'There is no such part') }),
    reply: z.object({ rows: z.array(row), isLast: z.boolean() }),
  }),
});

export const orderExport = exportOf('/admin/orders', orderFilter, orderRow);

/** Person in an export: the row of the list with what an import knows besides. */
export const exportedPerson = userRow
  .omit({ image: true })
  .extend({ externalId: z.string().nullable(), job: z.string(), location: z.string() });
export const peopleExport = exportOf('/admin/user', peopleFilter, exportedPerson);

export const paperExport = exportOf('/admin/payment/papers', paperFilter, paperRow);

export const refundExport = exportOf('/admin/payment/refunds', refundFilter, refundRow);

/** Filters of each kind, for their labels. */
export const exportFilters = {
  orders: orderFilter,
  people: peopleFilter,
  papers: paperFilter,
  coretax: coretaxFilter,
  refunds: refundFilter,
  journal: journalFilter,
} as const satisfies Record<ExportKind, z.ZodObject>;

/** Export in the list of exports. */
export const exportRow = z.object({
  exportId: idOf('export'),
  kind: choice(exportKinds),
  user: z.object({ id: idOf('user'), name: z.string() }),
  filter: z.record(z.string(), z.string()),
  /** Names of the records in the filter when it began, by the filter's name. */
  names: z.record(z.string(), z.string()),
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
