/** Days in Jakarta (`YYYY-MM-DD`), and instants (ISO 8601 with any offset); Jakarta is UTC+7 all year. Pure. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Jakarta's offset from UTC in milliseconds. */
export const jakartaOffsetMs = 7 * hourMs;

/** Day in Jakarta of an instant. */
export const jakartaDay = (at: Date): string => new Date(at.getTime() + jakartaOffsetMs).toISOString().slice(0, 10);

/** Start of a day in Jakarta, in milliseconds since 1970. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00+07:00`);

/** Day that is `days` later. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const millisecondsOf = (at: string | null) => (at === null ? null : Date.parse(at));

/** Whether both denote the same moment, whatever their offset; null equals only null. */
export const isSameInstant = (one: string | null, other: string | null): boolean =>
  millisecondsOf(one) === millisecondsOf(other);

const moment = new Intl.DateTimeFormat('id-ID', {
  timeZone: 'Asia/Jakarta',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** Text such as `5 Nov 2026, 14.03 WIB`; the month is short wherever a date stands in English text (decision 0094). */
export const momentInWords = (instant: string): string => `${moment.format(new Date(instant))} WIB`;
const date = new Intl.DateTimeFormat('id-ID', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
/** Text such as `5 Nov 2026` of a day. */
export const dayInWords = (day: string): string => date.format(new Date(day));
