/** Text on how taking over products changes their prices, at once or when this discount starts. Pure. */
import { momentInWords } from '#contract/kernel/days.ts';
import { type DiscountType, type Period, finalPrice } from '#contract/pricing/price.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';

interface Discount extends Period {
  status: SwitchStatus;
  discountType: DiscountType;
  discount: number;
}

interface Contested {
  price: number;
  finalPrice: number;
}

const isAhead = ({ startDate }: Period, at: number) => startDate !== null && Date.parse(startDate) > at;

/**
 * `on 3 Des 2026, 00.00 WIB`, or a text without a date when the start depends on the switch. `at`: milliseconds since
 * 1970.
 */
export function startInWords({ status, startDate, endDate }: Omit<Discount, 'discountType' | 'discount'>, at: number) {
  if (startDate === null || !isAhead({ startDate, endDate }, at)) return 'when this one is switched on';
  const moment = `on ${momentInWords(startDate)}`;
  return status === SwitchStatus.INACTIVE ? `${moment} if this one is switched on by then` : moment;
}

function rangeOf(prices: readonly number[]): string {
  const sorted = prices.toSorted((one, other) => one - other);
  const [first = 0] = sorted;
  const last = sorted.at(-1) ?? first;
  return first === last ? formatMoney(first) : `${formatMoney(first)} to ${formatMoney(last)}`;
}

/** For both choices: the product prices until this discount starts, and after. */
export function takingInWords(discount: Discount, contested: readonly Contested[], at: number) {
  const { discountType: type, discount: value } = discount;
  const then = rangeOf(contested.map(({ price }) => finalPrice(price, { type, value })));
  const present = rangeOf(contested.map((one) => one.finalPrice));
  const full = rangeOf(contested.map(({ price }) => price));
  return {
    start: `Removing them ${startInWords(discount, at)}: ${present} until then, ${then} from then on.`,
    now: `Removing them restores full price until this discount starts: ${full}, then ${then}.`,
  };
}
