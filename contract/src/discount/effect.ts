/** Effect of activating a discount (ours). */
import { z } from 'zod';
import { byIdOf, idOf } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { priceGroup } from '../pricing/forecast.ts';

/** Another discount, and how many products of this one it holds. */
const holder = z.object({
  discountId: idOf('discount'),
  name: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  products: z.int(),
});
export type HoldingDiscount = z.infer<typeof holder>;

/**
 * Facts for the decision to activate a discount: number of products by list price, and other active discounts that hold
 * some of them in the same period. `conflicting`: number of products in conflict, each counted once.
 */
export const discountEffect = endpoint({
  area: 'discount',
  method: 'GET',
  url: '/admin/discount/:id/effect/',
  roles: ['admin'],
  params: byIdOf('discount'),
  reply: z.object({
    prices: z.array(priceGroup),
    conflicting: z.int(),
    conflicts: z.array(holder),
    /** List price and current price of the conflicting products, with their number. */
    conflictPrices: z.array(z.object({ price: z.int(), finalPrice: z.int(), products: z.int() })),
    /** Inactive discounts that hold some of the products in the same period: only one of them can be active. */
    planned: z.array(holder),
    /** Discounts that products leave when this one starts. */
    leaving: z.array(holder),
  }),
});
