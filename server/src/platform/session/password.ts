/** Password hashes: argon2id with the library's defaults (19 MiB, 2 passes; at least OWASP's minimum). */

/** Loaded by the first password, since a server at rest does not need its memory. */
const argon2 = () => import('@node-rs/argon2');

export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(password);

/** Hash to compare with if the user does not exist, so that the reply takes the same time. */
let dummyHash: Promise<string> | undefined;

/**
 * Whether the password is right. False after the same time for an undefined `passwordHash` (no such user) and for '' (a
 * user without a password).
 */
export async function isRightPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const { hash, verify } = await argon2();
  dummyHash ??= hash('nobody has this password');
  // An invalid hash (of a user imported without a password) matches no password.
  const isRight = await verify(passwordHash || (await dummyHash), password).catch(() => false);
  return isRight && Boolean(passwordHash);
}
