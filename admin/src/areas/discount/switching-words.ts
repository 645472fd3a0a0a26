/**
 * Text on how switching a discount on or off, or unassigning its products, changes prices; figures come from the server,
 * rules from the contract.
 */
import {
  type DiscountType,
  type Period,
  type PriceCount,
  effectOn,
  isOver,
  periodInWords,
} from '#contract/pricing/price.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { counted } from '#kit/format/formats.ts';
import type { Consequence } from '#kit/record/consequence.tsx';

interface Discount extends Period {
  status: SwitchStatus;
  discountType: DiscountType;
  discount: number;
  totalAssigned: number;
}

interface Effect {
  prices: readonly PriceCount[];
  conflicting: number;
}

/** `from 12 Des 2026, 00.00 WIB`. */
const fromStart = (startDate: string | null) => periodInWords({ startDate, endDate: null });

/**
 * @param it singular and plural of the assigned product type
 * @param at milliseconds since 1970
 */
export function switchingInWords(
  { status, startDate, endDate, discountType: type, discount: value, totalAssigned }: Discount,
  { prices, conflicting }: Effect,
  it: { one: string; many: string },
  at: number,
): Consequence['text'] {
  const verb = status === SwitchStatus.INACTIVE ? 'Activate' : 'Deactivate';
  const named = (count: number) => counted(count, it.one, it.many);
  const { cheaper, lowest } = effectOn(prices, { type, value });
  const each = (one: string, many: string) => `${named(cheaper)} ${cheaper === 1 ? one : many}`;
  if (totalAssigned === 0) return `${verb}: no price changes, because no ${it.one} is assigned`;
  if (isOver({ startDate, endDate }, at)) return `${verb}: no price changes, because its period is over`;
  if (status === SwitchStatus.INACTIVE && conflicting > 0)
    return `${verb}: possible once ${named(conflicting)} ${conflicting === 1 ? 'is' : 'are'} out of other active discounts`;
  if (lowest === null)
    return `${verb}: no price changes, because it is not below the list price of ${named(totalAssigned)}`;
  if (status === SwitchStatus.ACTIVE) return `${verb}: ${each('goes', 'go')} back to the list price`;
  const isAhead = startDate !== null && Date.parse(startDate) > at;
  const when = isAhead ? ` ${fromStart(startDate)}` : '';
  if (status === SwitchStatus.SCHEDULED) return `${verb}: ${each('does', 'do')} not get cheaper${when}`;
  return `${verb}: ${each('gets', 'get')} cheaper${when}, the lowest price is ${formatMoney(lowest)}`;
}

const noChange = 'no price changes, because the discount is not in force.';

/** Effect of unassigning all products, or deleting the discount; `products`: their number in words. */
export function unassignInWords(
  { status, startDate, totalAssigned }: Pick<Discount, 'status' | 'startDate' | 'totalAssigned'>,
  products: string,
): string {
  const each = (one: string, many: string) => `${products} ${totalAssigned === 1 ? one : many}`;
  if (totalAssigned === 0) return 'no product is assigned to it.';
  if (status === SwitchStatus.ACTIVE) return `${each('goes', 'go')} back to the list price.`;
  if (status === SwitchStatus.SCHEDULED) return `${each('does', 'do')} not get cheaper ${fromStart(startDate)}.`;
  return noChange;
}

/** Effect of unassigning some products, in words that fit one and many. */
export function lossInWords({ status, startDate }: Pick<Discount, 'status' | 'startDate'>): string {
  if (status === SwitchStatus.ACTIVE) return 'back to the list price.';
  if (status === SwitchStatus.SCHEDULED) return `not cheaper ${fromStart(startDate)}.`;
  return noChange;
}
