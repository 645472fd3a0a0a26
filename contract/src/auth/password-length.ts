/** Effective length of a password: known words, white space and repetition do not count. */
import { roles, tenants } from '../kernel/endpoint.ts';

/** Characters that can replace a letter. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'a4@',
  b: 'b8',
  e: 'e3',
  g: 'g9',
  i: 'i1!',
  l: 'l1',
  o: 'o0',
  s: 's5$',
  t: 't7',
};

/** Words of a name or address, and all of them joined; in lower case, with three letters or more. */
export function nameWords(name: string): string[] {
  const whole = name.normalize('NFC').toLowerCase();
  const words = [...whole.split(/[^\p{L}\d]+/u), ...whole.split(/[^\p{L}]+/u), whole.replace(/[^\p{L}\d]/gu, '')];
  return [...new Set(words)].filter((word) => (word.match(/\p{L}/gu)?.length ?? 0) >= 3);
}

/** Words that every installation shares: product, brands and roles. */
const publicWords: readonly string[] = ['lectern', ...tenants, ...roles.flatMap(nameWords)];

/** Words that an attacker would try for this user: parts of the name, of the e-mail address and of the brand's name. */
export const guessableWords = (user: { name: string; email: string }, brand: string): string[] =>
  [user.name, user.email.slice(0, user.email.lastIndexOf('@')), brand].flatMap(nameWords);

const patternOf = (word: string) =>
  [...word].map((letter) => (lookalikes[letter] ? `[${lookalikes[letter]}]` : letter)).join('');

function withoutWords(password: string, words: readonly string[]): string {
  const longestFirst = [...new Set(words)].toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, word) => rest.replace(new RegExp(patternOf(word), 'gu'), ''), password);
}

/** Shortens runs such as `abcd` and `4321` to their first two characters. */
function withoutRuns(text: string): string {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const step = (at: number) => (codes[at] ?? 0) - (codes[at - 1] ?? 0);
  return [...text].filter((_, at) => at < 2 || Math.abs(step(at)) > 1 || step(at) !== step(at - 1)).join('');
}

/** Number of characters without white space, known words, repetition (`aaa`, `abab`) and runs (`1234`). */
export function effectiveLength(password: string, words: readonly string[] = []): number {
  const seen = password.toLowerCase().replace(/[\s\p{Cf}]/gu, '');
  const rest = withoutWords(seen, [...words, ...publicWords]);
  const once = rest.replace(/(.{2,40}?)\1+/gsu, '$1').replace(/(.)\1{2,}/gsu, '$1');
  return [...withoutRuns(once)].length;
}
