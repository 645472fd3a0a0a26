/**
 * Price rules of discounts and vouchers: price calculation, periods and overlaps (spec §3, §5; domain.md, Discount).
 * Pure; the browser uses it, and a test compares it with the server's SQL.
 */
import { minuteMs, momentInWords } from '../kernel/days.ts';
import { SwitchStatus } from '../kernel/switch-status.ts';

/** Reduction types and their numbers on the wire. */
export const DiscountType = { IDR_BECOMES: 0, IDR_OFF: 1, PERCENTAGE: 2 } as const;
export type DiscountType = (typeof DiscountType)[keyof typeof DiscountType];
/** Labels of discount types. */
export const discountTypeNames = {
  [DiscountType.IDR_BECOMES]: 'Fixed price',
  [DiscountType.IDR_OFF]: 'Amount off',
  [DiscountType.PERCENTAGE]: 'Percentage',
} as const;

/** `value`: rupiah, or percent if the type is PERCENTAGE. */
export interface PriceReduction {
  type: DiscountType;
  value: number;
}

/**
 * Period from `startDate` to `endDate`, ISO 8601; null: unbounded. An end that is a whole minute, as people type it, includes
 * that minute; an end with seconds or milliseconds is exact, and excluded.
 */
export interface Period {
  startDate: string | null;
  endDate: string | null;
}

/** Period that can be switched on and off. */
export interface Switched extends Period {
  isActive: boolean;
}

/** Price in rupiah after a reduction: never raised, never below 0, rounded down to the rupiah. */
export function finalPrice(price: number, reduction: PriceReduction | null): number {
  if (!reduction) return price;
  const { type, value } = reduction;
  if (type === DiscountType.IDR_BECOMES) return Math.min(price, value);
  if (type === DiscountType.IDR_OFF) return Math.max(0, price - value);
  return Math.floor((price * (100 - value)) / 100);
}

/** Reduction in rupiah, at least 0; for a fixed price, list price minus value (spec §5). */
export const amountOff = (price: number, reduction: PriceReduction | null): number =>
  price - finalPrice(price, reduction);

/** Number of products with a list price. */
export interface PriceCount {
  price: number;
  products: number;
}

/** Effect of a reduction on products: number of cheaper ones, and the lowest resulting price among them. */
export function effectOn(
  prices: readonly PriceCount[],
  reduction: PriceReduction,
): { cheaper: number; lowest: number | null } {
  const cheaper = prices.filter(({ price }) => finalPrice(price, reduction) < price);
  const finals = cheaper.map(({ price }) => finalPrice(price, reduction));
  return {
    cheaper: cheaper.reduce((sum, { products }) => sum + products, 0),
    lowest: finals.length > 0 ? finals.reduce((least, price) => Math.min(least, price)) : null,
  };
}

/** First moment of a period, in milliseconds since 1970. */
export const startOf = ({ startDate }: Pick<Period, 'startDate'>): number =>
  startDate === null ? -Infinity : Date.parse(startDate);
/** First moment after a period, in milliseconds since 1970; the server's SQL is `period_end`. */
export function endOf({ endDate }: Pick<Period, 'endDate'>): number {
  if (endDate === null) return Infinity;
  const at = Date.parse(endDate);
  return at % minuteMs === 0 ? at + minuteMs : at;
}

/** Whether a period has ended at a time (milliseconds since 1970). */
export const isOver = (period: Period, at: number): boolean => endOf(period) <= at;

/** Whether a rule is active and has started but not ended at a time (epoch ms). */
export const isInForce = (rule: Switched, at: number): boolean =>
  rule.isActive && startOf(rule) <= at && !isOver(rule, at);

/** Status of a discount or voucher at a time (epoch ms). */
export function statusOf(rule: Switched, at: number): SwitchStatus {
  if (!rule.isActive) return SwitchStatus.INACTIVE;
  if (isOver(rule, at)) return SwitchStatus.EXPIRED;
  return isInForce(rule, at) ? SwitchStatus.ACTIVE : SwitchStatus.SCHEDULED;
}

/** Whether both periods run at some moment from `at` on; an expired one overlaps nothing. */
export const willOverlap = (one: Period, other: Period, at: number): boolean =>
  !isOver(one, at) && !isOver(other, at) && startOf(one) < endOf(other) && startOf(other) < endOf(one);

/** Reason a value does not fit its type; undefined: it does. */
export const valueProblem = ({ type, value }: PriceReduction): string | undefined =>
  type === DiscountType.PERCENTAGE && (value < 1 || value > 100) ? 'A percentage is 1 to 100' : undefined;

/** Reason a period is invalid; undefined: it is valid. */
export const periodProblem = ({ startDate = null, endDate = null }: Partial<Period>): string | undefined =>
  startDate !== null && endDate !== null && Date.parse(startDate) >= Date.parse(endDate)
    ? 'Ends before it starts'
    : undefined;

/** Text such as `from 5 Nov 2026, 14.03 WIB`, `until …`, both, or `no end date`. */
export function periodInWords({ startDate, endDate }: Period): string {
  const words = [startDate && `from ${momentInWords(startDate)}`, endDate && `until ${momentInWords(endDate)}`].filter(
    Boolean,
  );
  return words.length > 0 ? words.join(' ') : 'no end date';
}
