/** Strength check of secrets, beyond their length. */
import { deflateRawSync } from 'node:zlib';

/** Common examples from manuals and templates, and obvious choices; compared without case, digits and punctuation. */
const examples = [
  'yourbitsecret',
  'astringsecretatleastbitslong',
  'supersecret',
  'mysecret',
  'jwtsecret',
  'secretkey',
  'secretsecret',
  'keyboardcat',
  'changeme',
  'changethis',
  'replaceme',
  'donotuse',
  'insertyour',
  'yoursecret',
  'password',
  'qwertyuiop',
  'loremipsum',
];

/** Minimum entropy. Of 1.5 million secrets of 128 random bits none was below 84 bits, and 1 in 11,000 below 96. */
const leastBits = 72;

/** Shannon entropy in bits, from the frequency of characters. */
function bitsOf(secret: string): number {
  const counts = new Map<string, number>();
  for (const one of secret) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - count * Math.log2(count / secret.length), 0);
}

/**
 * Whether it is a sequence such as `abcdef…`, `0123…` or `9876…`: more than two thirds of the characters neighbor the
 * previous one.
 */
function isRun(secret: string): boolean {
  const codes = [...secret].map((one) => one.codePointAt(0) ?? 0);
  const steps = codes.slice(1).filter((code, at) => Math.abs(code - (codes[at] ?? 0)) <= 1).length;
  return steps * 3 > codes.length * 2;
}

/**
 * Whether it repeats a part, or compresses to half its length; random text does not, not even in hexadecimal digits.
 */
const isRepetition = (secret: string) =>
  `${secret}${secret}`.indexOf(secret, 1) < secret.length || deflateRawSync(secret).length * 2 < secret.length;

/** Reason a secret is weak, continuing a sentence that begins with its name; undefined: it is not. */
export function weaknessOf(secret: string): string | undefined {
  const letters = secret.toLowerCase().replace(/[^a-z]/g, '');
  if (examples.some((example) => letters.includes(example))) return 'is a well-known example';
  if (isRun(secret) || isRepetition(secret)) return 'repeats itself';
  return bitsOf(secret) < leastBits ? 'is too easy to guess' : undefined;
}
