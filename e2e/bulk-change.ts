/** Bulk change whose records have different results, for screens and pictures. */
import type { Stage } from './stage.ts';

const names = ['Promo Ramadan', 'Promo Merdeka', 'Diskon Awal Tahun', 'Diskon Mahasiswa', 'Promo Tutup Buku'];

/** Activates discounts of which one is active already and two hold the same course, and shows the results. */
export async function bulkChange({ page, open, api }: Stage): Promise<void> {
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
  const body = { ids, expected: ids.length, value: 'active' };
  const { batchId } = await admin.send('POST', '/admin/batch/discount-switch/', body);
  await open(`/batch/${batchId}`);
  await page.locator('tr[data-row]').first().waitFor();
  await page.waitForLoadState('networkidle');
}
