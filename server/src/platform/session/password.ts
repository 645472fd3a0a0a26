/** Password hashes: argon2id with the library's defaults (19 MiB, 2 passes; at least OWASP's minimum). */
import { hash, verify } from '@node-rs/argon2';

export const hashPassword = (password: string): Promise<string> => hash(password);

/** Hash to compare with if the user does not exist, so that the reply takes the same time. */
let dummyHash: Promise<string> | undefined;

/** Whether the password is right; for an undefined `passwordHash` (no such user), false after the same time. */
export async function isRightPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hash('nobody has this password');
  // An invalid hash (of a user imported without a password) matches no password.
  const isRight = await verify(passwordHash ?? (await dummyHash), password).catch(() => false);
  return isRight && passwordHash !== undefined;
}
