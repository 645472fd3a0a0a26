/** Leads to a new order begun with this, which tells its price step by step; nothing for who may make none. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayCall } from '#contract/kernel.ts';
import { makeOrder } from '#contract/order-making.ts';
import { type ProductRef, productKey } from '#contract/purchase.ts';
import { role } from '../api/session.ts';

interface Beginning {
  userId?: string;
  items?: readonly ProductRef[];
  code?: string;
}

/** As the address says it: `item` names products with commas between them. */
const searchOf = ({ items = [], ...beginning }: Beginning) => ({
  ...beginning,
  ...(items.length > 0 && { item: items.map(productKey).join(',') }),
});

const may = () => mayCall(makeOrder, role() ?? '');

export function NewOrderLink({ begins, children }: { begins: Beginning; children: ReactNode }) {
  if (!may()) return null;
  return (
    <Link to="/order/new" search={searchOf(begins)}>
      {children}
    </Link>
  );
}

type Fact = readonly [label: string, value: ReactNode];

/** The same as a fact. */
export const newOrderFact = (label: string, begins: Beginning, text: string): readonly Fact[] =>
  may()
    ? [
        [
          label,
          <NewOrderLink key={label} begins={begins}>
            {text}
          </NewOrderLink>,
        ],
      ]
    : [];

/** Of what is sold, or lowers a price. */
export const priceFact = (begins: Beginning): readonly Fact[] => newOrderFact('To pay', begins, 'Calculate a price');
