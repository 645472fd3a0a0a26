/** Catalogue of what is sold, for programs that show it (ours; domain.md, Integration). */
import { z } from 'zod';
import { choice } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { id, text } from '../kernel/fields.ts';
import { productNames } from '../pricing/product-type.ts';

/** Items per reply; fewer are the last ones. */
export const cataloguePage = 1000;

/**
 * Lists the published courses, learning paths, plans and products with their current prices, or with `since`, the
 * cursor of the last reply, what has changed since: prices too when a discount begins or ends, and what is sold no longer.
 * An item may be listed again without a change. Replies with an ETag of the items; 304 to If-None-Match.
 */
export const readCatalogue = endpoint({
  area: 'integration',
  method: 'GET',
  url: '/integration/catalogue',
  roles: 'key',
  scope: 'catalogue:read',
  query: z.object({ since: text(200).optional() }),
  reply: z.object({
    items: z.array(
      z.object({
        productType: choice(productNames),
        productId: id,
        name: z.string(),
        /** Empty for plans and products. */
        slug: z.string(),
        price: z.int(),
        finalPrice: z.int(),
        updatedAt: z.string(),
        /** Deleted, or not published: it has no name and no price. */
        withdrawn: z.literal(true).optional(),
      }),
    ),
    cursor: z.string(),
  }),
});
