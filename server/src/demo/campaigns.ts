/** One running and one planned campaign, of demo promotions that have the same dates. */
import { demoId } from './demo-id.ts';
import { before, day } from './moments.ts';
import type { DemoRows, World } from './records.ts';

/** Names of discounts and codes of vouchers. */
const plans = [
  { name: 'Bulan Karier', from: -30, to: 30, discounts: ['Paket Karier', 'Harga Perkenalan'], vouchers: ['BELAJAR25'] },
  { name: 'Sambut Tahun Baru', from: 20, to: 45, discounts: ['Promo Awal Semester'], vouchers: ['TUTUPTAHUN'] },
];

export function makeCampaigns(
  { tenant, now }: World,
  rows: Pick<DemoRows, 'discount' | 'voucher'>,
): Pick<DemoRows, 'campaign' | 'campaignDiscount' | 'campaignVoucher'> {
  const made = plans.map((plan, n) => ({ ...plan, id: demoId(tenant, 'campaign', n) }));
  const at = (days: number) => before(now, -days * day).toISOString();
  return {
    campaign: made.map(({ id, name, from, to }) => ({
      id,
      name,
      startDate: at(from),
      endDate: at(to),
      isActive: true,
      updatedAt: before(now, 2 * day).toISOString(),
    })),
    campaignDiscount: made.flatMap(({ id: campaignId, discounts }) =>
      rows.discount
        .filter(({ name }) => discounts.includes(name))
        .map(({ id: discountId }) => ({ campaignId, discountId })),
    ),
    campaignVoucher: made.flatMap(({ id: campaignId, vouchers }) =>
      rows.voucher
        .filter(({ code }) => vouchers.includes(code))
        .map(({ id: voucherId }) => ({ campaignId, voucherId })),
    ),
  };
}
