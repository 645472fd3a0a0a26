/** Labels of the product types. */
import type { ProductType } from '#contract/pricing/product-type.ts';

export const typeNames: Readonly<Record<ProductType, string>> = {
  courses: 'Course',
  'learning paths': 'Learning path',
  subscriptions: 'Subscription',
  products: 'Product',
};
