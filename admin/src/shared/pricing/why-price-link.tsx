/** Link to the explanation of a price. Renders nothing for roles that may not read it. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { explainPrice } from '#contract/pricing/explanation.ts';
import { type ProductRef, productKey } from '#contract/pricing/purchase.ts';
import { role } from '#kit/api/session.ts';

export interface Prefill {
  userId?: string;
  companyId?: string;
  items?: readonly ProductRef[];
  code?: string;
}

interface PriceQuery extends Prefill {
  /** Id of a discount to explain, whether it applies to the items or not. */
  discount?: string;
}

/** Search params of the link; `item` is a comma-separated list of products. */
export const searchOf = ({ items = [], ...rest }: PriceQuery) => ({
  ...rest,
  ...(items.length > 0 && { item: items.map(productKey).join(',') }),
});

const mayExplain = () => mayCall(explainPrice, role() ?? '');

export const WhyPriceLink = ({ query }: { query: PriceQuery }): ReactNode =>
  mayExplain() && (
    <Link to="/why-price" search={searchOf(query)}>
      Explain the price
    </Link>
  );
