/** Password rules (domain.md, Sign-in; the list is spec §5). Loaded by the screens that set a password. */
import { onceValid } from './across.ts';
import { z } from 'zod';
import { field } from './draft.ts';
import { text, textOf } from './fields.ts';
import { countedLength, knownWords } from './password-length.ts';

/** About 55 common weak passwords, compared without case. */
export const weakPasswords: ReadonlySet<string> = new Set([
  'password',
  'password1',
  'password12',
  'password123',
  'passw0rd',
  'p@ssw0rd1',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '1234567890',
  'qwerty',
  'qwerty1',
  'qwerty12',
  'qwerty123',
  'qwertyuiop',
  'qwertyuiop1',
  '1q2w3e4r',
  '1q2w3e4r5t',
  '1qaz2wsx',
  'admin',
  'admin123',
  'admin1234',
  'administrator1',
  'abc123',
  'abcd1234',
  'a1b2c3d4',
  'aa123456',
  'letmein1',
  'welcome1',
  'welcome123',
  'iloveyou1',
  'football1',
  'monkey123',
  'dragon123',
  'sunshine1',
  'princess1',
  'zaq12wsx',
  'asdf1234',
  'asdfghjkl1',
  'test1234',
  'user1234',
  'guest1234',
  'changeme1',
  'secret123',
  'indonesia1',
  'indonesia45',
  'indonesia123',
  'jakarta123',
  'bandung123',
  'surabaya1',
  'garuda123',
  'merdeka45',
  'merdeka1945',
  'sayang123',
  'bismillah1',
  'bismillah123',
  'rahasia123',
  'katasandi1',
  'belajar123',
]);

const leastLength = 8;

/** At least 8 characters with a letter and a digit, not a common weak one, and long without what anybody would guess. */
export const newPassword = textOf(
  'password',
  text(200)
    .refine((value) => value.length >= leastLength, `At least ${leastLength} characters`)
    .refine((value) => /\p{L}/u.test(value) && /\d/.test(value), 'Needs a letter and a digit')
    .refine((value) => !weakPasswords.has(value.toLowerCase()), 'This password is too common')
    .refine(
      (value) => value.length < leastLength || countedLength(value) >= leastLength,
      `At least ${leastLength} characters, not counting spaces, repetition, and the names of brands and roles`,
    ),
);

interface Owner {
  name: string;
  email: string;
}

/** Why a password that {@link newPassword} takes is too easy to guess for this user; undefined: it is not. */
export function ownPasswordWeakness(password: string, user: Owner, brand: string): string | undefined {
  const localPart = user.email.slice(0, user.email.lastIndexOf('@'));
  if (password.toLowerCase() === localPart.toLowerCase()) return 'The password is the name in the e-mail address';
  if (countedLength(password, knownWords(user, brand)) >= leastLength) return undefined;
  return `At least ${leastLength} characters, not counting the name, the e-mail address and the brand`;
}

/** The schema of a form that sets the password of a user whom it knows. */
export const passwordOf = <S extends z.ZodType<{ password: string }>>(schema: S, user: Owner, brand: string): S =>
  schema.superRefine(({ password }, context) => {
    const message = ownPasswordWeakness(password, user, brand);
    if (message) context.addIssue({ code: 'custom', path: ['password'], message });
  }, onceValid('password'));

/** 0 to 4, for the strength bar: length without `words` and variety, 0 while a rule is broken. */
export function passwordStrength(value: string, words: readonly string[] = []): number {
  const length = countedLength(value, words);
  if (length < leastLength || !newPassword.safeParse(value).success) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(value)).length;
  return Math.min(4, 1 + Number(length >= 12) + Number(length >= 16) + Number(length >= 12 && kinds >= 3));
}

/** What nobody mistakes for another when it is read aloud or copied by hand. */
const spoken = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * A password to give to somebody: four groups of four letters and digits, about 79 bits.
 * @param draw a whole number from 0 to below the given one, each as likely as the others and foreseen by nobody
 */
export function generatePassword(draw: (below: number) => number): string {
  const group = () => Array.from({ length: 4 }, () => spoken[draw(spoken.length)]).join('');
  const password = Array.from({ length: 4 }, group).join('-');
  return newPassword.safeParse(password).success ? password : generatePassword(draw);
}

export const passwordChange = z.object({
  password: field(newPassword, {
    label: 'New password',
    hint: 'At least 8 characters with a letter and a digit.',
    kind: 'password',
  }),
});
