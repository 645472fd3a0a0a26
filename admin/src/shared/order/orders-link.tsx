/** Link from a product to its orders. Empty for roles that may not read orders. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { role } from '#kit/api/session.ts';

/** The link as a fact of a record's page. */
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
