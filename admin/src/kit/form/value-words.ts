/** Words for the values of a field. Pure. */
import { callUntyped } from '../call-untyped.ts';

/** Values as a table of codes (`null` included if it has a label), or a formatter of non-null values. */
export type ValueWords = Readonly<Record<string, string>> | ((value: never) => string);

/** Text of a value; undefined: there are no words for it. */
export function textOf(words: ValueWords | undefined, value: unknown): string | undefined {
  if (typeof words !== 'function') return words?.[String(value)];
  return value === null || value === undefined ? undefined : callUntyped(words, value);
}
