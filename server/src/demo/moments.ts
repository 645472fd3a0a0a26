/** Moments around the demo's "now". Days are Jakarta's, seven hours ahead of UTC all year. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** YYYY-MM-DD in Jakarta. */
export const jakartaDay = (moment: Date): string => new Date(moment.getTime() + 7 * hour).toISOString().slice(0, 10);

/** A wall-clock hour in Jakarta on that day, as ISO 8601 UTC. */
export const jakartaTime = (date: string, atHour: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + (atHour - 7) * hour).toISOString();
