/**
 * Price rules, of discounts and of vouchers: what one makes of a price, when it is in force, when two meet (spec §3,
 * §5; domain.md, Discount). Pure; the browser explains with it, and the server's SQL is held against it by a test.
 */

/** The three kinds of rule and their numbers on the wire. */
export const DiscountType = { IDR_BECOMES: 0, IDR_OFF: 1, PERCENTAGE: 2 } as const;
export type DiscountType = (typeof DiscountType)[keyof typeof DiscountType];
export const discountTypeNames = {
  [DiscountType.IDR_BECOMES]: 'Fixed price',
  [DiscountType.IDR_OFF]: 'Amount off',
  [DiscountType.PERCENTAGE]: 'Percentage',
} as const;

/** `value` is rupiah, or percent where the type is PERCENTAGE. */
export interface PriceReduction {
  type: DiscountType;
  value: number;
}

/** From the moment of `startDate` to before that of `endDate`, ISO 8601; null: without that end. */
export interface Period {
  startDate: string | null;
  endDate: string | null;
}

/** A period that a person has switched on or off. */
export interface Switched extends Period {
  isActive: boolean;
}

/** 0 and 1 are set by people; 2 and 3 are what the period makes of an active one. */
export const DiscountStatus = { INACTIVE: 0, ACTIVE: 1, SCHEDULED: 2, EXPIRED: 3 } as const;
export type DiscountStatus = (typeof DiscountStatus)[keyof typeof DiscountStatus];

/** The price in rupiah after a reduction: never raised, never below 0, floored to the rupiah. */
export function finalPrice(price: number, reduction: PriceReduction | null): number {
  if (!reduction) return price;
  const { type, value } = reduction;
  if (type === DiscountType.IDR_BECOMES) return Math.min(price, value);
  if (type === DiscountType.IDR_OFF) return Math.max(0, price - value);
  return Math.floor((price * (100 - value)) / 100);
}

/** What is taken off, in rupiah; for a fixed price that is the list price minus the value (spec §5). */
export const amountOff = (price: number, reduction: PriceReduction | null): number =>
  price - finalPrice(price, reduction);

/** How many products have this list price. */
export interface PriceCount {
  price: number;
  products: number;
}

/** What a reduction does to products: how many get cheaper, and the lowest price that one of these comes to. */
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

const startOf = ({ startDate }: Period) => (startDate === null ? -Infinity : Date.parse(startDate));
const endOf = ({ endDate }: Period) => (endDate === null ? Infinity : Date.parse(endDate));

/** `at` is in milliseconds since 1970, here and below. */
export const isOver = (period: Period, at: number): boolean => endOf(period) <= at;

export const isInForce = (rule: Switched, at: number): boolean =>
  rule.isActive && startOf(rule) <= at && !isOver(rule, at);

export function statusOf(rule: Switched, at: number): DiscountStatus {
  if (!rule.isActive) return DiscountStatus.INACTIVE;
  if (isOver(rule, at)) return DiscountStatus.EXPIRED;
  return isInForce(rule, at) ? DiscountStatus.ACTIVE : DiscountStatus.SCHEDULED;
}

/** Whether there is, from `at` on, a moment when both periods run; one that is over meets nothing any more. */
export const willOverlap = (one: Period, other: Period, at: number): boolean =>
  !isOver(one, at) && !isOver(other, at) && startOf(one) < endOf(other) && startOf(other) < endOf(one);

/** Why a value is none of its type; undefined: it is one. */
export const valueProblem = ({ type, value }: PriceReduction): string | undefined =>
  type === DiscountType.PERCENTAGE && (value < 1 || value > 100) ? 'A percentage is 1 to 100' : undefined;

/** What is wrong with the end of a period; undefined: nothing. */
export const periodProblem = ({ startDate = null, endDate = null }: Partial<Period>): string | undefined =>
  startOf({ startDate, endDate }) >= endOf({ startDate, endDate }) ? 'Ends before it starts' : undefined;

const moment = new Intl.DateTimeFormat('id-ID', {
  timeZone: 'Asia/Jakarta',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** `5 Nov 2026, 14.03 WIB`. */
export const momentInWords = (instant: string): string => `${moment.format(new Date(instant))} WIB`;

/** `from 5 Nov 2026, 14.03 WIB`, `until …`, both, or `no end date`. */
export function periodInWords({ startDate, endDate }: Period): string {
  const words = [startDate && `from ${momentInWords(startDate)}`, endDate && `until ${momentInWords(endDate)}`].filter(
    Boolean,
  );
  return words.length > 0 ? words.join(' ') : 'no end date';
}
