/**
 * The palette's search: courses, learning paths, users, subscriptions, orders, discounts, vouchers and submissions by
 * name, e-mail, phone, invoice or code (ours). Only what the caller's role may open is answered.
 */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { id, name } from './fields.ts';

export const searchEverything = endpoint({
  area: 'search',
  embeds: ['course', 'discount', 'learning-path', 'user', 'voucher'],
  method: 'GET',
  url: '/admin/search',
  roles: 'staff',
  query: z.object({ q: name(1, 100) }),
  reply: z.object({
    found: z.array(
      z.object({
        kind: z.enum([
          'flexy',
          'fast-track',
          'learning-path',
          'user',
          'subscription',
          'order',
          'discount',
          'voucher',
          'submission',
        ]),
        id,
        name: z.string(),
        hint: z.string(),
      }),
    ),
  }),
});
