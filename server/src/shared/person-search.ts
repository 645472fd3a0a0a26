/**
 * Searches for people: words of a name or e-mail, and phone numbers in any spelling (0812…, +62 812-…, tel:, a link to
 * WhatsApp).
 */
import { isBlankSearch, searchText, wordsOf } from '#contract/kernel/search-text.ts';
import { containing, searchPatterns } from '#platform/list.ts';

/** Number in a link: `wa.me/62812…?text=…`, `whatsapp://send?phone=62812…`, `tel:+62-812-…`; parts of it may be encoded. */
const link =
  /\S*(?:wa\.me\/|t\.me\/(?=\+)|[?&](?:phone|number)=|(?:tel|callto|sms):(?:\/\/)?)((?:[\d().+-]|%2[0-9bd])+)\S*/g;

const numberIn = (_: string, written: string) => ` ${written.replace(/%2./g, '')} `;

/** Names before a number: "No. HP/WA:". */
const called =
  'no|nomor|number|kontak|contact|wa|whats ?app|telp?|tlp|telepon|telephone|hp|handphone|ponsel|phone|mobile|cell';

/** Number of whole words, in groups or not, after or before what it is called. */
const number = new RegExp(
  String.raw`(?<!\S)(?:(?:${called})[.:/=&\s-]*)*(?<digits>[+(]*\d[\d\s().+/·•-]*)(?:\(?(?:${called})\)?|@(?:c\.us|s\.whatsapp\.net))?(?!\S)`,
  'g',
);

/** Digits as stored in the users' `search` column, without leading 0, 62, 0062 or 62 0. */
const significantDigits = (phone: string) => phone.replace(/\D/g, '').replace(/^0*(62)?0*/, '');

/**
 * Whether a number among other words, or written with slashes as a part of an invoice number is, can only be a phone
 * number.
 */
const isLongPhone = (text: string) =>
  /^(?:\+|0|62|8)/.test(text) && text.replace(/\D/g, '').length >= (text.includes('/') ? 10 : 8);

function phoneIn(text: string, isAlone: boolean): string {
  const isOneGroup = /^\d{3,}$/.test(text);
  const isShort = text.replace(/\D/g, '').length < 3 || text.includes('/');
  return isOneGroup || isLongPhone(text) || (isAlone && !isShort) ? significantDigits(text) : '';
}

/** LIKE patterns of a search; undefined if it is blank. A number of only zeros and country code is searched as text. */
export function personPatterns(search: string): string[] | undefined {
  if (isBlankSearch(search)) return undefined;
  const text = wordsOf(
    searchText(search)
      .replace(link, numberIn)
      .replace(/[\u2044\u2215]/g, '/'),
  ).join(' ');
  const phones: string[] = [];
  const words = text.replace(number, (whole: string, written: string) => {
    const phone = phoneIn(written.trim(), whole === text);
    if (phone === '') return whole;
    phones.push(containing(phone));
    return ' ';
  });
  return [...phones, ...(searchPatterns(words) ?? [])];
}
