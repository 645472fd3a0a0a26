/** Proves what is generated for somebody else. */
import { expect, test } from 'vitest';
import { generatePassword, newPassword, passwordStrength } from './password.ts';

const random = (below: number) => Math.floor(Math.random() * below);

test('a generated password may be set, is very strong, can be read aloud, and is another each time', () => {
  const made = Array.from({ length: 2000 }, () => generatePassword(random));
  for (const password of made) {
    expect(newPassword.safeParse(password).success).toBe(true);
    expect(passwordStrength(password)).toBe(4);
    expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
  }
  expect(new Set(made).size).toBe(2000);
});

test('what is drawn without a digit or a letter is drawn again', () => {
  const draws = [...Array(16).fill(0), ...Array(16).fill(30), ...Array(15).fill(0), 30];
  expect(generatePassword(() => draws.shift()!)).toBe('aaaa-aaaa-aaaa-aaa9');
});
