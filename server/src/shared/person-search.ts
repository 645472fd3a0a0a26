/** How people are searched: by a part of name or e-mail, or by a phone in any spelling (0812…, 62812…, +62 812-…). */
import { likePattern } from '#platform/list.ts';

const isPhone = (search: string) => /^[\d\s+().-]+$/.test(search) && search.replace(/\D/g, '').length >= 3;

/** Digits that the column `search` of users has, which keeps none of 0 or 62 at the front; nor is 0062 or 62 0 asked for. */
const kept = (phone: string) => phone.replace(/\D/g, '').replace(/^0*(62)?0*/, '');

/** Zeros and a country alone are no part of a phone that could be found. */
export const personPattern = (search: string): string => likePattern((isPhone(search) && kept(search)) || search);
