/** The sheet of the export: its columns, and all orders that the filter admits as its rows. */
import { type ExportProgress, type Sheet, sheetFile } from '#kit/spreadsheet/sheet-file.ts';
import type { TrackingOrder } from '../tracking-order.ts';

/** Names and order are the spec's (§3 "Export row columns"; §7, its file and sheet); phones and status as they are stored. */
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

/** A page of the orders to export, and how many there are in all. */
interface Page {
  totalItems: number;
  trackingOrders: readonly TrackingOrder[];
}

async function* partsOf(pages: AsyncIterable<Page>) {
  for await (const { totalItems: total, trackingOrders: rows } of pages) yield { total, rows };
}

/** The workbook of all orders in `pages`. @throws as {@link sheetFile} */
export const trackingWorkbook = (pages: AsyncIterable<Page>, onProgress: (progress: ExportProgress) => void) =>
  sheetFile(trackingSheet, partsOf(pages), onProgress);
