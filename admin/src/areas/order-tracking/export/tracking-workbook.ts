/** The sheet of the export: its columns, and all orders that the filter admits as its rows. */
import type { TrackingOrder } from '../tracking-order.ts';
import type { SheetColumn } from './xlsx-parts.ts';
import { createSheetWriter } from './xlsx-writer.ts';

export const EXPORT_FILE = 'orders_kodio.xlsx';
export const EXPORT_SHEET = 'TrackingOrders';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Column extends SheetColumn {
  text: (order: TrackingOrder) => string;
}

/** Names and order are the spec's (§3 "Export row columns"); phones and status as they are stored. */
const columns: readonly Column[] = [
  { header: 'Order ID', width: 38, text: (order) => order.id },
  { header: 'User Email', width: 32, text: (order) => order.userEmail },
  { header: 'User Phone Number', width: 20, text: (order) => order.userPhone },
  { header: 'User Name', width: 28, text: (order) => order.userName },
  { header: 'Course ID', width: 38, text: (order) => order.courseId },
  { header: 'Course Name', width: 44, text: (order) => order.courseName },
  { header: 'Customer Service Name', width: 24, text: (order) => order.customerService.name },
  { header: 'Customer Service Phone Number', width: 31, text: (order) => order.customerService.phone },
  { header: 'Order Status', width: 14, text: (order) => order.status },
  { header: 'Order Date & Time', width: 30, text: (order) => order.dateTime },
];

/** A page of the orders to export, and how many there are in all. */
interface Part {
  totalItems: number;
  trackingOrders: readonly TrackingOrder[];
}

/** How far an export is: orders in the file, of how many. */
export interface ExportProgress {
  done: number;
  total: number;
}

/**
 * The workbook of all orders in `parts`. The finished bytes are handed to Blobs as they come, which the browser may
 * keep on disk: what stays in memory is a page of orders, however many there are.
 * @param onProgress told after each part
 * @throws RangeError beyond the rows a sheet can hold; whatever `parts` throws
 */
export async function trackingWorkbook(
  parts: AsyncIterable<Part>,
  onProgress: (progress: ExportProgress) => void,
): Promise<File> {
  const bytes: Blob[] = [];
  const writer = createSheetWriter(EXPORT_SHEET, columns, (piece) => bytes.push(new Blob([piece])));
  let done = 0;
  for await (const { totalItems, trackingOrders } of parts) {
    await writer.addRows(trackingOrders.map((order) => columns.map(({ text }) => text(order))));
    done += trackingOrders.length;
    // Orders that came in after the count are exported too: the total never falls behind.
    onProgress({ done, total: Math.max(done, totalItems) });
  }
  await writer.finish();
  return new File(bytes, EXPORT_FILE, { type: SPREADSHEET });
}
