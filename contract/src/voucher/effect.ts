/**
 * Effect of a voucher on the prices of its products (ours). A module of its own, since lists of vouchers do not need
 * it.
 */
import { z } from 'zod';
import { byIdOf, flag, filter } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { priceGroup } from '../pricing/forecast.ts';

/** Gets published products by their price after active discounts; `all`: as if the voucher applied to all products. */
export const voucherEffect = endpoint({
  area: 'voucher',
  method: 'GET',
  url: '/admin/voucher/:id/effect/',
  roles: ['admin'],
  params: byIdOf('voucher'),
  query: z.object({ all: filter(flag, 'All') }),
  reply: z.object({ prices: z.array(priceGroup) }),
});
