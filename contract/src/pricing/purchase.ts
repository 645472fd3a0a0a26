/**
 * Input of the pricing engine (quote.ts): basket, price rules, buyer, time and code. Amounts are whole rupiah, moments
 * milliseconds since 1970.
 */
import type { ProductType } from './product-type.ts';
import type { RecordKind } from '../kernel/record-kinds.ts';
import { DiscountType, type PriceReduction, type Switched, finalPrice } from './price.ts';

/** Record kind of each product type. */
export const kindOfProduct = {
  courses: 'course',
  'learning paths': 'learning-path',
  subscriptions: 'plan',
  products: 'product',
} as const satisfies Record<ProductType, RecordKind>;

/** Reference to a product; unique in a basket. */
export interface ProductRef {
  productType: ProductType;
  productId: string;
}

/** `price`: list price. */
export interface BasketItem extends ProductRef {
  name: string;
  price: number;
}

/** Product of a rule. `leavesAt`: start of the discount that takes it (decision 0044). */
interface HeldProduct extends ProductRef {
  leavesAt?: string | null;
}

/** `products`: products of the rule, at least those in the basket. */
export interface DiscountRule extends PriceReduction, Switched {
  id: string;
  name: string;
  products: readonly HeldProduct[];
}

/**
 * Voucher; null: without that limit. An amount off is subtracted from the purchase once; a fixed price applies to each
 * item.
 */
export interface VoucherRule extends DiscountRule {
  /** Code of the voucher, or the entered single-use code. */
  code: string;
  isPublished: boolean;
  allProduct: boolean;
  /** Upper limit of a percentage's reduction, in rupiah. */
  maxDiscount: number | null;
  /** Minimum sum, after discounts, of the items the voucher applies to. */
  minPurchase: number | null;
  quota: number | null;
  usedCount: number;
  /** Uses allowed per member, and uses by this member. */
  memberQuota: number;
  usedByMember: number;
  isStackable: boolean;
  /** The code is single-use and another order has used it. */
  isCodeSpent: boolean;
}

/** Input of `quote` (quote.ts). */
export interface Purchase {
  items: readonly BasketItem[];
  discounts: readonly DiscountRule[];
  vouchers: readonly VoucherRule[];
  /** Code as entered. */
  code: string | null;
  at: number;
  /** Lower limit for the reduced price of an item; items that cost less are not raised to it. */
  floor: number;
  /** Amount added to identify a manual bank transfer; not added to a total of 0. */
  uniqueCode: number | null;
}

/** Key of a product across product types. */
export const productKey = ({ productType, productId }: ProductRef): string => `${productType}:${productId}`;

/** Whether a discount has a product, regardless of its period. */
export const appliesTo = ({ products }: DiscountRule, item: ProductRef): boolean =>
  products.some((one) => one.productId === item.productId && one.productType === item.productType);

/** Item with the discount that applies and the price after it. */
export interface DiscountedItem extends BasketItem {
  discount: DiscountRule | null;
  discountedPrice: number;
}

/** Applies the discount with the lowest price; of equal ones, the first by id; none if no discount lowers the price. */
export function discountedItem(item: BasketItem, inForce: readonly DiscountRule[]): DiscountedItem {
  let best: DiscountRule | null = null;
  let price = item.price;
  for (const rule of inForce) {
    if (!appliesTo(rule, item)) continue;
    const reduced = finalPrice(item.price, rule);
    if (reduced < price || (best && reduced === price && rule.id < best.id)) [best, price] = [rule, reduced];
  }
  return { ...item, discount: best, discountedPrice: price };
}

export const totalOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Splits `amount`, at most the sum of `weights`, into integer parts by weight; the remainder goes to the largest
 * fractions.
 */
function shareOut(amount: number, weights: readonly number[]): number[] {
  const sum = totalOf(weights);
  if (sum === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((part) => Number(part / BigInt(sum)));
  const byFraction = exact
    .map((part, index) => ({ index, fraction: part % BigInt(sum) }))
    .toSorted((one, other) =>
      one.fraction === other.fraction ? one.index - other.index : one.fraction > other.fraction ? -1 : 1,
    );
  for (const { index } of byFraction.slice(0, amount - totalOf(shares))) shares[index]! += 1;
  return shares;
}

/** Reduction in rupiah that a voucher gives on each of these items, all of which it applies to. */
export function voucherShares(
  voucher: Pick<VoucherRule, 'type' | 'value' | 'maxDiscount'>,
  items: readonly Pick<DiscountedItem, 'discountedPrice'>[],
): number[] {
  const prices = items.map(({ discountedPrice }) => discountedPrice);
  if (voucher.type === DiscountType.IDR_BECOMES) return prices.map((price) => price - finalPrice(price, voucher));
  const sum = totalOf(prices);
  const off = sum - finalPrice(sum, voucher);
  const max = voucher.type === DiscountType.PERCENTAGE ? (voucher.maxDiscount ?? off) : off;
  return shareOut(Math.min(off, max), prices);
}
