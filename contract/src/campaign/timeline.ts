/** Discounts and vouchers over time, around today (ours). */
import { z } from 'zod';
import { filter, id } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { campaignField } from '../pricing/fields.ts';
import { promotionBadges } from '../pricing/promotion-badge.ts';
import { promotion } from './endpoints.ts';

/** Days that the timeline shows before and after today. */
export const timelineDays = 90;
/** Upper limit of discounts, and of vouchers, in the timeline. */
export const maxBars = 200;

const bar = promotion.extend({
  campaign: campaignField.campaign.unwrap().extend({ status: promotion.shape.status }).nullable(),
  /** Products of a discount that other discounts, active or not, hold in the rest of the same period. */
  conflicting: z.int(),
});
export type Bar = z.infer<typeof bar>;

/** Lists the discounts and vouchers whose period touches the 90 days before or after now; those that end first, first. */
export const readTimeline = endpoint({
  area: 'campaign',
  method: 'GET',
  url: '/admin/promotion/',
  roles: ['admin'],
  query: z.object({
    kind: filter(promotion.shape.kind, 'Kind'),
    status: filter(z.enum(promotionBadges), 'Status'),
    productId: filter(id, 'Product'),
  }),
  reply: z.object({
    from: z.string(),
    now: z.string(),
    to: z.string(),
    bars: z.array(bar),
    /** Numbers of those that match and are left out. */
    more: z.object({ discount: z.int(), voucher: z.int() }),
  }),
});
