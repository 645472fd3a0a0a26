/** Discounts and the price they make (spec §3, §5; domain.md, Discount). Pure; both sides use it. */

/** The three kinds of discount and their numbers on the wire. */
export const DiscountType = { IDR_BECOMES: 0, IDR_OFF: 1, PERCENTAGE: 2 } as const;
export type DiscountType = (typeof DiscountType)[keyof typeof DiscountType];

export interface PriceReduction {
  discount: number;
  discountType: number;
}

/** The price in rupiah after a discount: never raised, never below 0, floored to the rupiah. */
export function finalPrice(price: number, cut: PriceReduction | null): number {
  if (!cut) return price;
  if (cut.discountType === DiscountType.IDR_BECOMES) return Math.min(price, cut.discount);
  if (cut.discountType === DiscountType.IDR_OFF) return Math.max(0, price - cut.discount);
  return Math.floor((price * (100 - cut.discount)) / 100);
}

/** What is taken off, in rupiah; for a fixed price that is the list price minus the value (spec §5). */
export const amountOff = (price: number, cut: PriceReduction | null): number => price - finalPrice(price, cut);
