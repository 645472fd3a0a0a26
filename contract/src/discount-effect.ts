/** What switching a discount on does (ours). */
import { z } from 'zod';
import { byIdOf, idOf } from './fields.ts';
import { endpoint } from './kernel.ts';
import { priceGroup } from './price-forecast.ts';

/**
 * What decides whether to switch it on: how many products have which list price, and the other active discounts that
 * hold some of them while it runs. `conflicting`: how many products these hold, each counted once.
 */
export const discountEffect = endpoint({
  area: 'discount',
  embeds: ['course', 'learning-path', 'subscription', 'product'],
  method: 'GET',
  url: '/admin/discount/:id/effect/',
  roles: ['admin'],
  params: byIdOf('discount'),
  reply: z.object({
    prices: z.array(priceGroup),
    conflicting: z.int(),
    conflicts: z.array(
      z.object({
        discountId: idOf('discount'),
        name: z.string(),
        startDate: z.string().nullable(),
        endDate: z.string().nullable(),
        products: z.int(),
      }),
    ),
  }),
});
