/** Codes of an authenticator app (RFC 6238: six digits, 30 seconds), each accepted once. */
import type { Db } from '#platform/database/database.ts';
import type { Config } from '#platform/config.ts';
import { unseal } from '#platform/session/seal.ts';

/** Loaded on first use. */
const library = () => import('otplib');

/** Clocks of phones may be off by one code. */
const toleranceSeconds = 30;

/** A new secret, and its `otpauth:` address for a QR code. */
export async function newAppSecret(issuer: string, label: string) {
  const { generateSecret, generateURI } = await library();
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label, secret }) };
}

/** Time step of a code; undefined if it is wrong, or not later than `afterTimeStep`. `epoch`: seconds, default: now. */
export async function stepOfCode(
  secret: string,
  code: string,
  { afterTimeStep, epoch }: { afterTimeStep?: number; epoch?: number } = {},
): Promise<number | undefined> {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const { verify } = await library();
  const result = await verify({
    secret,
    token,
    epochTolerance: toleranceSeconds,
    ...(afterTimeStep !== undefined && { afterTimeStep }),
    ...(epoch !== undefined && { epoch }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}

/** Accepts a code of the user's app, once. `db`: transaction that has locked the user. */
export async function spendCode(
  db: Db,
  userId: string,
  code: string,
  secrets: Pick<Config, 'acceptedSecrets'>,
): Promise<boolean> {
  const app = await db
    .selectFrom('authenticatorApp')
    .select(['secret', 'lastStep'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  const secret = app && unseal(app.secret, userId, secrets);
  if (!app || secret === undefined) return false;
  const step = await stepOfCode(secret, code, { afterTimeStep: app.lastStep });
  if (step === undefined) return false;
  await db
    .updateTable('authenticatorApp')
    .set({ lastStep: step, lastUsedAt: new Date().toISOString() })
    .where('userId', '=', userId)
    .execute();
  return true;
}
