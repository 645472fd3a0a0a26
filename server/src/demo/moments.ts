/** Moments around the demo's "now". Days are Jakarta's, seven hours ahead of UTC all year. */
import { dayMs, startOfDay } from '#contract/days.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = dayMs;

export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** A wall-clock hour in Jakarta on that day, as ISO 8601 UTC. */
export const jakartaTime = (date: string, atHour: number): string =>
  new Date(startOfDay(date) + atHour * hour).toISOString();
