/** Bulk codes of a demo voucher, created if there are none yet. */
import type { Screen } from './screen-states.ts';

export const voucherCodes =
  (code: string, prefix: string): Screen['show'] =>
  async ({ page, open, api }) => {
    const admin = await api();
    const { vouchers } = await admin.send('GET', `/admin/voucher/?search=${code}`);
    const { voucherId } = vouchers[0];
    const { totalCodes } = await admin.send('GET', `/admin/voucher/${voucherId}/`);
    if (totalCodes === 0) await admin.send('POST', `/admin/voucher/${voucherId}/codes/`, { prefix, count: 40 });
    await open(`/voucher/${voucherId}/codes`);
    await page.locator('tr[data-row]').first().waitFor();
  };
