/** Promotions of a campaign: adding and removing them, what its switch and other dates would change, and its sales. */
import { z } from 'zod';
import { byIdOf, id, idList, idOf, instant } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { periodProblem } from '../pricing/price.ts';
import { promotion } from './endpoints.ts';

const one = { area: 'campaign', roles: ['admin'], params: byIdOf('campaign') } as const;

const members = z
  .object({ discountIds: idList('discount'), voucherIds: idList('voucher') })
  .refine(({ discountIds, voucherIds }) => discountIds.length + voucherIds.length > 0, {
    path: ['discountIds'],
    message: 'Choose at least one',
  });
const change = z.object({ changed: z.int() });
const formerDates = z
  .object({ startDate: instant.nullable(), endDate: instant.nullable() })
  .refine((period) => periodProblem(period) === undefined, { path: ['endDate'], message: 'Ends before it starts' });

/**
 * Adds promotions, which get the dates of the campaign unless they keep theirs; 409 if one is in another campaign or its
 * rules refuse. `before`: the dates that the added ones had.
 */
export const addPromotions = endpoint({
  ...one,
  method: 'PUT',
  url: '/admin/campaign/:id/promotions/',
  body: members.safeExtend({ keepsDates: z.boolean().default(false) }),
  reply: change.extend({ before: z.array(promotion.pick({ id: true, startDate: true, endDate: true })) }),
  messages: { ok: 'Added to the campaign', fail: 'Not added to the campaign' },
});

/**
 * Takes promotions out; they keep their switch and their dates. With `dates`, those that have the dates of the campaign
 * get these instead; 409 if the rules of one refuse.
 */
export const removePromotions = endpoint({
  ...one,
  method: 'DELETE',
  url: '/admin/campaign/:id/promotions/',
  body: members.safeExtend({ dates: formerDates.optional() }),
  reply: change,
  messages: { ok: 'Removed from the campaign', fail: 'Not removed from the campaign', tone: 'warning' },
});

/**
 * Facts for the decision to switch a campaign: products of its discounts that are off or on, each counted once, and
 * discounts, its own too, that hold some of the former in the same period.
 */
export const campaignEffect = endpoint({
  ...one,
  method: 'GET',
  url: '/admin/campaign/:id/effect/',
  reply: z.object({
    productsOff: z.int(),
    productsOn: z.int(),
    /** Products in conflicts, each counted once. */
    conflicting: z.int(),
    /** Discount of the campaign, and the other one that holds products of it. */
    conflicts: z.array(
      z.object({
        id: idOf('discount'),
        name: z.string(),
        discountId: idOf('discount'),
        holder: z.string(),
        startDate: z.string().nullable(),
        endDate: z.string().nullable(),
        products: z.int(),
        /** Products of the first that discounts outside the campaign hold, each counted once. */
        takeable: z.int(),
      }),
    ),
  }),
});

/** Changes that other dates would make: promotions whose dates differ, with the reason if their rules refuse. */
export const previewDates = endpoint({
  ...one,
  method: 'GET',
  url: '/admin/campaign/:id/dates/',
  query: z.object({ startDate: instant, endDate: instant }),
  reply: z.object({ changes: z.array(promotion.extend({ refusal: z.string().nullable() })) }),
});

/**
 * Sales of a campaign's promotions from its first day until today, as *Sales* has them: in the rows an order counts in
 * each of its promotions, in the total once. Amounts in integer rupiah.
 */
export const campaignSales = endpoint({
  ...one,
  method: 'GET',
  url: '/admin/campaign/:id/sales/',
  reply: z.object({
    /** Days in Asia/Jakarta; null before it starts. */
    period: z.object({ from: z.string(), to: z.string() }).nullable(),
    /** Orders with one of the promotions at least, and their whole net sales. */
    total: z.object({ orders: z.int(), net: z.int() }),
    rows: z.array(
      z.object({
        kind: promotion.shape.kind,
        id,
        name: z.string(),
        code: z.string().nullable(),
        orders: z.int(),
        discounts: z.int(),
        net: z.int(),
        usedCount: z.int(),
      }),
    ),
  }),
});
