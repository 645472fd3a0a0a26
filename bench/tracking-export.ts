/**
 * What writing the tracking export costs, without reading: seconds, file size and peak memory at two sizes.
 * Memory is bounded when the second peak is no multiple of the first. Run: node --expose-gc bench/tracking-export.ts
 */
import type { TrackingOrder } from '../admin/src/areas/order-tracking/tracking-order.ts';
import { trackingWorkbook } from '../admin/src/areas/order-tracking/export/tracking-workbook.ts';

const PAGE = 500;
const MEGA = 1_000_000;

const order = (index: number): TrackingOrder => ({
  id: `019a${((index * 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}-7c1a-7000-8000-${index.toString(16).padStart(12, '0')}`,
  userEmail: `siti.rahma${index}@mail.test`,
  userPhone: `+62812${String((index * 7919) % 100_000_000).padStart(8, '0')}`,
  userName: `Siti Rahma ${index}`,
  courseId: `019a0000-7c1a-7000-8000-${String(index % 500).padStart(12, '0')}`,
  courseName: `Kelas Python Dasar ${index % 500}`,
  customerService: { name: `Rina ${index % 5}`, phone: `+62812000000${index % 5}` },
  status: 'unpaid',
  dateTime: `02 Jan 2026, 10.${String(index % 60).padStart(2, '0')}.05`,
});

async function* orders(totalItems: number) {
  for (let from = 0; from < totalItems; from += PAGE) {
    yield { totalItems, trackingOrders: Array.from({ length: PAGE }, (_, index) => order(from + index)) };
  }
}

async function measure(count: number): Promise<void> {
  globalThis.gc?.();
  const before = performance.now();
  let held = 0;
  const file = await trackingWorkbook(orders(count), ({ done }) => {
    if (done % (PAGE * 40) !== 0) return;
    // Garbage is not held memory: what remains after a collection is what the export keeps.
    globalThis.gc?.();
    held = Math.max(held, process.memoryUsage().heapUsed);
  });
  const seconds = (performance.now() - before) / 1000;
  console.log(
    `${count} rows: ${seconds.toFixed(1)} s, file ${(file.size / MEGA).toFixed(1)} MB, heap held ${(held / MEGA).toFixed(0)} MB, peak RSS so far ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB`,
  );
}

await measure(100_000);
await measure(400_000);
