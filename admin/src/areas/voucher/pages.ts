/** The pages of vouchers, each loaded when it is opened. */
import { page } from '#kit/page.ts';

export const pages = {
  '/voucher': page(() => import('./voucher-list-page.tsx'), 'VoucherListPage'),
  '/voucher/$id/{-$tab}': page(() => import('./voucher-page.tsx'), 'VoucherPage'),
};
