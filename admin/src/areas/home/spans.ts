/** Short texts for how long something has waited and when it ends. */
import { counted } from '#kit/format/formats.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `12 minutes`, `26 hours`, `3 days`; rounded down. */
export function spanOf(ms: number): string {
  const span = Math.max(ms, 0);
  if (span < hour) return counted(Math.floor(span / minute), 'minute', 'minutes');
  return span < 2 * day
    ? counted(Math.floor(span / hour), 'hour', 'hours')
    : counted(Math.floor(span / day), 'day', 'days');
}

export const since = (at: string, now: number): string => spanOf(now - Date.parse(at));
export const until = (at: string, now: number): string => `in ${spanOf(Date.parse(at) - now)}`;
