/** Leads to a new order begun with this, which tells its price step by step; nothing for who may make none. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayCall } from '#contract/kernel.ts';
import { makeOrder } from '#contract/order-making.ts';
import { role } from '../api/session.ts';
import { type Beginning, WhyPriceLink, searchOf } from './why-price-link.tsx';

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

/** Of what is sold, or lowers a price; `discount`: the id of the one that is asked about. */
export const priceFact = (begins: Beginning, discount?: string): readonly Fact[] =>
  may()
    ? [
        ['To pay', <WhyPriceLink key="why" asks={{ ...begins, ...(discount !== undefined && { discount }) }} />],
        ...(Object.keys(begins).length > 0 ? newOrderFact('To order', begins, 'Work out a price') : []),
      ]
    : [];
