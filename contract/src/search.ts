/**
 * The palette's search: courses, users, orders and discounts by name, e-mail, phone or invoice (ours). Only what the caller's role may open is answered.
 */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { id, name } from './fields.ts';

export const searchEverything = endpoint({
  area: 'search',
  embeds: ['course', 'discount', 'user'],
  method: 'GET',
  url: '/admin/search',
  roles: 'staff',
  query: z.object({ q: name(1, 100) }),
  reply: z.object({
    found: z.array(
      z.object({
        kind: z.enum(['flexy', 'fast-track', 'user', 'order', 'discount']),
        id,
        name: z.string(),
        hint: z.string(),
      }),
    ),
  }),
});
