/** Tests which secrets count as weak. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { weaknessOf } from './secret-strength.ts';

test.each([
  ['one letter', 'a'.repeat(64)],
  ['a piece and its copies', 'R4nd0m-9f!'.repeat(5)],
  ['two copies of a good half', 'q8Zr2LxW0bVn5TsK'.repeat(2)],
  ['the alphabet', 'abcdefghijklmnopqrstuvwxyz012345'],
  ['digits that rise', '01234567890123456789012345678901'],
  ['jwt.io’s', 'your-256-bit-secret-your-256-bit'],
  ['jwt.io’s newer', 'a-string-secret-at-least-256-bits-long'],
  ['a template’s', 'please-change-me-in-production-0001'],
  ['a password made long', 'Password-Password-2026-Password!'],
  ['few letters', 'abaabbababbabaabababbaababbabaabab'],
  ['few digits', '11921681001192168110192168111921'],
])('%s is weak', (_, secret) => {
  expect(weaknessOf(secret)).toBeTypeOf('string');
});

test.each(['base64url', 'hex', 'base64'] as const)('256 random bits in %s are strong', (encoding) => {
  for (let n = 0; n < 2_000; n += 1) expect(weaknessOf(randomBytes(32).toString(encoding))).toBeUndefined();
  for (let n = 0; n < 2_000; n += 1) expect(weaknessOf(randomBytes(64).toString(encoding))).toBeUndefined();
});

test('128 random bits in hexadecimal digits are strong', () => {
  for (let n = 0; n < 2_000; n += 1) expect(weaknessOf(randomBytes(16).toString('hex'))).toBeUndefined();
});
