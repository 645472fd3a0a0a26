/** Numbers of spreadsheets as Excel shows them, by their formats (ECMA-376, 18.8.30). */
import { attributeOf, contentOf, scan } from './scan.ts';

/**
 * How cells are read. `shown`: as Excel shows them. `values`: for readers of dates and amounts, who get them as numbers;
 * only zeros that a format puts in front are shown.
 */
export type CellMode = 'shown' | 'values';

/** Dates in the format of the system, which is that of Indonesia. */
const systemDates: Readonly<Record<number, string>> = { 14: 'dd/mm/yyyy', 22: 'dd/mm/yyyy hh:mm' };
/** Upper limit of a format; Excel's own. */
const longestFormat = 255;
/** Days between the starts of the date systems of 1900 and 1904. */
const days1904 = 1462;

/** Number of the day after 31 December 9999. */
const endOfDates = 2_958_466;

const isPadded = (pattern: string) => /^[\s0()+"'\\/.-]*00[\s0()+"'\\/.-]*$/.test(pattern) && !/0\.0/.test(pattern);
const isIndonesian = (pattern: string) => /Rp|IDR|-(?:0*421|id)/i.test(pattern);

/** Number without a format: whole ones, such as phone numbers, with all their digits. */
const general = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? String(value) : String(Number(value.toPrecision(15)));

/** Text of a number in a cell of this style. */
export type ShownNumber = (value: number, style: number) => string;

/** Shows numbers with the formats of a workbook's styles. */
export async function numberFormats(styles: string, mode: CellMode, is1904: boolean): Promise<ShownNumber> {
  const cells = Array.from(scan(contentOf(styles, 'cellXfs') ?? '', 'xf'));
  const ids = cells.map(({ attributes }) => Number(attributeOf(attributes, 'numFmtId') ?? 0));
  if (ids.every((id) => id === 0)) return general;
  // Loaded here: it takes longer than to read most sheets.
  const { format, getFormatFromId, isDateFormat } = await import('numfmt');
  const own = new Map(
    Array.from(scan(styles, 'numFmt'), ({ attributes }) => [
      Number(attributeOf(attributes, 'numFmtId')),
      attributeOf(attributes, 'formatCode'),
    ]),
  );
  const patterns = ids.map((id) => own.get(id) ?? systemDates[id] ?? getFormatFromId(id) ?? 'General');
  return (value, style) => {
    const pattern = patterns[style] ?? 'General';
    if (pattern === 'General' || pattern.length > longestFormat) return general(value);
    const isDate = isDateFormat(pattern);
    const moved = isDate && is1904 ? value + days1904 : value;
    // Excel shows ##### for dates that it does not have.
    if (isDate && (moved < 0 || moved >= endOfDates)) return '#NUM!';
    if (mode === 'values' && !isPadded(pattern)) return general(moved);
    try {
      return format(pattern, moved, { locale: isIndonesian(pattern) ? 'id' : 'en', nbsp: false }).trim();
    } catch {
      return general(value);
    }
  };
}

/** Whether a cell shows an error instead of a value. */
export const isCellError = (text: string): boolean =>
  /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|CONNECT!)$/.test(text);
