/** Signing in (spec §4–§6): what the answer means, and what is kept of it. */
import { login, logout, unauthorized } from '#contract/auth.ts';
import type { CallInput, Reply } from '#contract/kernel.ts';
import { call } from '#kit/api/call.ts';
import { ApiError } from '#kit/api/api-error.ts';
import { beginSession } from '#kit/api/session.ts';

/** A missing role and the role member are turned away. */
export const isRefused = (role: string | undefined): boolean => !role || role === 'member';

/**
 * Signs in and begins the session. Throws ApiError: 'Unauthorized' for a user who may not be here,
 * else the server's message. The status of any failed sign-in is 500 (spec §8).
 */
export async function signIn(input: CallInput<typeof login>): Promise<Reply<typeof login>> {
  let reply;
  try {
    reply = await call(login, input);
  } catch (error) {
    throw error instanceof ApiError ? new ApiError(500, error.errors[0]?.message ?? error.message) : error;
  }
  if (isRefused(reply.role)) {
    // The session that the server opened is of no use to anybody.
    if (reply.refreshToken) call(logout, { body: { refresh: reply.refreshToken } }).catch(() => undefined);
    throw new ApiError(500, unauthorized);
  }
  beginSession({ access: reply.accessToken, refresh: reply.refreshToken }, reply.role);
  return reply;
}
