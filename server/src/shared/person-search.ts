/**
 * Search patterns for people: part of a name or e-mail, or a phone number in any spelling (0812…, 62812…, +62 812-…).
 */
import { likePattern } from '#platform/list.ts';

const isPhone = (search: string) => /^[\d\s+().-]+$/.test(search) && search.replace(/\D/g, '').length >= 3;

/** Digits as stored in the users' `search` column, without leading 0, 62, 0062 or 62 0. */
const significantDigits = (phone: string) => phone.replace(/\D/g, '').replace(/^0*(62)?0*/, '');

/** LIKE pattern of a search. A number of only zeros and country code is searched as text. */
export const personPattern = (search: string): string =>
  likePattern((isPhone(search) && significantDigits(search)) || search);
