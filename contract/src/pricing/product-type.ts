/** Types of products that a discount can apply to. Apart from the schemas of discounts, which most pages do not need. */
export const productNames = {
  courses: 'Courses',
  'learning paths': 'Learning paths',
  subscriptions: 'Subscriptions',
  products: 'Products',
} as const;
export type ProductType = keyof typeof productNames;
