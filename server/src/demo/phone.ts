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

/** The number of somebody, typed in any form: its last four digits stay. */
export const typedAgain = (chance: Dice, number: string | null | undefined): string => {
  const digits = (number ?? '').replaceAll(/\D/g, '').slice(-4).padStart(4, '0');
  return chance.pick(forms)(digits);
};

export const phone = (chance: Dice): string => chance.pick(forms)(String(chance.int(0, 9999)).padStart(4, '0'));
