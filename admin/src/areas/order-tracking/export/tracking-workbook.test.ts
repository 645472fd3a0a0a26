/** Tests the exported file against the specification by reading it. */
import { expect, test } from 'vitest';
import { readSheet } from '#contract/kernel/testing/workbook.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import type { ExportProgress } from '#kit/spreadsheet/sheet-file.ts';
import { trackingWorkbook } from './tracking-workbook.ts';

const order: TrackingOrder = {
  id: 'd1',
  userEmail: 'siti@mail.test',
  userPhone: '+6281234567890',
  userName: '=1+1',
  courseId: 'c1',
  courseName: 'Kelas Python',
  customerService: { name: 'Rina', phone: '081200000001' },
  status: 'unpaid',
  placedAt: '2026-01-02T03:04:05.000Z',
  dateTime: '02 Jan 2026, 10.04.05',
};

async function* inParts(totalItems: number, ...parts: TrackingOrder[][]) {
  for (const trackingOrders of parts) yield { totalItems, trackingOrders };
}

const rowsIn = async (file: File) => readSheet(await file.arrayBuffer(), 'TrackingOrders').rows;

test("the file has the spec's name, sheet, columns and values, in order", async () => {
  const file = await trackingWorkbook(inParts(1, [order]), () => {});
  expect(file.name).toBe('orders_kodio.xlsx');
  expect(await rowsIn(file)).toEqual([
    [
      'Order ID',
      'User Email',
      'User Phone Number',
      'User Name',
      'Course ID',
      'Course Name',
      'Customer Service Name',
      'Customer Service Phone Number',
      'Order Status',
      'Order Date & Time',
    ],
    [
      'd1',
      'siti@mail.test',
      '+6281234567890',
      '=1+1',
      'c1',
      'Kelas Python',
      'Rina',
      '081200000001',
      'unpaid',
      '02 Jan 2026, 10.04.05',
    ],
  ]);
});

test('an empty export has a sheet with its header', async () => {
  expect(await rowsIn(await trackingWorkbook(inParts(0), () => {}))).toHaveLength(1);
});

test('progress follows the parts, and its total never falls below it', async () => {
  const seen: ExportProgress[] = [];
  const file = await trackingWorkbook(inParts(3, [order, order], [order, order]), (progress) => seen.push(progress));
  expect(seen).toEqual([
    { done: 2, total: 3 },
    { done: 4, total: 4 },
  ]);
  expect(await rowsIn(file)).toHaveLength(5);
});

test('a failing read fails the export', async () => {
  async function* broken() {
    yield { totalItems: 2, trackingOrders: [order] };
    throw new Error('unavailable');
  }
  await expect(trackingWorkbook(broken(), () => {})).rejects.toThrow('unavailable');
});
