/** What a rule would do to the prices of what it is for, before it is saved; by the engine's own functions. Pure. */
import { z } from 'zod';
import { productNames } from './discount.ts';
import { choice } from './draft.ts';
import { id } from './fields.ts';
import type { PriceReduction } from './price.ts';
import { type VoucherRule, voucherShares } from './purchase.ts';

/** Published products that cost the same: what that is before the rule, how many, and one of them to look at. */
export const priceGroup = z.object({
  price: z.int(),
  products: z.int(),
  /** By a discount that is in force; `price` is what it leaves. */
  isDiscounted: z.boolean(),
  witness: z.object({ productType: choice(productNames), productId: id, name: z.string() }),
});
export type PriceGroup = z.output<typeof priceGroup>;
type Witness = PriceGroup['witness'];

/** Some of the products; the one that is named of them comes to the least, of equal ones the one that loses most. */
interface Some {
  products: number;
  witness: Witness;
}

export interface Forecast {
  cheaper: (Some & { lowest: number }) | null;
  /** Of these: they would cost nothing. */
  free: Some | null;
  /** A discount is on them, and the rule does not come on top. */
  discounted: Some | null;
  /** A purchase of one of them alone is too small. */
  tooSmall: Some | null;
  /** The rule does not make them cheaper: they are free, or cost no more than its price. */
  untouched: Some | null;
}

/** A discount has no conditions beyond its products. */
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

/** Each bought by itself, by who never used it, while it is in force. */
export function forecast(groups: readonly PriceGroup[], draft: Forecasted): Forecast {
  const fates = groups
    .map((group) => {
      const [off = 0] = voucherShares(rule(draft), [{ discountedPrice: group.price }]);
      const final = group.price - off;
      return { ...group, final, fate: fateOf(group, final, draft) };
    })
    .toSorted((one, other) => one.final - other.final || other.price - one.price);
  const some = (...wanted: Fate[]) => {
    const those = fates.filter(({ fate }) => wanted.includes(fate));
    const [first] = those;
    return first
      ? {
          products: those.reduce((sum, { products }) => sum + products, 0),
          witness: first.witness,
          lowest: first.final,
        }
      : null;
  };
  return {
    cheaper: some('cheaper', 'free'),
    free: some('free'),
    discounted: some('discounted'),
    tooSmall: some('tooSmall'),
    untouched: some('untouched'),
  };
}
