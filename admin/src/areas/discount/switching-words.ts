/** Text on how switching a discount on or off changes prices; figures come from the server, rules from the contract. */
import {
  DiscountStatus,
  type DiscountType,
  type Period,
  type PriceCount,
  effectOn,
  isOver,
  periodInWords,
} from '#contract/price.ts';
import { formatMoney } from '#contract/rupiah.ts';
import { counted } from '#kit/format/formats.ts';

interface Discount extends Period {
  status: DiscountStatus;
  discountType: DiscountType;
  discount: number;
  totalAssigned: number;
}

interface Effect {
  prices: readonly PriceCount[];
  conflicting: number;
}

/**
 * @param it singular and plural of the assigned product type
 * @param at milliseconds since 1970
 */
export function switchingInWords(
  { status, startDate, endDate, discountType: type, discount: value, totalAssigned }: Discount,
  { prices, conflicting }: Effect,
  it: { one: string; many: string },
  at: number,
): string {
  const named = (count: number) => counted(count, it.one, it.many);
  const { cheaper, lowest } = effectOn(prices, { type, value });
  const each = (one: string, many: string) => `${named(cheaper)} ${cheaper === 1 ? one : many}`;
  if (totalAssigned === 0) return `No price changes: it has no ${it.many} yet`;
  if (isOver({ startDate, endDate }, at)) return 'No price changes: its period is over';
  if (status === DiscountStatus.INACTIVE && conflicting > 0)
    return `Cannot be switched on: ${named(conflicting)} ${conflicting === 1 ? 'is' : 'are'} in other active discounts`;
  if (lowest === null) return `No price changes: it is not below the list price of ${named(totalAssigned)}`;
  if (status === DiscountStatus.ACTIVE) return `Switch off: ${each('goes', 'go')} back to the list price`;
  const isAhead = startDate !== null && Date.parse(startDate) > at;
  const when = isAhead ? ` ${periodInWords({ startDate, endDate: null })}` : '';
  if (status === DiscountStatus.SCHEDULED) return `Switch off: ${each('does', 'do')} not get cheaper${when}`;
  return `Switch on: ${each('gets', 'get')} cheaper${when}, the lowest price is ${formatMoney(lowest)}`;
}
