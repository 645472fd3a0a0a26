/** Amounts and moments as people and programs write them in cells. */
import { dayMs, jakartaOffsetMs } from '#contract/kernel/days.ts';

/** Amount in rupiah as people write it: `Rp1.500.000`, `1,500,000.00`, `1500000`. */
export function rupiahOf(text: string): number {
  const plain = text.replace(/^(rp|idr)\.?/i, '').replaceAll(/[\s\u00a0]/g, '');
  const whole = plain.replace(/[.,]0{1,2}$/, '');
  return /^\d+$|^\d{1,3}(\.\d{3})+$|^\d{1,3}(,\d{3})+$/.test(whole)
    ? Number(whole.replaceAll(/[.,]/g, ''))
    : Number.NaN;
}

/** Moment of a cell, in Asia/Jakarta unless it says otherwise: `2025-11-23`, `23/11/2025 14.00`, a serial number of Excel. */
export function momentOf(text: string): string {
  if (/^\d{5}(\.\d+)?$/.test(text)) return iso((Number(text) - 25_569) * dayMs);
  const time = String.raw`(?:[T,\s]+(\d{1,2})[:.](\d\d)(?:[:.](\d\d)(?:\.\d+)?)?)?`;
  const byYear = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${time}$`).exec(text);
  if (byYear) return partsOf(byYear.slice(1));
  const byDay = new RegExp(`^(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4})${time}$`).exec(text);
  if (byDay) return partsOf([byDay[3], byDay[2], byDay[1], ...byDay.slice(4)]);
  return text;
}

function partsOf(parts: readonly (string | undefined)[]): string {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hours < 24 && minutes < 60 && seconds < 60;
  return isReal ? iso(date.getTime()) : '';
}

const iso = (local: number) => new Date(Math.round((local - jakartaOffsetMs) / 1000) * 1000).toISOString();
