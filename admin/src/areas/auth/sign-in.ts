/** Sign-in requests and the session made from the reply (spec §4–§6). */
import { finishSignIn as finish } from '#contract/auth/second-factor.ts';
import { beginOpenId, finishOpenId } from '#contract/auth/openid.ts';
import { login, logout, unauthorized } from '#contract/kernel/auth.ts';
import type { CallInput, Reply } from '#contract/kernel/endpoint.ts';
import type { SecondStep } from '#contract/kernel/second-step.ts';
import { call } from '#kit/api/call.ts';
import { ApiError } from '#kit/api/api-error.ts';
import { beginSession } from '#kit/api/session.ts';

/** A missing role and the role `member` are refused. */
export const isRefused = (role: string | undefined): boolean => !role || role === 'member';

/** Error of a failed sign-in: its status is 500 whatever the server answered (spec §8). */
const failed = (error: unknown) =>
  error instanceof ApiError ? new ApiError(500, error.errors[0]?.message ?? error.message) : error;

function begin(reply: Reply<typeof login>): void {
  if (isRefused(reply.role)) {
    // End the session that the server opened for the refused role.
    if (reply.refreshToken) call(logout, { body: { refresh: reply.refreshToken } }).catch(() => undefined);
    throw new ApiError(500, unauthorized);
  }
  beginSession({ access: reply.accessToken, refresh: reply.refreshToken }, reply.role);
}

/** Begins the session of a reply, or returns the second step that the account needs. */
async function beginOr(replying: Promise<Reply<typeof login>>): Promise<{ secondStep?: SecondStep }> {
  let reply;
  try {
    reply = await replying;
  } catch (error) {
    if (error instanceof ApiError && error.secondStep) return { secondStep: error.secondStep };
    throw failed(error);
  }
  begin(reply);
  return {};
}

/**
 * Signs in and begins the session; returns the second step if the account needs one. Throws ApiError: 'Unauthorized'
 * for a refused role, else the server's message.
 */
export const signIn = (input: CallInput<typeof login>) => beginOr(call(login, input));

/** Signs in with the query that the brand's provider returned; see {@link signIn}. */
export const signInByProvider = (answer: string) => beginOr(call(finishOpenId, { body: { answer } }));

/** Leaves for the provider's page, which returns to the sign-in page. */
export async function goToProvider(): Promise<void> {
  const { url } = await call(beginOpenId, {});
  if (url) location.assign(url);
}

/** Proves the second factor; `begin` then begins the session. Throws ApiError as {@link signIn}. */
export async function finishSignIn(input: CallInput<typeof finish>) {
  try {
    const reply = await call(finish, input);
    return { recoveryCodes: reply.recoveryCodes, begin: () => begin(reply) };
  } catch (error) {
    throw failed(error);
  }
}
