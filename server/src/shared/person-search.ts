/**
 * Searches for people: words of a name or e-mail, and phone numbers in any spelling (0812…, +62 812-…, tel:, a link to
 * WhatsApp).
 */
import { searchText, wordsOf } from '#contract/kernel/search-text.ts';
import { containing, searchPatterns } from '#platform/list.ts';

/** Number in a link: `wa.me/62812…?text=…`, `whatsapp://send?phone=62812…`, `tel:+62-812-…`. */
const link = /\S*(?:wa\.me\/|[?&]phone=|tel:|callto:|sms:)(?:\+|%2b)?([\d().-]+)\S*/g;

/** Number of whole words, in groups or not, after what it is called. */
const number =
  /(?<!\S)(?:(?:no|nomor|kontak|wa|whatsapp|telp?|telepon|hp|phone)[.:]*\s*)*(?<digits>[+(]*\d[\d\s().+/-]*)(?!\S)/g;

/** Digits as stored in the users' `search` column, without leading 0, 62, 0062 or 62 0. */
const significantDigits = (phone: string) => phone.replace(/\D/g, '').replace(/^0*(62)?0*/, '');

/**
 * Whether a number among other words, or written with slashes as a part of an invoice number is, can only be a phone
 * number.
 */
const isLongPhone = (text: string) =>
  /^[+(]*(?:0|62|8)/.test(text) && text.replace(/\D/g, '').length >= (text.includes('/') ? 10 : 8);

function phoneIn(text: string, isAlone: boolean): string {
  const isOneGroup = /^\d{3,}$/.test(text);
  const isShort = text.replace(/\D/g, '').length < 3 || text.includes('/');
  return isOneGroup || isLongPhone(text) || (isAlone && !isShort) ? significantDigits(text) : '';
}

/** LIKE patterns of a search. A number of only zeros and country code is searched as text. */
export function personPatterns(search: string): string[] | undefined {
  const text = wordsOf(searchText(search).replace(link, ' $1 ')).join(' ');
  const phones: string[] = [];
  const words = text.replace(number, (whole: string, written: string) => {
    const phone = phoneIn(written.trim(), whole === text);
    if (phone === '') return whole;
    phones.push(containing(phone));
    return ' ';
  });
  const patterns = [...phones, ...(searchPatterns(words) ?? [])];
  return patterns.length > 0 ? patterns : undefined;
}
