/** Moments relative to now, for tests. */
import { dayMs } from '#contract/kernel/days.ts';

/** ISO 8601 instant `days` from now. */
export const fromNow = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
