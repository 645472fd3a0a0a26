/** Dates relative to the demo's "now". Days are in Jakarta, always UTC+7. */
import { dayMs, hourMs, minuteMs, startOfDay } from '#contract/kernel/days.ts';

export const minute = minuteMs;
export const hour = hourMs;
export const day = dayMs;

export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Hour of a day in Jakarta, as ISO 8601 in UTC. */
export const jakartaTime = (date: string, atHour: number): string =>
  new Date(startOfDay(date) + atHour * hour).toISOString();
