/** Navigation entry of order tracking. */
import { IconHeadset } from '@tabler/icons-react';
import { getTrackingAccess } from '#contract/order-tracking/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Selling',
    place: 2,
    label: 'Order tracking',
    to: '/order/tracking',
    purpose: 'Course orders that customer service handles',
    icon: IconHeadset,
    opens: getTrackingAccess,
  },
];
