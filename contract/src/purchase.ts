/**
 * What a price is asked for: a basket, the rules that may lower it, who buys when with which code. The engine is quote.ts.
 * Amounts are whole rupiah, moments milliseconds since 1970.
 */
import type { ProductType } from './discount.ts';
import type { RecordKind } from './records.ts';
import { DiscountType, type PriceReduction, type Switched, finalPrice } from './price.ts';

/** The kind of record that each type of product is. */
export const kindOfProduct = {
  courses: 'course',
  'learning paths': 'learning-path',
  subscriptions: 'plan',
  products: 'product',
} as const satisfies Record<ProductType, RecordKind>;

/** What is sold; one stands in a basket once. */
export interface ProductRef {
  productType: ProductType;
  productId: string;
}

/** `price`: the list price. */
export interface BasketItem extends ProductRef {
  name: string;
  price: number;
}

/** `products`: what it is for, of the basket at least. */
export interface DiscountRule extends PriceReduction, Switched {
  id: string;
  name: string;
  products: readonly ProductRef[];
}

/** null: without that limit. An amount off is taken off the purchase once; a fixed price is that of each item. */
export interface VoucherRule extends DiscountRule {
  /** Its own, or of those that are each good for one order the one that was typed. */
  code: string;
  isPublished: boolean;
  allProduct: boolean;
  /** Of a percentage. */
  maxDiscount: number | null;
  /** What it is for must come to this after discounts. */
  minPurchase: number | null;
  quota: number | null;
  usedCount: number;
  /** How often one member may use it, and how often this one did. */
  memberQuota: number;
  usedByMember: number;
  isStackable: boolean;
  /** The code is good for one order, and one uses it. */
  isCodeSpent: boolean;
}

export interface Purchase {
  items: readonly BasketItem[];
  discounts: readonly DiscountRule[];
  vouchers: readonly VoucherRule[];
  /** As it was typed. */
  code: string | null;
  at: number;
  /** No reduction takes an item below it, nor raises what costs less. */
  floor: number;
  /** Added to what is transferred by hand, to be recognised by; nothing is added to what costs nothing. */
  uniqueCode: number | null;
}

export const productKey = ({ productType, productId }: ProductRef): string => `${productType}:${productId}`;

export const isFor = ({ products }: DiscountRule, item: ProductRef): boolean =>
  products.some((one) => one.productId === item.productId && one.productType === item.productType);

/** An item with the discount that applies to it, and its price after that. */
export interface DiscountedItem extends BasketItem {
  discount: DiscountRule | null;
  discountedPrice: number;
}

/** Of the rules that may apply the one that leaves least; of equal ones the first by id. */
export function discountedItem(item: BasketItem, inForce: readonly DiscountRule[]): DiscountedItem {
  let best: DiscountRule | null = null;
  let price = item.price;
  for (const rule of inForce) {
    if (!isFor(rule, item)) continue;
    const reduced = finalPrice(item.price, rule);
    if (reduced < price || (best && reduced === price && rule.id < best.id)) [best, price] = [rule, reduced];
  }
  return { ...item, discount: best, discountedPrice: price };
}

export const totalOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** `amount`, at most the sum of `weights`, in whole parts by weight; what is left over goes to the largest fractions. */
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

/** What a voucher takes off each of the items that it may be used for. */
export function voucherShares(
  voucher: Pick<VoucherRule, 'type' | 'value' | 'maxDiscount'>,
  items: readonly Pick<DiscountedItem, 'discountedPrice'>[],
): number[] {
  const prices = items.map(({ discountedPrice }) => discountedPrice);
  if (voucher.type === DiscountType.IDR_BECOMES) return prices.map((price) => price - finalPrice(price, voucher));
  const sum = totalOf(prices);
  const off = sum - finalPrice(sum, voucher);
  const most = voucher.type === DiscountType.PERCENTAGE ? (voucher.maxDiscount ?? off) : off;
  return shareOut(Math.min(off, most), prices);
}
