/** Amounts and days as Indonesian banks write them. Amounts are read in sen, so that balances can be checked exactly. */

const directions: Readonly<Record<string, 1 | -1>> = { CR: 1, K: 1, C: 1, KREDIT: 1, CREDIT: 1, DB: -1, D: -1, DR: -1, DEBET: -1, DEBIT: -1 }; // prettier-ignore

/** Sign of a word such as CR or DB; undefined: it is none. */
export const directionOf = (text: string): 1 | -1 | undefined => directions[text.trim().toUpperCase()];

/** Digits with their decimals; a single group of three digits after a mark is thousands: nobody writes a third decimal. */
function senOfDigits(digits: string): number {
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits)!;
  const isGrouped = /^\d*$|^\d{1,3}(\.\d{3})+$|^\d{1,3}(,\d{3})+$/.test(whole);
  if (!isGrouped || whole + decimals === '') return Number.NaN;
  return Number(whole.replaceAll(/[.,]/g, '') || '0') * 100 + Number(decimals.padEnd(2, '0'));
}

/**
 * Sen of an amount such as `1.250.123,00`, `1,250,123.00 CR`, `Rp 14000.00 DB`, `-500` or `(500)`; NaN if it is none. Above
 * 0 without a sign.
 */
export function senOf(text: string): number {
  const plain = text.replaceAll(/[\s\u00a0']/g, '').replace(/^([-+(]?)(?:rp|idr)\.?/i, '$1');
  const [, open, digits = '', close, word = ''] = /^([-+(]?)([\d.,]+)([-)]?)([a-z]*)$/i.exec(plain) ?? [];
  const direction = word === '' ? 1 : directionOf(word);
  if (direction === undefined || (open === '(') !== (close === ')')) return Number.NaN;
  const sen = senOfDigits(digits);
  if (!Number.isSafeInteger(sen)) return Number.NaN;
  const isNegative = open === '-' || open === '(' || close === '-';
  return (isNegative ? -1 : 1) * direction * sen || 0;
}

const months = ['jan', 'feb', 'mar', 'apr', 'me?i|may', 'jun', 'jul', 'agu?s?|aug', 'sep', 'okt|oct', 'nov', 'des|dec'];
const monthOf = (word: string) =>
  /^\d+$/.test(word) ? Number(word) : months.findIndex((month) => new RegExp(`^(?:${month})`, 'i').test(word)) + 1;

/** Period of a statement, as days. */
export type Period = readonly [from: string, to: string];

function realDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1990 && year < 2100
    ? date.toISOString().slice(0, 10)
    : undefined;
}

/** Day without a year, which is the one that lies in the period. */
function dayIn(period: Period, month: number, day: number): string | undefined {
  const years = [...new Set(period.map((end) => Number(end.slice(0, 4))))];
  return years.map((year) => realDay(year, month, day)).find((one) => one && one >= period[0] && one <= period[1]);
}

/**
 * Day of a cell: `25/11/2026`, `25/11/26 10.15.22`, `2026-11-25`, `25 Nov 2026`, `20261125`, a serial number of Excel; and
 * `25/11` within a period. Undefined if it is none.
 */
export function dayOf(text: string, period?: Period): string | undefined {
  const plain = text.trim().replace(/^'/, '');
  if (/^\d{5}(\.\d+)?$/.test(plain))
    return new Date((Math.floor(Number(plain)) - 25_569) * 86_400_000).toISOString().slice(0, 10);
  const byYear = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?:[T\s].*)?$/.exec(plain);
  if (byYear) return realDay(Number(byYear[1]), Number(byYear[2]), Number(byYear[3]));
  const byDay = /^(\d{1,2})[-/.\s]+(\d{1,2}|[a-z]{3,10})(?:[-/.\s]+(\d{4}|\d\d))?(?:[,\s]+\d{1,2}[.:]\d\d.*)?$/i.exec(plain); // prettier-ignore
  if (!byDay) return undefined;
  const [, day, month = '', year] = byDay;
  if (year === undefined) return period && dayIn(period, monthOf(month), Number(day));
  return realDay(Number(year.length === 2 ? `20${year}` : year), monthOf(month), Number(day));
}
