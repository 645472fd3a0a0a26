/** Leads to the explanation of a price, begun with this; nothing for who may not ask. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayCall } from '#contract/kernel.ts';
import { explainPrice } from '#contract/price-explanation.ts';
import { type ProductRef, productKey } from '#contract/purchase.ts';
import { role } from '../api/session.ts';

export interface Beginning {
  userId?: string;
  items?: readonly ProductRef[];
  code?: string;
}

interface Asked extends Beginning {
  /** ISO 8601. */
  at?: string;
  /** The id of a discount to be told about, whatever it is for. */
  discount?: string;
}

/** As the address says it: `item` names products with commas between them. */
export const searchOf = ({ items = [], ...beginning }: Asked) => ({
  ...beginning,
  ...(items.length > 0 && { item: items.map(productKey).join(',') }),
});

export const mayExplain = () => mayCall(explainPrice, role() ?? '');

export const WhyPriceLink = ({ asks }: { asks: Asked }): ReactNode =>
  mayExplain() && (
    <Link to="/why-price" search={searchOf(asks)}>
      Why this price
    </Link>
  );
