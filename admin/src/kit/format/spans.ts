/** Short texts for how long something has waited and when it ends. */
import { dayMs, hourMs, minuteMs } from '#contract/kernel/days.ts';
import { counted } from './formats.ts';

/** `12 minutes`, `26 hours`, `3 days`; rounded down. */
export function spanOf(ms: number): string {
  const span = Math.max(ms, 0);
  if (span < hourMs) return counted(Math.floor(span / minuteMs), 'minute', 'minutes');
  return span < 2 * dayMs
    ? counted(Math.floor(span / hourMs), 'hour', 'hours')
    : counted(Math.floor(span / dayMs), 'day', 'days');
}

/** Time since an instant (ISO 8601): `3 days`. `now`: milliseconds since the epoch. */
export const since = (at: string, now: number): string => spanOf(now - Date.parse(at));
/** Time until an instant: `in 3 days`. */
export const until = (at: string, now: number): string => `in ${spanOf(Date.parse(at) - now)}`;
