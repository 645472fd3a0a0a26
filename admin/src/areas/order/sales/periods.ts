/** Periods of the sales page: presets, the grouping of their days, and names. Pure. */
import { type SalesGroup, maxSalesDays } from '#contract/order/sales.ts';
import { plusDays } from '#contract/kernel/days.ts';
import { type Period, daysIn } from '#contract/order/sales-periods.ts';
import { formatDay } from '#kit/format/formats.ts';

export const presets = {
  '7d': '7 days',
  '30d': '30 days',
  month: 'This month',
  'last-month': 'Last month',
  custom: 'Custom',
} as const;
export type Preset = keyof typeof presets;
export const presetOf = (text: string | undefined): Preset =>
  text !== undefined && text in presets ? (text as Preset) : '30d';

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

/** Days of a preset that ends at or before `today`; a custom period starts as the last 30 days. */
export function periodOf(preset: Preset, today: string): Period {
  const month = firstOfMonth(today);
  const lastDay = plusDays(month, -1);
  switch (preset) {
    case '7d':
      return { from: plusDays(today, -6), to: today };
    case 'month':
      return { from: month, to: today };
    case 'last-month':
      return { from: firstOfMonth(lastDay), to: lastDay };
    default:
      return { from: plusDays(today, -29), to: today };
  }
}

/** Reason a custom period cannot be shown. */
export function problemOf(period: Period): string | undefined {
  if (period.from > period.to) return 'Until is before From: no day lies between them.';
  return daysIn(period) > maxSalesDays ? `Choose at most ${maxSalesDays} days.` : undefined;
}

const [maxBars, maxWeeks] = [45, 200];
/** Grouping that keeps the bars apart. */
export function usualGroup(period: Period): SalesGroup {
  const days = daysIn(period);
  return days <= maxBars ? 'day' : days <= maxWeeks ? 'week' : 'month';
}

const dayAndMonth = new Intl.DateTimeFormat('id-ID', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const shortMonth = new Intl.DateTimeFormat('id-ID', { timeZone: 'UTC', month: 'short', year: 'numeric' });
/** Name of a bar where room is short: its first day, or its month. */
export const shortName = (from: string, group: SalesGroup): string =>
  (group === 'month' ? shortMonth : dayAndMonth).format(new Date(from));

const monthName = new Intl.DateTimeFormat('id-ID', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const isWholeMonth = ({ from, to }: Period) =>
  from.endsWith('-01') && plusDays(to, 1).endsWith('-01') && from.slice(0, 7) === to.slice(0, 7);

/** Name of a period: a day, a whole month, or its first and last day. */
export function periodName(period: Period): string {
  if (period.from === period.to) return formatDay(period.from);
  if (isWholeMonth(period)) return monthName.format(new Date(period.from));
  return `${formatDay(period.from)} – ${formatDay(period.to)}`;
}
