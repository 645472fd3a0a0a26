/** Bulk change whose records have different results, for screens and pictures. */
import type { Json } from './fixtures.ts';
import type { Stage } from './screen-states.ts';

const names = ['Promo Ramadan', 'Promo Merdeka', 'Diskon Awal Tahun', 'Diskon Mahasiswa', 'Promo Tutup Buku'];

/** Activates discounts of which one is active already and two hold the same course; returns the batch. */
async function newBulkChange({ api }: Stage): Promise<Json> {
  const admin = await api();
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: 'Statistika Terapan' });
  const ids: string[] = [];
  for (const name of names) {
    const draft = { name, discount: 10, discountType: 2, productType: 'courses' };
    const { discountId } = await admin.send('POST', '/admin/discount/', draft);
    ids.push(discountId);
  }
  for (const id of ids.slice(1, 3))
    await admin.send('PUT', `/admin/discount/${id}/courses/`, { course_ids: [courseId] });
  await admin.send('PUT', `/admin/discount/${ids[0]}/status/`, { status: 1 });
  return admin.send('POST', '/admin/batch/discount-switch/', { ids, expected: ids.length, value: 'active' });
}

async function showBatch({ page, open }: Stage, { batchId }: Json): Promise<void> {
  await open(`/batch/${batchId}`);
  await page.locator('tr[data-row]').first().waitFor();
}

/** Shows the results of a finished bulk change. */
export async function bulkChange(stage: Stage): Promise<void> {
  await showBatch(stage, await newBulkChange(stage));
  await stage.page.waitForLoadState('networkidle');
}

/** Shows the same one while it is running, with more records. */
export async function runningBulkChange(stage: Stage): Promise<void> {
  const batch = await newBulkChange(stage);
  const running = { ...batch, state: 'running', finishedAt: null, total: 12_431, pending: 4_200, done: 8_229 };
  await stage.page.route(`**/api/admin/batch/${batch.batchId}/`, (route) => route.fulfill({ json: running }));
  await showBatch(stage, batch);
}
