/** Phone numbers in E.164, by which two spellings of a number are compared. */
import { createRequire } from 'node:module';
import type * as Library from 'libphonenumber-js/min';

const require = createRequire(import.meta.url);

/** E.164 form (`+6281234567890`) of a number in any spelling, Indonesian without a country code; null: not a possible number. */
export function e164Of(text: string): string | null {
  // Loaded by the first number.
  const { parsePhoneNumberFromString } = require('libphonenumber-js/min') as typeof Library;
  // `00` is no prefix of Indonesia's for calls abroad, but people write 0062.
  const number = parsePhoneNumberFromString(text.replace(/^\s*0062/, '+62'), 'ID');
  return number?.isPossible() && /^\+\d{7,15}$/.test(number.number) ? number.number : null;
}
