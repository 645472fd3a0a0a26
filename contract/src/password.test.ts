/** Proves which passwords may be set, and what is generated for somebody else. */
import { expect, test } from 'vitest';
import { generatePassword, newPassword, passwordStrength, weakPasswords } from './password.ts';

test('about 55 common passwords are known as weak, the specification’s examples among them, and none may be set in any case', () => {
  expect(weakPasswords.size).toBeGreaterThanOrEqual(50);
  expect(weakPasswords.size).toBeLessThanOrEqual(60);
  expect([...weakPasswords]).toEqual(expect.arrayContaining(['password', '123456', 'qwerty', 'admin']));
  for (const weak of weakPasswords)
    for (const typed of [weak, weak.toUpperCase()]) expect(newPassword.safeParse(typed).success).toBe(false);
});

test.each([
  ['Kuda1234', undefined],
  ['Kuda123', 'At least 8 characters'],
  ['kudaterbang', 'Needs a letter and a digit'],
  ['1234567890123', 'Needs a letter and a digit'],
  ['RAHASIA123', 'This password is too common'],
])('the password "%s" is refused with: %s', (typed, expected) => {
  expect(newPassword.safeParse(typed).error?.issues[0]?.message).toBe(expected);
});

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
