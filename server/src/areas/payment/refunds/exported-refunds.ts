/** Refunds that match a filter of the queue, for an export: those to transfer are the list for the bank. */
import type { z } from 'zod';
import { refundFilter, type refundRow } from '#contract/payment/refunds.ts';
import { searchPatterns } from '#platform/list.ts';
import type { ExportedRows } from '../../../services/exports/exporting.ts';
import { matchingRefunds, refundColumns } from './queries.ts';

export const exportedRefunds: ExportedRows<z.output<typeof refundFilter>, z.output<typeof refundRow>> = {
  kind: 'refunds',
  event: 'refund-export-begun',
  table: 'refund',
  time: 'asked_at',
  filter: refundFilter,
  named: {},
  matching: async (db, { search, ...filter }) => matchingRefunds(db, { ...filter, patterns: searchPatterns(search) }),
  columns: refundColumns,
  idOf: ({ refundId }) => refundId,
};
