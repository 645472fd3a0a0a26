/** Minutes that people stayed in a class: durations, and the union of stays at the same time. Pure. */

/** Part of a day, in minutes since midnight. */
export interface Span {
  day: string;
  from: number;
  to: number;
  /** Day of its end as written, if that is past midnight. */
  endDay?: string;
}

const plain = (text: string) => text.trim().toLowerCase();
const dayMinutes = 24 * 60;

const units: readonly (readonly [RegExp, number])[] = [
  [
    /([\d.]+)\s*(?:h|hrs?|hours?|jam|j|std|stunden?|heures?|horas?|or[ae]|uur|uren|godz|hod|tim|timmar|saat|ч|час\p{L}*|時間|小时|小時|시간|giờ|ชม|ชั่วโมง)(?!\p{L})/u,
    60,
  ],
  [
    /([\d.]+)\s*(?:m|mins?|minutes?|menit|mnt|minuten|minutos?|minut[oiy]|minuter|dk|dakika|мин\p{L}*|分钟|分鐘|分|분|phút|นาที)(?!\p{L})/u,
    1,
  ],
  [
    /([\d.]+)\s*(?:s|secs?|seconds?|detik|dtk|sek|sekunden?|seg|segundos?|secondes?|second[oi]|sn|saniye|сек\p{L}*|с|秒|초|giây|วินาที)(?!\p{L})/u,
    1 / 60,
  ],
];

/**
 * Minutes from `72`, `1:12:30` (h:mm:ss), `72:30` (mm:ss), or numbers with units anywhere in the text, such as
 * `1 hr 12 min` or `1 jam 12 menit`; null for other texts, also with numbers of unknown units, and for `1:30`, which may be
 * hours or minutes.
 */
export function minutesOf(text: string): number | null {
  const value = plain(text).replaceAll(/(\d),(\d)/g, '$1.$2');
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const clock = /^(?:(\d+):)?(\d+):(\d\d)$/.exec(value);
  if (clock && clock[1] === undefined && Number(clock[2]) < 24) return null;
  if (clock) return Number(clock[1] ?? 0) * 60 + Number(clock[2]) + Number(clock[3]) / 60;
  const parts = units.map(([unit, minutes]) => Number(unit.exec(value)?.[1] ?? Number.NaN) * minutes);
  const known = parts.filter((part) => !Number.isNaN(part));
  const numbers = value.match(/\d+(?:\.\d+)?/g) ?? [];
  return known.length === 0 || known.length < numbers.length ? null : known.reduce((sum, part) => sum + part, 0);
}

const clock = String.raw`(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\.?)?`;
const zone = String.raw`(?:\s*(?:z|utc|gmt|wib|wita|wit)?\s*(?:[+-]\d{1,2}(?::?\d\d)?)?)`;
const dayFirst = new RegExp(`^(.*?)(?:\\b|(?<=\\dt))${clock}${zone}$`);
const timeFirst = new RegExp(`^${clock}${zone}[,\\s]+(\\S.*)$`);

/** Day as written, without separators, and minute of the day, from `11/24/2026 07:00:00 PM`, `6:58 PM` or `19.00`. */
function momentOf(text: string) {
  const value = plain(text);
  const last = dayFirst.exec(value);
  const [day, hour, minute, second, half] = last?.slice(1) ?? timeFirst.exec(value)?.slice(1).toSpliced(0, 0, '') ?? [];
  const hours = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour);
  // Words before the time may be those of the half of the day, as in some languages.
  if (
    hour === undefined ||
    hours > 23 ||
    Number(minute) > 59 ||
    /\p{L}\s*$/u.test(day!.replace(/\d(t|,? at|,? pukul|,? jam) ?$/, ''))
  )
    return undefined;
  return {
    day: (last ? day! : (timeFirst.exec(value)?.[5] ?? '')).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim(),
    minute: hours * 60 + Number(minute) + Number(second ?? 0) / 60,
  };
}

/** Whether a text is a time of a day, with or without its day. */
export const isMoment = (text: string): boolean => text.length < 60 && momentOf(text) !== undefined;

/** Span between two times; past midnight, it belongs to the day when it began. Null for other texts. */
export function spanOf(join: string, leave: string): Span | null {
  if (join.length > 60 || leave.length > 60) return null;
  const [from, to] = [momentOf(join), momentOf(leave)];
  if (!from || !to) return null;
  const isNextDay = to.minute < from.minute || (to.day !== '' && to.day !== from.day);
  return isNextDay
    ? { day: from.day, from: from.minute, to: to.minute + dayMinutes, endDay: to.day }
    : { day: from.day, from: from.minute, to: to.minute };
}

/** Moves spans after a midnight that others of the list reach past to the evening when those began. */
export function joinNights(spans: readonly (Span | null)[]): (span: Span | null) => Span | null {
  const noon = dayMinutes / 2;
  const evenings = new Map(
    spans.flatMap((span) => (span?.endDay !== undefined && span.from >= noon ? [[span.endDay, span.day]] : [])),
  );
  return (span) => {
    const evening = span && span.from < noon ? evenings.get(span.day) : undefined;
    return evening === undefined ? span : { day: evening, from: span!.from + dayMinutes, to: span!.to + dayMinutes };
  };
}

/** Length of the union of spans, in minutes. */
function unionOf(spans: readonly Span[]): number {
  let sum = 0;
  for (const ofDay of Map.groupBy(spans, ({ day }) => day).values()) {
    let reached = 0;
    for (const { from, to } of ofDay.toSorted((one, other) => one.from - other.from)) {
      sum += Math.max(0, to - Math.max(from, reached));
      reached = Math.max(reached, to);
    }
  }
  return sum;
}

/** How far a duration may be from its span: reports round. */
const rounding = 1.5;

const overlaps = (spans: readonly Span[], union: number) =>
  union < spans.reduce((sum, { from, to }) => sum + to - from, 0) - rounding;

/**
 * Fewest and most minutes of one person, since two devices may be in the class at the same time. They differ where that
 * cannot be seen: without times, and where durations are shorter than spans that overlap.
 */
export function minutesOfStays(stays: readonly { minutes: number; span: Span | null }[]): [number, number] {
  const sum = stays.reduce((minutes, stay) => minutes + stay.minutes, 0);
  const longest = Math.max(...stays.map(({ minutes }) => minutes));
  const spans = stays.flatMap(({ span }) => span ?? []);
  if (stays.length < 2) return [sum, sum];
  if (spans.length < stays.length) return [longest, sum];
  const union = unionOf(spans);
  const isWhole = stays.every(({ minutes, span }) => minutes > span!.to - span!.from - rounding);
  const most = Math.min(sum, union);
  return isWhole || !overlaps(spans, union) ? [most, most] : [longest, most];
}
