/** Spreadsheet of exported papers: one row per paper. */
import { paperExport } from '#contract/exports/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { paperKinds } from '#contract/payment/papers.ts';
import { call } from '#kit/api/call.ts';
import type { Sheet } from '#kit/spreadsheet/sheet-file.ts';
import { type ExportWork, momentText, rowsFile } from '../../../services/exports/rows-file.ts';

type Paper = Reply<typeof paperExport.read>['rows'][number];

const papersSheet = {
  sheet: 'Papers',
  columns: [
    { header: 'Number', width: 28, value: ({ number }) => number },
    { header: 'Kind', width: 14, value: ({ kind }) => paperKinds[kind] },
    { header: 'Issued (WIB)', width: 17, value: ({ issuedAt }) => momentText(issuedAt) },
    { header: 'Order', width: 30, value: ({ invoiceNumber }) => invoiceNumber },
    { header: 'Buyer', width: 32, value: ({ buyerName }) => buyerName },
    { header: 'Total', width: 14, value: ({ total }) => total },
    { header: 'PPN', width: 14, value: ({ vat }) => vat },
  ],
} satisfies Omit<Sheet<Paper>, 'file'>;

export const papersWorkbook = (begun: Reply<typeof paperExport.begin>, work: ExportWork): Promise<File> =>
  rowsFile(begun, (input, options) => call(paperExport.read, input, options), papersSheet, work);
