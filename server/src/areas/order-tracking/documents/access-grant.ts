/**
 * Access of a signed-in user to their tenant's documents: the path of the embedded server, or a hosted project with a
 * token for it.
 */
import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import type { TrackingAccess } from '#contract/order-tracking/endpoints.ts';
import type { FirebaseProject } from '#platform/config-firebase.ts';
import type { Caller } from '#platform/session/access-token.ts';

/** Path of the embedded document server. */
export const embeddedPath = '/firestore';

/** Placeholder for the API key that the SDK requires; the embedded server authenticates by cookie. */
const noKey = 'embedded';

/** Lifetime of a custom token, which is used immediately; Firebase allows an hour. */
const tokenSeconds = 300;
const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';

/** Access of a caller. @param project the tenant's hosted project; undefined: the documents are embedded. */
export async function trackingAccessOf(caller: Caller, project: FirebaseProject | undefined): Promise<TrackingAccess> {
  if (!project) return { mode: 'embedded', projectId: caller.tenant, apiKey: noKey, path: embeddedPath };
  const { projectId, apiKey } = project;
  return { mode: 'hosted', projectId, apiKey, token: await customToken(caller, project) };
}

/** Firebase custom token with the claims role and tenant, which firestore.rules reads. */
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
