/** Products sold in addition to courses, paths and plans, such as e-books and events (domain.md, Product). */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { money, name, publishedFilter } from '../kernel/fields.ts';
import { recordEndpoints } from '../kernel/record-endpoints.ts';
import { withReverse } from '../kernel/sorts.ts';

/** Form fields. */
export const productDraft = z.object({
  name: field(name(3, 150), { label: 'Name' }),
  price: field(money, { label: 'Price', hint: 'Discounts are taken off this.' }),
  isPublished: field(z.boolean().default(false), { label: 'Published', hint: 'On: it can be bought. Off: it cannot.' }),
});

/** Endpoints of products: list, create, get, update and remove. */
export const products = recordEndpoints({
  kind: 'product',
  readScope: 'catalogue:read',
  draft: productDraft,
  sorts: withReverse('-createdAt', 'name', 'price', '-updatedAt'),
  filters: { isPublished: publishedFilter },
  more: { finalPrice: z.int() },
  detail: {},
  messages: {
    create: { ok: 'Product created successfully', fail: 'Failed to create product' },
    update: { ok: 'Product updated successfully', fail: 'Failed to update data, please try again' },
    remove: { ok: 'Product deleted successfully', fail: 'Failed to delete product' },
  },
});
