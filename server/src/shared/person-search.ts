/** How people are searched: by a part of name or e-mail, or by a phone in any spelling (0812…, 62812…, +62 812-…). */
import { likePattern } from '#platform/list.ts';

const isPhone = (search: string) => /^[\d\s+().-]+$/.test(search) && search.replace(/\D/g, '').length >= 3;

/** As the column `search` of users keeps a phone: its digits without 0 or 62 at the front. */
const kept = (phone: string) => phone.replace(/\D/g, '').replace(/^(62|0)/, '');

export const personPattern = (search: string): string => likePattern(isPhone(search) ? kept(search) : search);
