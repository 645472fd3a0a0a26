/**
 * The palette's search (ours): every kind of record that has a page, by name, e-mail, phone, invoice or code. Only what
 * the caller's role may open is answered.
 */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { id, name } from './fields.ts';

export const searchEverything = endpoint({
  area: 'search',
  embeds: ['certificate', 'course', 'discount', 'learning-path', 'product', 'subscription', 'user', 'voucher'],
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
          'event-voucher',
          'order',
          'discount',
          'voucher',
          'product',
          'plan',
          'submission',
          'certificate',
          'lesson',
          'quiz',
          'survey',
        ]),
        /** Of a certificate that of its course, of an event voucher that of its subscription: the page that it stands on. */
        id,
        name: z.string(),
        hint: z.string(),
      }),
    ),
  }),
});
