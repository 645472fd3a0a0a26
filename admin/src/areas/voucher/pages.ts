/** Pages of vouchers, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/voucher': page(() => import('./voucher-list-page.tsx'), 'VoucherListPage'),
  '/voucher/$id/{-$tab}': page(() => import('./voucher-page.tsx'), 'VoucherPage'),
};
