/** Sign-in requests and the session made from the reply (spec §4–§6). */
import { login, logout, unauthorized } from '#contract/kernel/auth.ts';
import type { CallInput, Reply } from '#contract/kernel/endpoint.ts';
import { call } from '#kit/api/call.ts';
import { ApiError } from '#kit/api/api-error.ts';
import { beginSession } from '#kit/api/session.ts';

/** A missing role and the role `member` are refused. */
export const isRefused = (role: string | undefined): boolean => !role || role === 'member';

/**
 * Signs in and begins the session. Throws ApiError: 'Unauthorized' for a refused role, else the server's message. The
 * status of any failed sign-in is 500 (spec §8).
 */
export async function signIn(input: CallInput<typeof login>): Promise<Reply<typeof login>> {
  let reply;
  try {
    reply = await call(login, input);
  } catch (error) {
    throw error instanceof ApiError ? new ApiError(500, error.errors[0]?.message ?? error.message) : error;
  }
  if (isRefused(reply.role)) {
    // End the session that the server opened for the refused role.
    if (reply.refreshToken) call(logout, { body: { refresh: reply.refreshToken } }).catch(() => undefined);
    throw new ApiError(500, unauthorized);
  }
  beginSession({ access: reply.accessToken, refresh: reply.refreshToken }, reply.role);
  return reply;
}
