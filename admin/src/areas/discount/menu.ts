/** Navigation entry of discounts. */
import { IconRosetteDiscount } from '@tabler/icons-react';
import { discounts } from '#contract/discount/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Selling',
    place: 3,
    label: 'Discounts',
    to: '/discount',
    purpose: 'Lower prices for a time',
    icon: IconRosetteDiscount,
    opens: discounts.list,
    create: { what: 'discount', call: discounts.create },
  },
];
