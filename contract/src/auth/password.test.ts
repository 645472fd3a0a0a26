/** Tests the password rules, and generated passwords. */
import { expect, test } from 'vitest';
import { generatePassword, newPassword, ownPasswordWeakness, passwordStrength, weakPasswords } from './password.ts';
import { guessableWords } from './password-length.ts';

test('rejects about 55 common passwords in any case, including the examples of the specification', () => {
  expect(weakPasswords.size).toBeGreaterThanOrEqual(50);
  expect(weakPasswords.size).toBeLessThanOrEqual(60);
  expect([...weakPasswords]).toEqual(expect.arrayContaining(['password', '123456', 'qwerty', 'admin']));
  for (const weak of weakPasswords)
    for (const typed of [weak, weak.toUpperCase()]) expect(newPassword.safeParse(typed).success).toBe(false);
});

test.each([
  ['Kuda-lari7', undefined],
  ['Kuda123', 'At least 8 characters'],
  ['kudaterbang', 'Needs a letter and a digit'],
  ['1234567890123', 'Needs a letter and a digit'],
  ['RAHASIA123', 'This password is too common'],
])('rejects the password "%s" with: %s', (typed, expected) => {
  expect(newPassword.safeParse(typed).error?.issues[0]?.message).toBe(expected);
});

const random = (below: number) => Math.floor(Math.random() * below);

test('generates valid, strong, readable and different passwords', () => {
  const made = Array.from({ length: 2000 }, () => generatePassword(random));
  for (const password of made) {
    expect(newPassword.safeParse(password).success).toBe(true);
    expect(passwordStrength(password)).toBe(4);
    expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
  }
  expect(new Set(made).size).toBe(2000);
});

test('draws again if the password lacks a digit or a letter', () => {
  const letters = [0, 3, 9, 1, 12, 5, 17, 8, 20, 2, 14, 6, 19, 10, 4];
  const draws = [...letters, 0, ...Array(16).fill(30), ...letters, 30];
  expect(generatePassword(() => draws.shift()!)).toBe('adkb-pfuj-xcrg-wme9');
});

test('draws again if the password contains a known word', () => {
  const draws = (password: string) =>
    [...password.replaceAll('-', '')].map((letter) => 'abcdefghjkmnpqrstuvwxyz23456789'.indexOf(letter));
  const queue = [...draws('d4ta-pfuj-xcrg-wme9'), ...draws('adkb-pfuj-xcrg-wme9')];
  expect(generatePassword(() => queue.shift()!)).toBe('adkb-pfuj-xcrg-wme9');
});

const messageOf = (password: string) => newPassword.safeParse(password).error?.issues[0]?.message;

test.each([
  'Lectern2026',
  'L3ct3rn-2026',
  'Coding2026',
  'superadmin1',
  'SuperAdmin-Data-1',
  'customer-service-1',
  '          a1',
  'a1\u00a0\u2003\u200b\u00a0\u2003\u200b\u00a0',
  'aaaaaaaaaaaaa1',
  'abcabcabcabc1',
  'abcdefgh12345',
  '87654321qwe',
])('rejects %j as too short without guessable parts', (password) => {
  expect(messageOf(password)).toBe(
    'At least 8 characters, not counting spaces, repetition, and the names of brands and roles',
  );
});

test.each(['kuda-terbang-9', 'burung hantu 7', 'Kelas-Malam-7', 'admin-suka-kopi-3', 'ikan44goreng', 'Çağlar-şeker9'])(
  'accepts %j',
  (password) => {
    expect(messageOf(password)).toBeUndefined();
  },
);

const user = { name: 'Sari Dewi Lestari', email: 'sari.dl88@example.com' };

test.each(['saridewilestari1', 'S4ri-Dewi-2026', 'Lestari12345', 'sari.dl88!', 'DL88dl88-sari', 'Kelas-Hebat-1'])(
  'rejects %j as made of names of the user or the brand',
  (password) => {
    expect(messageOf(password)).toBeUndefined();
    expect(ownPasswordWeakness(password, user, 'Kelas Hebat')).toBe(
      'At least 8 characters, not counting the name, the e-mail address and the brand',
    );
    expect(passwordStrength(password, guessableWords(user, 'Kelas Hebat'))).toBe(0);
  },
);

test("accepts a name within a long password, and has an own message for the e-mail's local part", () => {
  expect(ownPasswordWeakness('sari-terbang-99', user, 'Kelas Hebat')).toBeUndefined();
  expect(ownPasswordWeakness('Sari.DL88', user, 'Kelas Hebat')).toBe('The password is the name in the e-mail address');
});
