/** What one of each type of product is called. */
import type { ProductType } from '#contract/discount.ts';

export const typeNames: Readonly<Record<ProductType, string>> = {
  courses: 'Course',
  'learning paths': 'Learning path',
  subscriptions: 'Subscription',
  products: 'Product',
};
