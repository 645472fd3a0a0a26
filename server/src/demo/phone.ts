/** Phone numbers that look right and belong to nobody: 0812-0000-xxxx, in every form that people type. */
import type { Dice } from './dice.ts';

const forms: readonly ((last: string) => string)[] = [
  (last) => `08120000${last}`,
  (last) => `0812-0000-${last}`,
  (last) => `0812 0000 ${last}`,
  (last) => `(0812) 0000 ${last}`,
  (last) => `628120000${last}`,
  (last) => `+628120000${last}`,
  (last) => `+62 812-0000-${last}`,
  (last) => `62 812 0000 ${last}`,
];

/** What every phone of the demo is, once its non-digits are gone. */
export const fictitiousPhone = /^(0|62)8120000\d{4}$/;

export const phone = (chance: Dice): string => chance.pick(forms)(String(chance.int(0, 9999)).padStart(4, '0'));
