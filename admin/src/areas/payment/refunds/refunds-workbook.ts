/** Spreadsheet of exported refunds: one row per refund, with the account for the bank. */
import { refundExport } from '#contract/exports/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { gatewayNames } from '#contract/payment/gateways.ts';
import { refundStates } from '#contract/payment/refund-rules.ts';
import { call } from '#kit/api/call.ts';
import type { Sheet } from '#kit/spreadsheet/sheet-file.ts';
import { type ExportWork, momentText, rowsFile } from '../../../services/exports/rows-file.ts';

type Refund = Reply<typeof refundExport.read>['rows'][number];

const refundsSheet = {
  sheet: 'Refunds',
  columns: [
    { header: 'Bank', width: 14, value: ({ bank }) => bank },
    { header: 'Account number', width: 20, value: ({ accountNumber }) => accountNumber },
    { header: 'Account holder', width: 30, value: ({ accountName }) => accountName },
    { header: 'Amount', width: 14, value: ({ amount }) => amount },
    { header: 'Order', width: 30, value: ({ invoiceNumber }) => invoiceNumber },
    { header: 'Buyer', width: 30, value: ({ buyerName }) => buyerName },
    { header: 'Reason', width: 40, value: ({ reason }) => reason },
    { header: 'State', width: 14, value: ({ state }) => refundStates[state] },
    { header: 'Gateway', width: 12, value: ({ gateway }) => (gateway ? gatewayNames[gateway] : '') },
    { header: 'Reference', width: 24, value: ({ reference }) => reference },
    { header: 'Asked for (WIB)', width: 17, value: ({ askedAt }) => momentText(askedAt) },
    { header: 'Asked by', width: 24, value: ({ askedBy }) => askedBy?.name ?? '' },
    { header: 'Paid back (WIB)', width: 17, value: ({ doneAt }) => (doneAt ? momentText(doneAt) : '') },
  ],
} satisfies Omit<Sheet<Refund>, 'file'>;

export const refundsWorkbook = (begun: Reply<typeof refundExport.begin>, work: ExportWork): Promise<File> =>
  rowsFile(begun, (input, options) => call(refundExport.read, input, options), refundsSheet, work);
