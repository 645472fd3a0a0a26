/** Navigation, pages and records of vouchers. */
import { IconTicket } from '@tabler/icons-react';
import { vouchers } from '#contract/voucher/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Promotions',
      place: 2,
      label: 'Vouchers',
      to: '/voucher',
      icon: IconTicket,
      opens: vouchers.list,
      create: { what: 'voucher', call: vouchers.create },
    },
  ],
  pages: {
    '/voucher': page(() => import('./voucher-list-page.tsx'), 'VoucherListPage'),
    '/voucher/$id/{-$tab}': page(() => import('./voucher-page.tsx'), 'VoucherPage'),
  },
  records: { voucher: ['/voucher', vouchers.get] },
  found: {
    voucher: { to: '/voucher', one: 'Voucher' },
  },
};
