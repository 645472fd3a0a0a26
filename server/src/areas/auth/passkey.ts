/** Passkeys (WebAuthn): options for the browser, and the check of what its authenticator signed. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Credential } from '#contract/kernel/credential.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { newPasskeyChallenge } from '#platform/session/challenge.ts';

/** Loaded with the first passkey, since a server at rest does not need its memory. */
const webauthn = () => import('@simplewebauthn/server');

interface RelyingParty {
  /** Host name that passkeys are bound to. */
  rpId: string;
  /** Origins of the pages; https, or http on this machine. */
  origins: string[];
}

/**
 * Relying party of a request: its host, which the browser signs as the page's origin. null where passkeys do not work:
 * at an address without a name, and at a host outside TENANT_HOSTS if that is set.
 */
export function relyingPartyOf(request: FastifyRequest, { tenantHosts }: Pick<Config, 'tenantHosts'>) {
  const rpId = request.hostname.toLowerCase();
  const isLocal = rpId === 'localhost' || rpId.endsWith('.localhost');
  if (isIP(rpId) || rpId.startsWith('[')) return null;
  if (!isLocal && tenantHosts.size > 0 && !tenantHosts.has(rpId)) return null;
  const host = request.host.toLowerCase();
  const party: RelyingParty = { rpId, origins: isLocal ? [`http://${host}`, `https://${host}`] : [`https://${host}`] };
  return party;
}

const keysOf = async (db: Db, userId: string) =>
  (
    await db
      .selectFrom('passkey')
      .select(['credentialId as id', 'transports'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ id, transports }) => ({ id, transports: [...transports] }));

type Options = Record<string, unknown>;
const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** Options to create a passkey, and the challenge in them. */
export async function creationOptions(
  db: Db,
  party: RelyingParty | null,
  { id, name, email, brand }: { id: string; name: string; email: string; brand: string },
): Promise<{ challenge: string; options: Options | null }> {
  const challenge = newPasskeyChallenge();
  if (!party) return { challenge, options: null };
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: brand,
    rpID: party.rpId,
    userID: new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: name,
    challenge: bytesOf(challenge),
    excludeCredentials: await keysOf(db, id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  return { challenge, options: { ...options } };
}

/** Options to use one of the user's passkeys, and the challenge in them; null options: the user has none here. */
export async function requestOptions(
  db: Db,
  party: RelyingParty | null,
  userId: string,
): Promise<{ challenge: string; options: Options | null }> {
  const challenge = newPasskeyChallenge();
  const keys = await keysOf(db, userId);
  if (!party || keys.length === 0) return { challenge, options: null };
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: party.rpId,
    challenge: bytesOf(challenge),
    allowCredentials: keys,
    userVerification: 'required',
  });
  return { challenge, options: { ...options } };
}

/** Parts of every answer that the contract does not carry, because they are always the same. */
const wholeOf = ({ id, response }: Credential) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response,
});

/** A new passkey as signed for `challenge`; undefined if the answer is not valid. */
export async function readNewPasskey(party: RelyingParty | null, challenge: string, credential: Credential) {
  if (!party) return undefined;
  const { verifyRegistrationResponse } = await webauthn();
  const whole = wholeOf(credential);
  const { transports = '', clientDataJSON, attestationObject = '' } = credential.response;
  const verified = await verifyRegistrationResponse({
    response: { ...whole, response: { clientDataJSON, attestationObject } },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.rpId,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transports.split(',').filter(Boolean),
  };
}

/**
 * Accepts a signature by one of the user's passkeys and keeps its counter, which must rise if the authenticator
 * counts. `db`: transaction that has locked the user.
 */
export async function spendPasskey(
  db: Db,
  party: RelyingParty | null,
  { userId, challenge }: { userId: string; challenge: string },
  credential: Credential,
): Promise<boolean> {
  const key = await db
    .selectFrom('passkey')
    .select(['id', 'credentialId', 'publicKey', 'counter'])
    .where('userId', '=', userId)
    .where('credentialId', '=', credential.id)
    .executeTakeFirst();
  if (!party || !key) return false;
  const { verifyAuthenticationResponse } = await webauthn();
  const { clientDataJSON, authenticatorData = '', signature = '' } = credential.response;
  const verified = await verifyAuthenticationResponse({
    response: { ...wholeOf(credential), response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.rpId,
    credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
  }).catch(() => undefined);
  if (!verified?.verified) return false;
  await db
    .updateTable('passkey')
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: new Date().toISOString() })
    .where('id', '=', key.id)
    .execute();
  return true;
}
