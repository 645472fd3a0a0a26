/** Dates relative to the demo's "now". Days are in Jakarta, always UTC+7. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** YYYY-MM-DD in Jakarta. */
export const jakartaDay = (moment: Date): string => new Date(moment.getTime() + 7 * hour).toISOString().slice(0, 10);

/** Hour of a day in Jakarta, as ISO 8601 in UTC. */
export const jakartaTime = (date: string, atHour: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + (atHour - 7) * hour).toISOString();
