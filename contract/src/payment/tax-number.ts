/** NPWP and NIK: their rules, and how people write them. Stored as digits alone. */
import { text, textOf } from '../kernel/fields.ts';

const digits = (value: string) => value.replace(/[\s.-]/g, '');

/**
 * Whether 16 digits can be a NIK: province from 11, day of birth (women: plus 40), month, year, and a serial number that
 * is not 0000.
 */
export const isNik = (value: string): boolean =>
  /^(1[1-9]|[2-9]\d)\d{4}(0[1-9]|[12]\d|3[01]|4[1-9]|[56]\d|7[01])(0[1-9]|1[0-2])\d\d(?!0000)\d{4}$/.test(value);

/**
 * Whether digits can be an NPWP: 15 as before 2024; or 16, which are a 0 and those 15, or a person's NIK. Its check digit
 * has no published rule, and is not checked.
 */
export const isNpwp = (value: string): boolean => /^(?!0+$)0?\d{15}$/.test(value) || isNik(value);

const taxNumber = (isRight: (value: string) => boolean, message: string) =>
  textOf(
    'text',
    text(40)
      .overwrite(digits)
      .refine((value) => value === '' || isRight(value), message),
  );

export const npwp = taxNumber(isNpwp, 'An NPWP has 15 digits, or 16: 0 and those 15, or the NIK of a person');
export const nik = taxNumber(isNik, 'A NIK has 16 digits, with a date of birth in it');

/** NPWP of 16 digits, as Coretax has them. */
export const npwp16 = (value: string): string => value.padStart(16, '0');

/** Text such as `01.234.567.8-901.000`, or `3174 0123 4567 0001` for 16 digits. */
export const formatTaxNumber = (value: string): string =>
  value.length === 15
    ? value.replace(/^(\d\d)(\d{3})(\d{3})(\d)(\d{3})(\d{3})$/, '$1.$2.$3.$4-$5.$6')
    : value.replace(/\d{4}(?=\d)/g, '$& ');
