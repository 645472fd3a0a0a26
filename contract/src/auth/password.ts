/** Password rules (domain.md, Sign-in; the list is in spec §5). Loaded by screens that set a password. */
import { whenValid } from '../kernel/when-valid.ts';
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { text, textOf } from '../kernel/fields.ts';
import { effectiveLength, guessableWords } from './password-length.ts';

/** Common weak passwords in lower case; compared case-insensitively. */
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

/**
 * Password of at least 8 characters with a letter and a digit, not a common one, and with at least 8 characters that
 * are hard to guess.
 */
export const newPassword = textOf(
  'password',
  text(200)
    .refine((value) => value.length >= leastLength, `At least ${leastLength} characters`)
    .refine((value) => /\p{L}/u.test(value) && /\d/.test(value), 'Needs a letter and a digit')
    .refine((value) => !weakPasswords.has(value.toLowerCase()), 'This password is too common')
    .refine(
      (value) => value.length < leastLength || effectiveLength(value) >= leastLength,
      `At least ${leastLength} characters, not counting spaces, repetition, and the names of brands and roles`,
    ),
);

interface Owner {
  name: string;
  email: string;
}

/** Reason a valid password is too easy to guess for this user; undefined: it is not. */
export function ownPasswordWeakness(password: string, user: Owner, brand: string): string | undefined {
  const localPart = user.email.slice(0, user.email.lastIndexOf('@'));
  if (password.toLowerCase() === localPart.toLowerCase()) return 'The password is the name in the e-mail address';
  if (effectiveLength(password, guessableWords(user, brand)) >= leastLength) return undefined;
  return `At least ${leastLength} characters, not counting the name, the e-mail address and the brand`;
}

/** Schema of a form that sets the password of a known user. */
export const passwordOf = <S extends z.ZodType<{ password: string }>>(schema: S, user: Owner, brand: string): S =>
  schema.superRefine(({ password }, context) => {
    const message = ownPasswordWeakness(password, user, brand);
    if (message) context.addIssue({ code: 'custom', path: ['password'], message });
  }, whenValid('password'));

/** Strength from 0 to 4 for the strength bar, by effective length and variety; 0 while a rule is violated. */
export function passwordStrength(value: string, words: readonly string[] = []): number {
  const length = effectiveLength(value, words);
  if (length < leastLength || !newPassword.safeParse(value).success) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(value)).length;
  return Math.min(4, 1 + Number(length >= 12) + Number(length >= 16) + Number(length >= 12 && kinds >= 3));
}

/** Characters that are not confused when read aloud or copied by hand. */
const spoken = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Generates a password: four groups of four letters and digits, about 79 bits.
 * @param draw cryptographically random integer from 0 to below its argument, uniformly distributed
 */
export function generatePassword(draw: (below: number) => number): string {
  const group = () => Array.from({ length: 4 }, () => spoken[draw(spoken.length)]).join('');
  const password = Array.from({ length: 4 }, group).join('-');
  // Draws again without a letter or a digit, and when a known word such as `data` shortens the effective length.
  return passwordStrength(password) === 4 ? password : generatePassword(draw);
}

/** Form for setting a password without the old one; `ownPasswordWeakness` needs the user as well. */
export const passwordChange = z.object({
  password: field(newPassword, {
    label: 'New password',
    hint: 'At least 8 characters with a letter and a digit.',
    kind: 'password',
  }),
});
