/** Periods of sales: days, weeks and months, as `2026-11-21`. Pure. */
import { dayMs, plusDays } from '../kernel/days.ts';
import type { SalesFigures, SalesGroup } from './sales.ts';

/** First and last day, both included. */
export interface Period {
  from: string;
  to: string;
}

/** Number of days, both ends included. */
export const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Period of the same length that ends the day before this one begins. */
export const periodBefore = (period: Period): Period => ({
  from: plusDays(period.from, -daysIn(period)),
  to: plusDays(period.from, -1),
});

/** Last day of the day's week (from Monday), month, or of the day itself. */
function endOf(day: string, group: SalesGroup): string {
  if (group === 'day') return day;
  const at = new Date(day);
  if (group === 'week') return plusDays(day, (7 - at.getUTCDay()) % 7);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}

/** Splits a period into its days, weeks or months; the first and the last may be cut. */
export function split({ from, to }: Period, group: SalesGroup): Period[] {
  const parts: Period[] = [];
  for (let start = from; start <= to; start = plusDays(parts.at(-1)!.to, 1)) {
    const end = endOf(start, group);
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}

/** Figures of a period without orders. */
export const noSales: SalesFigures = { orders: 0, gross: 0, discounts: 0, paid: 0, refunds: 0, refunded: 0, net: 0 };
const names = Object.keys(noSales) as (keyof SalesFigures)[];

/** Sum of figures, field by field. */
export const addSales = (some: readonly SalesFigures[]): SalesFigures =>
  some.reduce(
    (sum, one) => Object.fromEntries(names.map((name) => [name, sum[name] + one[name]])) as unknown as SalesFigures,
    noSales,
  );
