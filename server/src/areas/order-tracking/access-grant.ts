/**
 * What lets a signed-in person reach their tenant's documents: this server's own path, or a hosted project and a token
 * for it.
 */
import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { TrackingAccess } from '#contract/order-tracking.ts';
import type { FirebaseProject } from '#platform/config-firebase.ts';
import type { Caller } from '#platform/session/access-token.ts';

/** Where the embedded documents answer. */
export const embeddedPath = '/firestore';

/** The SDK wants a key; the embedded documents go by the cookie. */
const noKey = 'embedded';

/** It is used at once; Firebase would allow an hour. */
const tokenSeconds = 300;
const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';

/** @param project the tenant's hosted project; undefined: the documents are embedded. */
export async function accessFor(caller: Caller, project: FirebaseProject | undefined): Promise<TrackingAccess> {
  if (!project) return { mode: 'embedded', projectId: caller.tenant, apiKey: noKey, path: embeddedPath };
  const { projectId, apiKey } = project;
  return { mode: 'hosted', projectId, apiKey, token: await customToken(caller, project) };
}

/** A Firebase custom token: firestore.rules reads the claims role and tenant. */
function customToken({ userId, role, tenant }: Caller, { clientEmail, privateKey }: FirebaseProject): Promise<string> {
  return new SignJWT({ uid: userId, claims: { role, tenant } })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setSubject(clientEmail)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(`${tokenSeconds}s`)
    .sign(createPrivateKey(privateKey));
}
