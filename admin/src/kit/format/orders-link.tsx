/** Leads from what is sold to the orders that have it; nothing for who may read none. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayCall } from '#contract/kernel.ts';
import { listOrders } from '#contract/order.ts';
import { role } from '../api/session.ts';

/** As a fact of a record. */
export const ordersFact = (productId: string): readonly (readonly [label: string, value: ReactNode])[] =>
  mayCall(listOrders, role() ?? '')
    ? [
        [
          'Bought',
          <Link key="orders" to="/order" search={{ productId }}>
            Orders with it
          </Link>,
        ],
      ]
    : [];
