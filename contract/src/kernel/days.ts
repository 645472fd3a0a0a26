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

/** Day that is `months` later; the last one of the month if that is shorter. */
export function plusMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = Math.min(Date.UTC(year, month - 1 + months, date), Date.UTC(year, month + months, 0));
  return new Date(at).toISOString().slice(0, 10);
}

const millisecondsOf = (at: string | null) => (at === null ? null : Date.parse(at));

/** Whether both denote the same moment, whatever their offset; null equals only null. */
export const isSameInstant = (one: string | null, other: string | null): boolean =>
  millisecondsOf(one) === millisecondsOf(other);

const short = { day: 'numeric', month: 'short', year: 'numeric' } as const;
let moment: Intl.DateTimeFormat | undefined;
/** Text such as `5 Nov 2026, 14.03 WIB`; the month is short wherever a date stands in English text (decision 0094). */
export function momentInWords(instant: string): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  moment ??= new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', ...short, ...time });
  return `${moment.format(new Date(instant))} WIB`;
}
let date: Intl.DateTimeFormat | undefined;
/** Text such as `5 Nov 2026` of a day. */
export function dayInWords(day: string): string {
  date ??= new Intl.DateTimeFormat('id-ID', { timeZone: 'UTC', ...short });
  return date.format(new Date(day));
}
