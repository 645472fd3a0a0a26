/** Spreadsheet of a company's seats: codes, and who claimed them. */
import { type Seat, readSeats, seatStates } from '#contract/company/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { formatMoment } from '#kit/format/formats.ts';
import { type ExportProgress, type Sheet, sheetFile } from '#kit/spreadsheet/sheet-file.ts';

export interface SeatsOf {
  companyId: string;
  orderId: string | undefined;
}

const sheet: Sheet<Seat> = {
  file: 'seats.xlsx',
  sheet: 'Seats',
  columns: [
    { header: 'Code', width: 16, value: ({ code }) => code },
    { header: 'Product', width: 36, value: ({ productName }) => productName },
    { header: 'Order', width: 30, value: ({ invoiceNumber }) => invoiceNumber },
    { header: 'Seat', width: 12, value: ({ state }) => seatStates[state] },
    { header: 'Ends', width: 24, value: ({ endsAt }) => (endsAt ? formatMoment(endsAt) : '') },
    { header: 'Claimed by', width: 28, value: ({ claim }) => claim?.user.name ?? '' },
    { header: 'E-mail', width: 32, value: ({ claim }) => claim?.user.email ?? '' },
    { header: 'Claimed', width: 24, value: ({ claim }) => (claim ? formatMoment(claim.claimedAt) : '') },
  ],
};

interface Work {
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
}

async function* partsOf({ companyId, orderId }: SeatsOf, signal: AbortSignal) {
  const { seats: rows } = await call(readSeats, { params: { id: companyId }, query: { orderId } }, { signal });
  yield { total: rows.length, rows };
}

export const seatsWorkbook = (of: SeatsOf, { onProgress, signal }: Work): Promise<File> =>
  sheetFile(sheet, partsOf(of, signal), onProgress);
