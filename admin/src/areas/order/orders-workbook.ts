/** Spreadsheet of exported orders: one row per order. */
import { orderExport } from '#contract/exports/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { call } from '#kit/api/call.ts';
import { displayPhone } from '#kit/format/formats.ts';
import type { Sheet } from '#kit/spreadsheet/sheet-file.ts';
import { type ExportWork, momentText, rowsFile } from '../../services/exports/rows-file.ts';

type Order = Reply<typeof orderExport.read>['rows'][number];

const ordersSheet = {
  sheet: 'Orders',
  columns: [
    { header: 'Invoice', width: 30, value: ({ invoiceNumber }) => invoiceNumber },
    { header: 'Ordered (WIB)', width: 17, value: ({ createdAt }) => momentText(createdAt) },
    { header: 'Status', width: 20, value: ({ status }) => orderStatusLabels[status] },
    { header: 'Name', width: 26, value: ({ user }) => user.name },
    { header: 'E-mail', width: 32, value: ({ user }) => user.email },
    { header: 'Phone', width: 18, value: ({ user }) => displayPhone(user.phoneNumber) },
    { header: 'Bought', width: 48, value: ({ items }) => items.map(({ productName }) => productName).join('; ') },
    { header: 'Subtotal', width: 14, value: ({ subtotal }) => subtotal },
    { header: 'Discounts', width: 14, value: ({ discountAmount }) => discountAmount },
    { header: 'Voucher code', width: 20, value: ({ voucherCode }) => voucherCode ?? '' },
    { header: 'Voucher', width: 14, value: ({ voucherAmount }) => voucherAmount },
    { header: 'Unique code', width: 12, value: ({ uniqueCode }) => uniqueCode ?? '' },
    { header: 'Total', width: 14, value: ({ totalAmount }) => totalAmount },
    { header: 'Paid through', width: 16, value: ({ paymentProvider }) => paymentProvider },
    { header: 'Method', width: 18, value: ({ paymentMethod }) => paymentMethod },
    { header: 'Paid (WIB)', width: 17, value: ({ paidAt }) => momentText(paidAt) },
    { header: 'Payable until (WIB)', width: 19, value: ({ expiredAt }) => momentText(expiredAt) },
  ],
} satisfies Omit<Sheet<Order>, 'file'>;

export const ordersWorkbook = (begun: Reply<typeof orderExport.begin>, work: ExportWork): Promise<File> =>
  rowsFile(begun, (input, options) => call(orderExport.read, input, options), ordersSheet, work);
