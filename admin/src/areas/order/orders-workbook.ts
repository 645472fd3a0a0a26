/** Spreadsheet of exported orders: read in parts, one row per order. */
import { jakartaOffsetMs } from '#contract/kernel/days.ts';
import { type exportOrders, readExport } from '#contract/exports/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { call } from '#kit/api/call.ts';
import { tenant } from '#kit/api/tenant.ts';
import { displayPhone } from '#kit/format/formats.ts';
import { type ExportProgress, type Sheet, sheetFile } from '#kit/spreadsheet/sheet-file.ts';

type Order = Reply<typeof readExport>['orders'][number];

/** `2026-11-05 13:40` in Jakarta time; sorts as text. */
const moment = (at: string | null) =>
  at === null ? '' : new Date(Date.parse(at) + jakartaOffsetMs).toISOString().slice(0, 16).replace('T', ' ');

const ordersSheet = (file: string): Sheet<Order> => ({
  file,
  sheet: 'Orders',
  columns: [
    { header: 'Invoice', width: 30, value: ({ invoiceNumber }) => invoiceNumber },
    { header: 'Ordered (WIB)', width: 17, value: ({ createdAt }) => moment(createdAt) },
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
    { header: 'Paid (WIB)', width: 17, value: ({ paidAt }) => moment(paidAt) },
    { header: 'Payable until (WIB)', width: 19, value: ({ expiredAt }) => moment(expiredAt) },
  ],
});

/** Tries per part before the export fails. */
const maxTries = 3;

async function readPart(id: string, part: number, signal: AbortSignal) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call(readExport, { params: { id }, body: { part } }, { signal });
    } catch (error) {
      if (signal.aborted || tries === maxTries) throw error;
    }
  }
}

async function* partsOf({ exportId, total }: Reply<typeof exportOrders>, signal: AbortSignal) {
  for (let part = 0, isLast = false; !isLast; part += 1) {
    const read = await readPart(exportId, part, signal);
    signal.throwIfAborted();
    isLast = read.isLast;
    yield { total, rows: read.orders };
  }
}

interface Work {
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
}

export function ordersWorkbook(begun: Reply<typeof exportOrders>, { onProgress, signal }: Work): Promise<File> {
  const today = moment(new Date().toISOString()).slice(0, 10);
  return sheetFile(ordersSheet(`orders-${tenant}-${today}.xlsx`), partsOf(begun, signal), onProgress);
}
