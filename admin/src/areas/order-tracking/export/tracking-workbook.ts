/** Worksheet of the export: its columns, and all orders that match the filter as rows. */
import { type ExportProgress, type Sheet, sheetFile } from '#kit/spreadsheet/sheet-file.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';

/**
 * Names and order of the columns are the spec's (§3 "Export row columns"; §7, file and sheet); phones and status as
 * stored.
 */
const trackingSheet: Sheet<TrackingOrder> = {
  file: 'orders_kodio.xlsx',
  sheet: 'TrackingOrders',
  columns: [
    { header: 'Order ID', width: 38, value: (order) => order.id },
    { header: 'User Email', width: 32, value: (order) => order.userEmail },
    { header: 'User Phone Number', width: 20, value: (order) => order.userPhone },
    { header: 'User Name', width: 28, value: (order) => order.userName },
    { header: 'Course ID', width: 38, value: (order) => order.courseId },
    { header: 'Course Name', width: 44, value: (order) => order.courseName },
    { header: 'Customer Service Name', width: 24, value: (order) => order.customerService.name },
    { header: 'Customer Service Phone Number', width: 31, value: (order) => order.customerService.phone },
    { header: 'Order Status', width: 14, value: (order) => order.status },
    { header: 'Order Date & Time', width: 30, value: (order) => order.dateTime },
  ],
};

/** Page of the orders to export, and the total. */
interface Page {
  totalItems: number;
  trackingOrders: readonly TrackingOrder[];
}

async function* partsOf(pages: AsyncIterable<Page>) {
  for await (const { totalItems: total, trackingOrders: rows } of pages) yield { total, rows };
}

/** Workbook of all orders in `pages`. @throws as {@link sheetFile} */
export const trackingWorkbook = (pages: AsyncIterable<Page>, onProgress: (progress: ExportProgress) => void) =>
  sheetFile(trackingSheet, partsOf(pages), onProgress);
