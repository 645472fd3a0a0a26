/** Subscription plans, one of them a draft, and subscribers: most active, some expired, few cancelled. */
import { jakartaDay } from '#contract/kernel/days.ts';
import { demoId } from './demo-id.ts';
import { dice } from './dice.ts';
import { before, day } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

const plans = [
  ['Langganan Bulanan', 149_000, 1, 1],
  ['Langganan Triwulan', 399_000, 3, 3],
  ['Langganan Tahunan', 1_290_000, 12, 12],
  ['Langganan Kampus', 699_000, 6, 6],
] as const;
const draft = 3;
const count = 36;

export function makeSubscriptions(
  { tenant, now }: World,
  users: DemoRows['user'],
): Pick<DemoRows, 'subscriptionPlan' | 'subscription'> {
  const chance = dice(`${tenant} subscriptions`);
  const subscriptionPlan = plans.map(([name, price, durationMonths, eventVoucherQuota], n) => ({
    id: demoId(tenant, 'plan', n),
    name,
    price,
    durationMonths,
    eventVoucherQuota,
    description: `Semua kelas mandiri dan ${eventVoucherQuota} voucher acara selama ${durationMonths} bulan.`,
    isPublished: n !== draft,
  }));
  const members = users.filter(({ role }) => role === 'member');
  const subscription = chance.sample(members, count).map(({ id: userId }, n): Identified<'subscription'> => {
    const {
      id: planId,
      durationMonths,
      eventVoucherQuota,
    } = chance.pick(subscriptionPlan.filter(({ isPublished }) => isPublished));
    const start = before(now, chance.int(0, 45 * durationMonths) * day);
    const startDate = jakartaDay(start);
    // At noon, after its payment (subscription-orders.ts).
    const noon = new Date(Math.min(Date.parse(`${startDate}T05:00:00Z`), now.getTime()));
    return {
      id: demoId(tenant, 'subscription', n),
      userId,
      planId,
      eventVoucherQuota,
      startDate,
      endDate: jakartaDay(before(start, (1 - 30 * durationMonths) * day)),
      cancelledAt: chance.chance(0.1) ? noon.toISOString() : null,
    };
  });
  return { subscriptionPlan, subscription };
}
