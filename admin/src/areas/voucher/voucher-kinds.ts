/** Product types that a voucher can apply to. */
import { assignments } from '#contract/assignment/table.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { vouchers } from '#contract/voucher/endpoints.ts';

export type Voucher = Reply<typeof vouchers.get>;

const { voucherCourses, voucherPaths, voucherPlans, voucherProducts } = assignments;
export const kinds = [
  { label: 'Courses', path: 'courses', link: voucherCourses, key: 'totalCourses' },
  { label: 'Learning paths', path: 'learning-paths', link: voucherPaths, key: 'totalPaths' },
  { label: 'Subscription plans', path: 'subscriptions', link: voucherPlans, key: 'totalPlans' },
  { label: 'Products', path: 'products', link: voucherProducts, key: 'totalProducts' },
] as const;
