/**
 * Parses dates as people type them, in Indonesian or English: `23/11/2026 14.00`, `besok`, `senin depan 9.30`, `akhir
 * bulan`. Days are `2026-11-23`, times `14:00`. Pure functions; today is a parameter.
 */
import { plusDays, plusMonths } from '#contract/kernel/days.ts';

const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Last day of the month of a day (YYYY-MM-DD). */
export const endOfMonth = (day: string): string => plusDays(plusMonths(`${day.slice(0, 7)}-01`, 1), -1);

/** Weekday from 0 (Monday) to 6. */
const weekdayOf = (day: string) => (new Date(timeOf(day)).getUTCDay() + 6) % 7;

/** First such weekday after `day`, or the one in the following week. */
export function nextWeekday(day: string, weekday: number, isInNextWeek = false): string {
  const monday = plusDays(day, 7 - weekdayOf(day));
  if (isInNextWeek) return plusDays(monday, weekday);
  return plusDays(day, ((weekday - weekdayOf(day) + 6) % 7) + 1);
}

const relativeDays: Readonly<Record<string, (today: string) => string>> = {
  'hari ini|today|sekarang': (today) => today,
  'besok|tomorrow': (today) => plusDays(today, 1),
  lusa: (today) => plusDays(today, 2),
  'kemarin|yesterday': (today) => plusDays(today, -1),
  'minggu depan|pekan depan|next week': (today) => plusDays(today, 7),
  'bulan depan|next month': (today) => plusMonths(today, 1),
  'akhir bulan|akhir bulan ini|end of month': endOfMonth,
  'awal bulan depan': (today) => plusDays(endOfMonth(today), 1),
  'akhir tahun|end of year': (today) => `${today.slice(0, 4)}-12-31`,
};
const words = new Map(
  Object.entries(relativeDays).flatMap(([names, day]) => names.split('|').map((name) => [name, day])),
);

const weekdays = [
  'senin|monday|mon',
  'selasa|tuesday|tue',
  'rabu|wednesday|wed',
  'kamis|thursday|thu',
  "jumat|jum'at|friday|fri",
  'sabtu|saturday|sat',
  'minggu|ahad|sunday|sun',
].map((names) => names.split('|'));
const months = [
  'jan',
  'feb',
  'mar',
  'apr',
  'mei|may',
  'jun',
  'jul',
  'agu|agt|aug',
  'sep',
  'okt|oct',
  'nov',
  'des|dec',
].map((names) => names.split('|'));

/** ISO day; undefined if it does not exist, such as 31 November. */
function dayOf(year: number, month: number, date: number): string | undefined {
  const day = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
  return Number.isFinite(timeOf(day)) && iso(timeOf(day)) === day ? day : undefined;
}

/** Occurrence of a day without a year that is nearest to today. */
function nearest(today: string, month: number, date: number): string | undefined {
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year, year + 1].map((one) => dayOf(one, month, date)).filter((day) => day !== undefined);
  const distance = (day: string) => Math.abs(timeOf(day) - timeOf(today));
  return days.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** `26` is 2026. A year of three digits is still being typed and is NaN. */
const yearOf = (text: string) =>
  text.length === 2 ? 2000 + Number(text) : text.length === 4 ? Number(text) : Number.NaN;

function parseNumeric(text: string, today: string): string | undefined {
  const reversed = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (reversed) return dayOf(Number(reversed[1]), Number(reversed[2]), Number(reversed[3]));
  const match =
    /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{1,4}))?$/.exec(text) ?? /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(text);
  if (!match) return undefined;
  const [, date, month, year] = match;
  return year === undefined
    ? nearest(today, Number(month), Number(date))
    : dayOf(yearOf(year), Number(month), Number(date));
}

/** Parses `23 nov`, `23 november 2026`. */
function parseMonthName(text: string, today: string): string | undefined {
  const [, date, name = '', year] = /^(\d{1,2}) ?([a-z]{3,})\.?(?: (\d{2}|\d{4}))?$/.exec(text) ?? [];
  const month = months.findIndex((names) => names.some((one) => name.startsWith(one))) + 1;
  if (!date || month === 0) return undefined;
  return year === undefined ? nearest(today, month, Number(date)) : dayOf(yearOf(year), month, Number(date));
}

/** Parses `+3`, `3 hari lagi`, `2 minggu lagi`. */
function parseOffset(text: string, today: string): string | undefined {
  const [, count, unit = 'hari'] = /^(?:\+ ?)?(\d{1,3}) ?(hari|minggu|bulan)?(?: lagi)?$/.exec(text) ?? [];
  if (!count || !/[+a-z]/.test(text)) return undefined;
  return unit === 'bulan'
    ? plusMonths(today, Number(count))
    : plusDays(today, Number(count) * (unit === 'minggu' ? 7 : 1));
}

function parseWeekday(text: string, today: string): string | undefined {
  const [, before, name = '', after] = /^(next )?([a-z']+)( depan)?$/.exec(text) ?? [];
  const weekday = weekdays.findIndex((names) => names.includes(name));
  return weekday < 0 ? undefined : nextWeekday(today, weekday, Boolean(before ?? after));
}

const normalize = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');

/** Parses a day; undefined if the text is not one. */
export function readDay(typed: string, today: string): string | undefined {
  const text = normalize(typed);
  const parts = [
    words.get(text)?.(today),
    parseNumeric(text, today),
    parseMonthName(text, today),
    parseOffset(text, today),
    parseWeekday(text, today),
  ];
  return parts.find((day) => day !== undefined);
}

export interface DayAndTime {
  day: string;
  /** Absent if no time was typed. */
  time?: string;
}

/**
 * Parses a day with an optional time: `14.00`, `14:00`, `jam 2`, `pukul 14.30`, or only the hour after a word: `besok
 * 9`.
 */
export function readMoment(typed: string, today: string): DayAndTime | undefined {
  const text = normalize(typed).replace(/ wib$/, '');
  const whole = readDay(text, today);
  if (whole !== undefined) return { day: whole };
  const [, before = '', hour, minute = '00'] =
    /^(.*?),? ?(?:(?:jam|pukul) (?=\d)|(?=\d{1,2}[.:]\d{2}$)|(?<=[a-z'] )(?=\d{1,2}$))(\d{1,2})(?:[.:](\d{2}))?$/.exec(
      text,
    ) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  const day = before ? readDay(before, today) : today;
  return day === undefined ? undefined : { day, time: `${hour.padStart(2, '0')}:${minute}` };
}

/** Formats a day as `23/11/2026`. */
export const writeDay = (day: string): string => day.split('-').toReversed().join('/');

/** Formats a moment as `23/11/2026 14.00`. */
export const writeMoment = ({ day, time = '00:00' }: DayAndTime): string =>
  `${writeDay(day)} ${time.replace(':', '.')}`;
