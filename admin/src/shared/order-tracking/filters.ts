/**
 * Filters of the tracking list (spec §5 and §9), as pure rules. Free of firebase, so the page can import it cheaply.
 */
import { dayMs, jakartaOffsetMs } from '#contract/kernel/days.ts';
import { withoutUnseen } from '#contract/kernel/search-text.ts';
import type { OrderStatus } from '#contract/order/status.ts';

/**
 * `email` as in the URL, encoded or not; `customerServicePhone` '' is everybody (HANDLED BY); `date` is a value of
 * {@link dateRanges}.
 */
export interface TrackingFilter {
  email: string;
  customerServicePhone: string;
  date: string;
  /** '' is every status; 'unpaid' includes orders without status. */
  status: OrderStatus | '';
  /** ISO instant, in place of `date`: only orders from then on. */
  since?: string;
}

/** No filters. */
export const noFilter: TrackingFilter = { email: '', customerServicePhone: '', date: '', status: '' };

/** Choices of BY DATE; any other value sets no bound (spec §5). */
export const dateRanges = [
  { value: '', label: 'BY DATE' },
  { value: '7d', label: 'last 7 days' },
  { value: '30d', label: 'last 30 days' },
  { value: '3m', label: 'last 3 months' },
  { value: '6m', label: 'last 6 months' },
  { value: '12m', label: 'last 12 months' },
] as const;

const periods: Readonly<Record<string, { days: number } | { months: number }>> = {
  '7d': { days: 7 },
  '30d': { days: 30 },
  '3m': { months: 3 },
  '6m': { months: 6 },
  '12m': { months: 12 },
};

/**
 * Oldest moment that a date filter admits: now plus 7 hours minus the period (spec §5, to the letter), or undefined for
 * no bound. Months are calendar months; the 31st falls back to a shorter month's last day.
 */
export function cutoff(date: string, now: Date): Date | undefined {
  const period = Object.hasOwn(periods, date) ? periods[date] : undefined;
  if (!period) return undefined;
  const shifted = new Date(now.getTime() + jakartaOffsetMs);
  return 'days' in period ? new Date(shifted.getTime() - period.days * dayMs) : monthsBefore(shifted, period.months);
}

function monthsBefore(moment: Date, months: number): Date {
  const result = new Date(moment);
  result.setUTCMonth(result.getUTCMonth() - months);
  if (result.getUTCDate() !== moment.getUTCDate()) result.setUTCDate(0);
  return result;
}

/**
 * E-mail to search for: URL-decoded; blank is no filter (spec §5). Text that does not decode is used as is, and spaces
 * are kept: the comparison with the stored value is exact.
 */
export function decodedEmail(email: string): string {
  const decoded = urlDecoded(email);
  return decoded.trim() === '' ? '' : decoded;
}

function urlDecoded(email: string): string {
  try {
    return decodeURIComponent(email);
  } catch {
    return email;
  }
}

/** The address in small letters, under which other systems may store orders of the same person; undefined if it is the same. */
export function lowerSpelling(email: string): string | undefined {
  const lower = email.toLowerCase();
  return lower === email ? undefined : lower;
}

/** A longer text cannot be an address: no request is made and the list is empty. */
export const maxEmailLength = 300;

/** Complete address that a search consists of, without what is copied around it (`mailto:`, `<…>,`); '' if there is none. */
export const searchedEmail = (search: string): string =>
  /^(?:mailto:)?<?([^\s@<>]+@[^\s@<>]+\.[^\s@<>]{2,}?)>?[.,;]*$/i.exec(withoutUnseen(search).trim())?.[1] ?? '';

/** Why an e-mail filter matches nothing, if its text shows it. */
export function emailFilterHint(email: string): string | undefined {
  const looked = decodedEmail(email);
  if (!looked) return undefined;
  if (looked.length > maxEmailLength) return `Not an e-mail address: it is longer than ${maxEmailLength} characters.`;
  if (looked !== looked.trim()) return 'The search includes the spaces around the address. Try it without them.';
  return undefined;
}
