/** Subscription plans (domain.md, Subscription plan). Subscriptions are in subscription.ts. */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { money, name, publishedFilter, text, whole } from '../kernel/fields.ts';
import { recordEndpoints } from '../kernel/record-endpoints.ts';
import { withReverse } from '../kernel/sorts.ts';

export const durationNames = { 1: '1 month', 3: '3 months', 6: '6 months', 12: '12 months' } as const;

/** Form fields. */
export const planDraft = z.object({
  name: field(name(3, 150), { label: 'Name' }),
  description: field(text(2000).default(''), { label: 'Description', kind: 'textArea' }),
  price: field(money, { label: 'Price', hint: 'For the whole period. Discounts are taken off this.' }),
  durationMonths: field(choice(durationNames, 'A plan lasts 1, 3, 6 or 12 months'), { label: 'Lasts' }),
  eventVoucherQuota: field(whole().min(0, 'Not below 0').max(1000, 'At most 1.000').default(0), {
    label: 'Event vouchers',
    hint: 'Per subscription. Running subscriptions keep theirs.',
  }),
  isPublished: field(z.boolean().default(false), { label: 'Published', hint: 'On: it can be bought. Off: it cannot.' }),
});

/** Endpoints of subscription plans: list, create, get, update and remove. */
export const plans = recordEndpoints({
  kind: 'plan',
  readScope: 'catalogue:read',
  url: '/admin/subscription-plan',
  draft: planDraft,
  sorts: withReverse('-createdAt', 'name', 'price', '-updatedAt'),
  filters: { isPublished: publishedFilter },
  more: { finalPrice: z.int() },
  detail: {},
  messages: {
    create: { ok: 'Subscription plan created successfully', fail: 'Failed to create subscription plan' },
    update: { ok: 'Subscription plan updated successfully', fail: 'Failed to update data, please try again' },
    remove: { ok: 'Subscription plan deleted successfully', fail: 'Failed to delete subscription plan' },
  },
});
