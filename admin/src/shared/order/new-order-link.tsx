/**
 * Links to a new order with prefilled items, which shows its price step by step, and to the orders of a product. Empty
 * for roles that may not create or read orders.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { makeOrder } from '#contract/order/new-order.ts';
import { role } from '#kit/api/session.ts';
import { type Prefill, WhyPriceLink, searchOf } from '../pricing/why-price-link.tsx';
import { listOrders } from '#contract/order/endpoints.ts';

/** Label of the links of a record's page. */
const related = 'Related';

/** The link as a fact of a record's page. */
export const ordersFact = (productId: string): readonly (readonly [label: string, value: ReactNode])[] =>
  mayCall(listOrders, role() ?? '')
    ? [
        [
          related,
          <Link key="orders" to="/order" search={{ productId }}>
            View orders
          </Link>,
        ],
      ]
    : [];

const mayCreate = () => mayCall(makeOrder, role() ?? '');

export function NewOrderLink({ prefill, children }: { prefill: Prefill; children: ReactNode }) {
  if (!mayCreate()) return null;
  return (
    <Link to="/order/new" search={searchOf(prefill)}>
      {children}
    </Link>
  );
}

type Fact = readonly [label: string, value: ReactNode];

/** The link as a fact of a page. */
export const newOrderFact = (prefill: Prefill, text: string): readonly Fact[] =>
  mayCreate()
    ? [
        [
          related,
          <NewOrderLink key="order" prefill={prefill}>
            {text}
          </NewOrderLink>,
        ],
      ]
    : [];

/**
 * Fact of a product or a price reduction that links to the explanation of its price and to a new order. `discount`: id of
 * the discount to explain.
 */
export const priceFact = (prefill: Prefill, discount?: string): readonly Fact[] =>
  mayCreate()
    ? [
        [related, <WhyPriceLink key="why" query={{ ...prefill, ...(discount !== undefined && { discount }) }} />],
        ...(Object.keys(prefill).length > 0 ? newOrderFact(prefill, 'Calculate a price') : []),
      ]
    : [];
