/** What a voucher is for, and what that costs now (ours). Apart from the vouchers: a list needs none of it. */
import { z } from 'zod';
import { byIdOf, optionalFlag } from './fields.ts';
import { endpoint } from './kernel.ts';
import { priceGroup } from './price-forecast.ts';

/** Published products by what they cost after the discounts in force; `all`: as if it were for all products. */
export const voucherEffect = endpoint({
  area: 'voucher',
  embeds: 'all',
  method: 'GET',
  url: '/admin/voucher/:id/effect/',
  roles: ['admin'],
  params: byIdOf('voucher'),
  query: z.object({ all: optionalFlag }),
  reply: z.object({ prices: z.array(priceGroup) }),
});
