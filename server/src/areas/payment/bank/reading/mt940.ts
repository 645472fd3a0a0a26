/** Reader of bank statements as MT940 (SWIFT): all messages of a file, which are of one account. */
import { badRequest } from '#platform/errors.ts';
import { type ReadLine, type ReadStatement, checkBalances } from './statement.ts';

export const isMt940 = (text: string): boolean => /^:20:/m.test(text.slice(0, 2000)) && /^:60[FM]:/m.test(text);

interface Tag {
  name: string;
  value: string;
  line: number;
}

/** Tags with their values, which go on to the next tag; `-` and blocks in braces around messages are left out. */
function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    const [, name, value] = /^(?:\{.*\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(row) ?? [];
    const last = tags.at(-1);
    if (name !== undefined) tags.push({ name, value: value!, line: index + 1 });
    else if (last && !/^-?\}?$|^\{/.test(row)) last.value += `\n${row}`;
  }
  return tags;
}

const senOfComma = (text: string): number => {
  const [whole = '', decimals = ''] = text.split(',');
  return Number(whole || '0') * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
};

function dayOf(yymmdd: string): string | undefined {
  const day = `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`;
  return Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day ? undefined : day;
}

/** Balance of :60F: or :62F:, in sen. */
function balanceOf({ value, line }: Tag): number {
  const [, mark, currency, amount] = /^([CD])\d{6}([A-Z]{3})(\d+,\d{0,2})/.exec(value) ?? [];
  if (amount === undefined) throw badRequest(`Row ${line}: the balance cannot be read`, 'file');
  if (currency !== 'IDR') throw badRequest(`This account is in ${currency}, not in IDR`, 'file');
  return (mark === 'D' ? -1 : 1) * senOfComma(amount);
}

/** Day of entry (MMDD) in the year of the value date, or in the year beside it. */
function entryDay(value: string, entry: string | undefined): string | undefined {
  if (entry === undefined) return dayOf(value);
  const year = Number(value.slice(0, 2));
  const [from, to] = [value.slice(2, 4), entry.slice(0, 2)];
  const turn = from === '12' && to === '01' ? 1 : from === '01' && to === '12' ? -1 : 0;
  return dayOf(String(year + turn).padStart(2, '0') + entry);
}

function lineOf({ value, line }: Tag): ReadLine {
  const [first = ''] = value.split('\n');
  const [, day = '', entry, mark = '', amount, rest = ''] =
    /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d+,\d{0,2})[A-Z][A-Z0-9]{3}(.*)$/.exec(first) ?? [];
  if (amount === undefined) throw badRequest(`Row ${line}: this line cannot be read`, 'file');
  const [own = '', bank = ''] = rest.split('//');
  const reference = [bank, own].map((one) => one.trim()).find((one) => one !== '' && one !== 'NONREF') ?? '';
  const bookedOn = entryDay(day, entry);
  const sign = mark === 'C' || mark === 'RD' ? 1 : -1;
  const reason = bookedOn === undefined ? 'The day does not exist' : '';
  return { line, bookedOn, amount: sign * senOfComma(amount), balance: undefined, description: '', counterparty: '', reference, reason }; // prettier-ignore
}

/** Text of :86:, and the name in it: structured as `?32`, or `/NAME/` and `/ORDP/`. */
function describe(line: ReadLine, { value }: Tag): void {
  const text = value.replaceAll('\n', '');
  const name = (/\?32([^?]*)/.exec(text)?.[1] ?? '') + (/\?33([^?]*)/.exec(text)?.[1] ?? '');
  line.counterparty = (name || (/\/(?:NAME|ORDP)\/+([^/]*)/.exec(text)?.[1] ?? '')).trim().slice(0, 150);
  line.description = text
    .replaceAll(/\?\d\d/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** @throws HttpError 400 for files that are broken, hold several accounts, or whose sums do not agree */
export function readMt940(text: string): ReadStatement {
  const all: ReadLine[] = [];
  let [account, opening, closing]: [string, number | undefined, number | undefined] = ['', undefined, undefined];
  let [from, start]: [number | undefined, number] = [undefined, 0];
  for (const tag of tagsOf(text)) {
    if (tag.name === '25') {
      const [, digits = ''] = /(\d[\d.\- ]{3,33})\D*$/.exec(tag.value.split('\n')[0]!) ?? [];
      const here = digits.replaceAll(/\D/g, '');
      if (account !== '' && here !== account) throw badRequest('This file holds several accounts: divide it', 'file');
      account = here;
    } else if (/^60[FM]$/.test(tag.name)) {
      [from, start] = [balanceOf(tag), all.length];
      if (closing !== undefined && from !== closing)
        throw badRequest(`Row ${tag.line}: this does not begin where the part before ends: parts are missing`, 'file');
      opening ??= from;
    } else if (tag.name === '61') all.push(lineOf(tag));
    else if (tag.name === '86' && all.length > start) describe(all.at(-1)!, tag);
    else if (/^62[FM]$/.test(tag.name)) {
      closing = balanceOf(tag);
      checkBalances({ lines: all.slice(start), opening: from, closing });
      [from, start] = [undefined, all.length];
    }
  }
  if (from !== undefined || closing === undefined)
    throw badRequest('This file has no closing balance: it is incomplete', 'file');
  for (const line of all) line.description ||= line.reference || 'No description';
  return { layout: 'MT940', bank: bankOfBic(text), account, columns: [], missing: [], lines: all, opening, closing };
}

const bics = { CENA: 'BCA', BMRI: 'Mandiri', BNIN: 'BNI', BRIN: 'BRI' } as const;
const bankOfBic = (text: string) =>
  Object.entries(bics).find(([bic]) => new RegExp(`\\b${bic}IDJA`).test(text.slice(0, 2000)))?.[1];
