/** Navigation entry of vouchers. */
import { IconTicket } from '@tabler/icons-react';
import { vouchers } from '#contract/voucher/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Selling',
    place: 4,
    label: 'Vouchers',
    to: '/voucher',
    purpose: 'Codes that lower what members pay',
    icon: IconTicket,
    opens: vouchers.list,
    create: { what: 'voucher', call: vouchers.create },
  },
];
