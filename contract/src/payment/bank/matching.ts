/** Reasons why a line of a bank statement may pay an order, and differences (docs/decisions/0121). Pure. */
import { dayMs, dayInWords, jakartaDay, startOfDay } from '../../kernel/days.ts';
import { counted } from '../../kernel/counted.ts';
import { formatMoney } from '../../kernel/rupiah.ts';
import { searchText } from '../../kernel/search-text.ts';
import { orderStatusLabels, type OrderStatus } from '../../order/status.ts';

/** Line as it is compared. */
export interface MatchedLine {
  bookedOn: string;
  amount: number;
  description: string;
  counterparty: string;
}

/** Order that waits for a payment, or could still take one. */
export interface MatchedOrder {
  invoiceNumber: string;
  buyerName: string;
  status: OrderStatus;
  due: number;
  uniqueCode: number | null;
  createdAt: string;
  expiredAt: string | null;
}

export interface Comparison {
  reasons: string[];
  differences: string[];
  /** Whether nothing but the number of such orders and lines could speak against it. */
  isCertain: boolean;
}

const wordsOf = (text: string): string[] =>
  searchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * How much of a name is in a text. `all`: two of its words, or its only one; banks cut names off, so that the last word
 * may be a beginning of three letters. Initials do not count.
 */
export function nameIn(name: string, text: string): 'all' | 'part' | 'none' {
  const words = wordsOf(name).filter((word) => word.length > 1);
  const found = wordsOf(text);
  const last = found.at(-1) ?? '';
  const hits = words.filter((word) => found.includes(word) || (last.length > 2 && word.startsWith(last))).length;
  if (hits === 0) return 'none';
  return hits >= Math.min(2, words.length) ? 'all' : 'part';
}

/** Numbers of orders of ours in a text, in which banks replace marks and change case: `INV CODING 20261122 0012`. */
export const invoicesIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/\binv[\s/._-]*(coding|cyber|data)[\s/._-]*(20\d{6})[\s/._-]*(\d{1,8})/gi),
    ([, tenant, day, number]) => `INV/${tenant!.toLowerCase()}/${day}/${number!.padStart(4, '0')}`,
  );

function compareDays(
  { bookedOn }: MatchedLine,
  { createdAt, expiredAt }: MatchedOrder,
): [reason: string, difference: string] {
  // prettier-ignore
  const made = jakartaDay(new Date(createdAt));
  const days = Math.round((startOfDay(bookedOn) - startOfDay(made)) / dayMs);
  if (days < 0) return ['', `Came ${counted(-days, 'day', 'days')} before the order was made`];
  if (expiredAt !== null && bookedOn > jakartaDay(new Date(expiredAt)))
    return ['', `Came after the order expired on ${dayInWords(expiredAt)}`];
  return [days === 0 ? 'Came on the day of the order' : `Came ${counted(days, 'day', 'days')} after the order`, ''];
}

function compareAmounts(
  { amount }: MatchedLine,
  { due, uniqueCode }: MatchedOrder,
): [reason: string, difference: string] {
  // prettier-ignore
  if (amount === due) return [uniqueCode ? `Exact amount with the unique code ${uniqueCode}` : 'Exact amount', ''];
  if (uniqueCode && amount === due - uniqueCode) return ['', `The unique code ${uniqueCode} is missing`];
  return ['', `${formatMoney(Math.abs(amount - due))} ${amount < due ? 'less' : 'more'} than is due`];
}

/** Compares a line with an order. */
export function compareLine(line: MatchedLine, order: MatchedOrder): Comparison {
  const text = `${line.description} ${line.counterparty}`;
  const named = nameIn(order.buyerName, text);
  const isInvoiced = invoicesIn(text).includes(order.invoiceNumber);
  const [amountReason, amountDifference] = compareAmounts(line, order);
  const [dayReason, dayDifference] = compareDays(line, order);
  const isWaiting = order.status === 'unpaid' || order.status === 'pending';
  const names = { all: 'Name of the buyer', part: 'A part of the buyer’s name', none: '' };
  return {
    reasons: [amountReason, isInvoiced ? 'Number of the order' : '', names[named], dayReason].filter(Boolean),
    differences: [
      amountDifference,
      named === 'none' ? 'The name is not in the text' : '',
      dayDifference,
      isWaiting ? '' : `The order is ${orderStatusLabels[order.status]}`,
    ].filter(Boolean),
    isCertain: amountReason !== '' && order.uniqueCode !== null && named === 'all' && dayDifference === '' && isWaiting,
  };
}

/** Pairs of one line and one order that are certain, each without another order of that amount and without another line. */
export function certainPairs<Line extends { id: string }, Order extends { id: string }>(
  pairs: readonly { line: Line; order: Order; isExact: boolean; isCertain: boolean }[],
): { line: Line; order: Order }[] {
  const exact = pairs.filter(({ isExact }) => isExact);
  const ofLine = Map.groupBy(exact, ({ line }) => line.id);
  const ofOrder = Map.groupBy(exact, ({ order }) => order.id);
  return exact.filter(
    ({ line, order, isCertain }) =>
      isCertain && ofLine.get(line.id)!.length === 1 && ofOrder.get(order.id)!.length === 1,
  );
}
