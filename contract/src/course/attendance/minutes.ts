/** Minutes that people stayed in a class: durations, and the union of stays at the same time. Pure. */

/** Part of a day, in minutes since midnight. */
export interface Span {
  day: string;
  from: number;
  to: number;
}

const plain = (text: string) => text.trim().toLowerCase();
const dayMinutes = 24 * 60;

const units: readonly (readonly [RegExp, number])[] = [
  [/(\d+)\s*(?:h|hr|hrs|hour|hours|jam|j)\b/, 60],
  [/(\d+)\s*(?:m|min|mins|minute|minutes|menit|mnt)\b/, 1],
  [/(\d+)\s*(?:s|sec|secs|second|seconds|detik|dtk)\b/, 1 / 60],
];

/**
 * Minutes from `72`, `1:12:30` (h:mm:ss), `72:30` (mm:ss), or numbers with units anywhere in the text, such as
 * `1 hr 12 min` or `1 jam 12 menit`; null for other texts.
 */
export function minutesOf(text: string): number | null {
  const value = plain(text).replace(',', '.');
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const clock = /^(?:(\d+):)?(\d+):(\d\d)$/.exec(value);
  if (clock) return Number(clock[1] ?? 0) * 60 + Number(clock[2]) + Number(clock[3]) / 60;
  const parts = units.map(([unit, minutes]) => Number(unit.exec(value)?.[1] ?? Number.NaN) * minutes);
  const known = parts.filter((part) => !Number.isNaN(part));
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0);
}

/** Day as written and minute of the day, from `11/24/2026 07:00:00 PM`, `6:58 PM` or `19.00`. */
function momentOf(text: string) {
  const [, day, hour, minute, second, half] =
    /^(.*?)\b(\d{1,2})[:.](\d\d)(?:[:.](\d\d))?\s*([ap]m)?$/.exec(plain(text)) ?? [];
  if (day === undefined) return undefined;
  const hours = half ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour);
  return { day, minute: hours * 60 + Number(minute) + Number(second ?? 0) / 60 };
}

/** Span between two times; past midnight, it belongs to the day when it began. Null for other texts. */
export function spanOf(join: string, leave: string): Span | null {
  const [from, to] = [momentOf(join), momentOf(leave)];
  if (!from || !to) return null;
  return { day: from.day, from: from.minute, to: to.minute < from.minute ? to.minute + dayMinutes : to.minute };
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

/**
 * Minutes of one person: the sum of the durations, but no more than the union of the spans, because two devices may be in
 * the class at the same time.
 */
export function totalMinutes(stays: readonly { minutes: number; span: Span | null }[]): number {
  const sum = stays.reduce((minutes, stay) => minutes + stay.minutes, 0);
  const spans = stays.flatMap(({ span }) => span ?? []);
  return stays.length > 1 && spans.length === stays.length ? Math.min(sum, unionOf(spans)) : sum;
}
