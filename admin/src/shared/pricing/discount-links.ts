/** Assignments of products to discounts, by the type of product. */
import { assignments } from '#contract/assignment/table.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';

export const discountLinks = {
  courses: assignments.discountCourses,
  'learning paths': assignments.discountPaths,
  subscriptions: assignments.discountPlans,
  products: assignments.discountProducts,
} as const satisfies Record<ProductType, object>;
