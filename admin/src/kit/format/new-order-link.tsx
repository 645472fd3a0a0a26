/**
 * Link to a new order with prefilled items, which shows its price step by step. Renders nothing for roles that may not
 * create orders.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayCall } from '#contract/kernel.ts';
import { makeOrder } from '#contract/order-making.ts';
import { type ProductRef, productKey } from '#contract/purchase.ts';
import { role } from '../api/session.ts';

interface Prefill {
  userId?: string;
  items?: readonly ProductRef[];
  code?: string;
}

/** Search params of the link; `item` is a comma-separated list of products. */
const searchOf = ({ items = [], ...prefill }: Prefill) => ({
  ...prefill,
  ...(items.length > 0 && { item: items.map(productKey).join(',') }),
});

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
export const newOrderFact = (label: string, prefill: Prefill, text: string): readonly Fact[] =>
  mayCreate()
    ? [
        [
          label,
          <NewOrderLink key={label} prefill={prefill}>
            {text}
          </NewOrderLink>,
        ],
      ]
    : [];

/** Fact of a product or a price reduction that links to a price calculation. */
export const priceFact = (prefill: Prefill): readonly Fact[] => newOrderFact('To pay', prefill, 'Work out a price');
