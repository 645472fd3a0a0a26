/**
 * Authorization of the embedded documents: staff of the tenant, by the cookie of same-origin requests
 * (order-tracking.md).
 */
import type { FastifyRequest } from 'fastify';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { trackingRoles } from '#contract/order-tracking/endpoints.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { readCookie } from '#platform/session/cookie.ts';
import type { Revocations } from '#platform/session/revocations.ts';
import { denied, FirestoreError } from './firestore-error.ts';

/**
 * @throws FirestoreError 401 without a valid token, 403 for a page of another origin, another tenant's project or a role
 * without access.
 */
export async function requireTrackingAccess(
  request: FastifyRequest,
  project: string,
  { admittedCaller }: Revocations,
): Promise<Caller> {
  if (isForeign(request)) throw denied('This page may not use the documents');
  const caller = await admittedCaller(readCookie(request, 'accessToken'));
  if (!caller) throw new FirestoreError(401, 'Please sign in');
  request.caller = caller;
  if (caller.tenant !== project) throw denied('This user belongs to another brand');
  if (!mayCall({ roles: trackingRoles }, caller.role))
    throw denied(`The role ${caller.role} may not use the documents`);
  return caller;
}

/** Whether a page of another origin sent the request: browsers attach the cookie to such requests too. */
function isForeign({ headers: { origin }, host }: FastifyRequest): boolean {
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host);
}
