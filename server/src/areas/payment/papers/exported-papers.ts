/** Papers that match a filter of the list, for an export. */
import type { z } from 'zod';
import { paperFilter, type paperRow } from '#contract/payment/papers.ts';
import { searchPatterns } from '#platform/list.ts';
import type { ExportedRows } from '../../../services/exports/exporting.ts';
import { matchingPapers, paperColumns } from './queries.ts';

export const exportedPapers: ExportedRows<z.output<typeof paperFilter>, z.output<typeof paperRow>> = {
  kind: 'papers',
  event: 'paper-export-begun',
  table: 'paper',
  time: 'issued_at',
  filter: paperFilter,
  named: {},
  matching: async (db, { search, ...filter }) => matchingPapers(db, { ...filter, patterns: searchPatterns(search) }),
  columns: paperColumns,
  idOf: ({ paperId }) => paperId,
};
