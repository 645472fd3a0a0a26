/** Forecast of a rule's effect on prices before it is saved, calculated with the pricing engine's functions. Pure. */
import { z } from 'zod';
import { productNames } from './product-type.ts';
import { choice } from '../kernel/draft.ts';
import { id } from '../kernel/fields.ts';
import type { PriceReduction } from './price.ts';
import { type VoucherRule, voucherShares } from './purchase.ts';

/** Published products with the same price before the rule: the price, their number, and one example. */
export const priceGroup = z.object({
  price: z.int(),
  products: z.int(),
  /** A discount is active; `price` is the discounted price. */
  isDiscounted: z.boolean(),
  witness: z.object({ productType: choice(productNames), productId: id, name: z.string() }),
});
export type PriceGroup = z.output<typeof priceGroup>;
type Witness = PriceGroup['witness'];

/**
 * Group of products and an example: the one with the lowest resulting price, and of equal ones the largest reduction.
 */
interface Group {
  products: number;
  witness: Witness;
}

/**
 * Numbers of products whose price the rule changes, and of those it leaves unchanged, by reason; each with an
 * example.
 */
export interface Forecast {
  cheaper: (Group & { lowest: number }) | null;
  /** Subset of `cheaper`: products that would cost nothing. */
  free: Group | null;
  /** Already discounted, and the rule is not stackable. */
  discounted: Group | null;
  /** The product alone is below the minimum purchase. */
  tooSmall: Group | null;
  /** The rule does not lower the price. */
  untouched: Group | null;
}

/** Rule to forecast; discounts have none of the optional conditions. */
export interface Forecasted extends PriceReduction {
  maxDiscount?: number | null;
  minPurchase?: number | null;
  isStackable?: boolean;
}

const rule = ({
  type,
  value,
  maxDiscount = null,
}: Forecasted): Pick<VoucherRule, 'type' | 'value' | 'maxDiscount'> => ({
  type,
  value,
  maxDiscount,
});

type Fate = 'free' | 'cheaper' | 'discounted' | 'tooSmall' | 'untouched';

function fateOf({ price, isDiscounted }: PriceGroup, final: number, draft: Forecasted): Fate {
  if (isDiscounted && !(draft.isStackable ?? true)) return 'discounted';
  if (price < (draft.minPurchase ?? 0)) return 'tooSmall';
  if (final === price) return 'untouched';
  return final === 0 ? 'free' : 'cheaper';
}

/** Forecast for each product bought alone, by a member who never used the rule, while it is active. */
export function forecast(groups: readonly PriceGroup[], draft: Forecasted): Forecast {
  const fates = groups
    .map((group) => {
      const [off = 0] = voucherShares(rule(draft), [{ discountedPrice: group.price }]);
      const final = group.price - off;
      return { ...group, final, fate: fateOf(group, final, draft) };
    })
    .toSorted((one, other) => one.final - other.final || other.price - one.price);
  const groupOf = (...outcomes: Fate[]) => {
    const members = fates.filter(({ fate }) => outcomes.includes(fate));
    const [first] = members;
    return first
      ? {
          products: members.reduce((sum, { products }) => sum + products, 0),
          witness: first.witness,
          lowest: first.final,
        }
      : null;
  };
  return {
    cheaper: groupOf('cheaper', 'free'),
    free: groupOf('free'),
    discounted: groupOf('discounted'),
    tooSmall: groupOf('tooSmall'),
    untouched: groupOf('untouched'),
  };
}
