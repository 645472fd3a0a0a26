/** Fictional phone numbers, 0812-0000-xxxx, in every common format. */
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

/** Matches every phone of the demo without non-digits, and those of load tests: 0800 and eight digits. */
export const fictitiousPhone = /^(0|62)8120000\d{4}$|^0800\d{8}$/;

/** The same number in a random format; its last four digits stay. */
export const typedAgain = (chance: Dice, number: string | null | undefined): string => {
  const digits = (number ?? '').replaceAll(/\D/g, '').slice(-4).padStart(4, '0');
  return chance.pick(forms)(digits);
};

export const phone = (chance: Dice): string => chance.pick(forms)(String(chance.int(0, 9999)).padStart(4, '0'));
