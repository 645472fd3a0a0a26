/** Spreadsheet of a voucher's codes, to print or send. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import { readCodes } from '#contract/voucher/codes.ts';
import { call } from '#kit/api/call.ts';
import { type ExportProgress, type Sheet, sheetFile } from '#kit/spreadsheet/sheet-file.ts';
import type { Voucher } from './voucher-kinds.ts';

type Code = Reply<typeof readCodes>['codes'][number];

const codesSheet = (voucher: Voucher): Sheet<Code> => ({
  file: `codes-${voucher.code}.xlsx`,
  sheet: 'Codes',
  columns: [
    { header: 'Code', width: 24, value: ({ code }) => code },
    { header: 'Voucher', width: 32, value: () => voucher.name },
    { header: 'Used by order', width: 30, value: ({ invoiceNumber }) => invoiceNumber ?? '' },
  ],
});

interface Work {
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
}

async function* partsOf(id: string, signal: AbortSignal) {
  const { codes: rows } = await call(readCodes, { params: { id } }, { signal });
  yield { total: rows.length, rows };
}

export const codesWorkbook = (voucher: Voucher, { onProgress, signal }: Work): Promise<File> =>
  sheetFile(codesSheet(voucher), partsOf(voucher.voucherId, signal), onProgress);
