/** Formats of numbers and times: id-ID, Asia/Jakarta, rupiah without decimals (spec §5, §9). */
import { counted } from '#contract/kernel/counted.ts';
import { jakartaOffsetMs, momentInWords } from '#contract/kernel/days.ts';

export { counted };
/** Formats as `5 Nov 2026, 14.03 WIB`, for times set to the minute. */
export { momentInWords as formatMinute };

const zone = { timeZone: 'Asia/Jakarta' } as const;
const date = { ...zone, day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const figure = new Intl.NumberFormat('id-ID');
const day = new Intl.DateTimeFormat('id-ID', date);
const moment = new Intl.DateTimeFormat('id-ID', { ...date, ...time, second: '2-digit' });

/** Formats a number as `12.345`. */
export const formatNumber = (value: number): string => figure.format(value);

const tenth = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 1 });

/** Formats a size as `812 kB` or `12,3 MB`, in decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${figure.format(Math.ceil(bytes / 1e3))} kB`;
  return bytes < 1e9 ? `${tenth.format(bytes / 1e6)} MB` : `${tenth.format(bytes / 1e9)} GB`;
}

const andList = new Intl.ListFormat('en');
/** Formats a list as "3 lessons, 1 quiz, and 2 surveys". */
export const listed = (parts: readonly string[]): string => andList.format(parts);

/** Formats a total as `1.234`, or `10.000+` if counting stopped at the cap. */
export const formatTotal = (total: number, isCapped = false): string => figure.format(total) + (isCapped ? '+' : '');

/** Formats a phone number as digits: 08… is unchanged, 62… becomes (+62)…, others keep their digits (spec §5). */
export function displayPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return digits.startsWith('62') ? `(+62)${digits.slice(2)}` : digits;
}

/** Formats as `5 Nov 2026`. */
export const formatDay = (instant: string): string => day.format(new Date(instant));

/** Formats as `5 Nov 2026, 14.03.09 WIB`. */
export const formatMoment = (instant: string): string => `${moment.format(new Date(instant))} WIB`;

const hour = new Intl.DateTimeFormat('id-ID', { ...zone, ...time });
const longDay = new Intl.DateTimeFormat('id-ID', { ...date, weekday: 'short' });

/** Formats as `14.03`. */
export const formatHour = (instant: string): string => hour.format(new Date(instant));

/** Formats as `Sen, 23 Nov 2026`. */
export const formatLongDay = (instant: string): string => longDay.format(new Date(instant));

/** Formats as `Sen, 23 Nov 2026, 14.00 WIB`. */
export const formatLongMinute = (instant: string): string => `${formatLongDay(instant)}, ${formatHour(instant)} WIB`;

/** Converts an ISO instant to the Jakarta wall clock time of a date-time input: `2026-11-05T14:03`. */
export const toWallClock = (instant: string): string =>
  instant && new Date(Date.parse(instant) + jakartaOffsetMs).toISOString().slice(0, 16);

/** Converts the wall clock time `2026-11-05T14:03` in Jakarta to an ISO instant. */
export const fromWallClock = (wall: string): string => new Date(`${wall}:00+07:00`).toISOString();

/** Formats as `5 Nov 2026, 14.03`, where the time matters and room is short. */
export const formatShortMinute = (instant: string): string => `${formatDay(instant)}, ${formatHour(instant)}`;

const nearDay = new Intl.DateTimeFormat('id-ID', { ...zone, day: 'numeric', month: 'short' });

/** Formats as `14.03` today, and as `5 Nov` otherwise, where the year is clear and room is short. */
export const formatNear = (instant: string, now = new Date().toISOString()): string =>
  formatDay(instant) === formatDay(now) ? formatHour(instant) : nearDay.format(new Date(instant));
