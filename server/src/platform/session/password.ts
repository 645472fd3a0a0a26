/** Password hashes: argon2id with the library's defaults (19 MiB, 2 passes: OWASP's minimum or better). */
import { hash, verify } from '@node-rs/argon2';

export const hashPassword = (password: string): Promise<string> => hash(password);

/** Compared when there is no such user, so that a refusal takes the same time. */
let nobody: Promise<string> | undefined;

/** True when the password is right; `passwordHash` undefined (no such user) costs the same and is false. */
export async function isRightPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hash('nobody has this password');
  // What is no hash (a user who was brought in without a password) is nobody's password.
  const isRight = await verify(passwordHash ?? (await nobody), password).catch(() => false);
  return isRight && passwordHash !== undefined;
}
