/**
 * Search of the command palette (ours): records of all kinds with a page, by name, e-mail, phone, invoice number or
 * code. Returns only records the caller's role may open.
 */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { id, maxSearchLength, text } from '../kernel/fields.ts';

/** Searches for the text `q`; the results are not paged. */
export const searchEverything = endpoint({
  area: 'search',
  method: 'GET',
  url: '/admin/search',
  roles: 'staff',
  query: z.object({ q: text(maxSearchLength).trim().min(1, 'Write something') }),
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
          'company',
          'discount',
          'voucher',
          'campaign',
          'product',
          'plan',
          'submission',
          'certificate',
          'lesson',
          'quiz',
          'survey',
        ]),
        /** Id of the page that shows the record: a certificate's course, an event voucher's subscription. */
        id,
        name: z.string(),
        hint: z.string(),
      }),
    ),
  }),
});
