/** Adding a second factor: an authenticator app or a passkey, and with the first of them recovery codes. */
import type { FastifyRequest } from 'fastify';
import type { Credential } from '#contract/kernel/credential.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import { type Challenge, issueChallenge } from '#platform/session/challenge.ts';
import { deviceName } from '#platform/session/device.ts';
import { seal, unseal } from '#platform/session/seal.ts';
import { countRecoveryCodes } from '#platform/session/second-factor.ts';
import { creationOptions, readNewPasskey, relyingPartyOf } from './passkey.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { newAppSecret, stepOfCode } from './totp.ts';

export type FactorSettings = Pick<Config, 'jwtSecret' | 'acceptedSecrets' | 'brands' | 'tenantHosts'>;

interface Work {
  db: Db;
  tenant: Tenant;
  settings: FactorSettings;
  request: FastifyRequest;
}

/** Proof by the person: a code, or a passkey under a name. */
export interface Proof {
  code?: string | undefined;
  passkey?: Credential | undefined;
  name?: string | undefined;
}

const maxPasskeys = 20;
const deviceOf = ({ headers }: FastifyRequest) => deviceName(headers['user-agent']);

/** Offers a new app and a new passkey; neither exists before {@link enrol}. */
export async function offerFactors(
  { db, tenant, settings, request }: Work,
  user: { id: string; name: string; email: string },
  purpose: 'enrolment' | 'add',
) {
  const brand = settings.brands[tenant];
  const app = await newAppSecret(brand, user.email);
  const { challenge: passkey, options } = await creationOptions(db, relyingPartyOf(request, settings), {
    ...user,
    brand,
  });
  const secret = seal(app.secret, user.id, settings);
  const challenge = await issueChallenge(db, { userId: user.id, purpose, passkey, secret });
  return { challenge, enrolment: { ...app, device: deviceOf(request) }, passkey: options };
}

/**
 * Adds the factor that was proved; returns recovery codes if the user had none. 400 for a wrong proof. `db`:
 * transaction that has locked the user.
 */
export async function enrol(work: Work, challenge: Challenge, proof: Proof): Promise<string[] | undefined> {
  const { db } = work;
  const { userId } = challenge;
  await (proof.passkey ? addPasskey(work, challenge, proof.passkey, proof.name) : addApp(work, challenge, proof.code));
  return (await countRecoveryCodes(db, userId)) > 0 ? undefined : await replaceRecoveryCodes(db, userId);
}

async function addApp({ db, settings }: Work, { userId, secret: sealed }: Challenge, code = ''): Promise<void> {
  const secret = sealed === null ? undefined : unseal(sealed, userId, settings);
  const step = secret && (await stepOfCode(secret, code));
  if (!secret || !step) throw badRequest('This is not the present code of the app', 'code');
  const app = { secret: seal(secret, userId, settings), lastStep: step, lastUsedAt: new Date().toISOString() };
  await db
    .insertInto('authenticatorApp')
    .values({ userId, ...app })
    .onConflict((on) => on.constraint('authenticator_app_pkey').doUpdateSet({ ...app, addedAt: app.lastUsedAt }))
    .execute();
}

async function addPasskey(
  { db, settings, request }: Work,
  { userId, passkey: challenge }: Challenge,
  credential: Credential,
  name = deviceOf(request),
): Promise<void> {
  const key = await readNewPasskey(relyingPartyOf(request, settings), challenge, credential);
  if (!key) throw badRequest('This passkey was not accepted; please try again', 'passkey');
  const keys = await db.selectFrom('passkey').select('credentialId').where('userId', '=', userId).execute();
  if (keys.some(({ credentialId }) => credentialId === key.credentialId))
    throw conflict('This passkey was added already', 'passkey');
  if (keys.length >= maxPasskeys) throw conflict(`At most ${maxPasskeys} passkeys; remove one first`, 'passkey');
  await db
    .insertInto('passkey')
    .values({ userId, name, ...key })
    .execute();
}
