/** Sign-in with an OpenID provider (ours; docs/decisions/0092). */
import { z } from 'zod';
import { login } from '../kernel/auth.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { text } from '../kernel/fields.ts';

const messages = { fail: 'Failed to sign in', preferServer: true };

/** Begins a sign-in at the brand's provider; a cookie binds it to this browser. null: the brand has no provider. */
export const beginOpenId = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/auth/openid/begin/',
  roles: 'public',
  reply: z.object({ url: z.string().nullable() }),
  messages,
});

/**
 * Finishes it with the query that the provider returned to the sign-in page, and answers as the sign-in does: the
 * session of the existing staff account with the verified e-mail, or 401 with reason `second-factor`. 401 for an answer
 * that is not to this browser, 403 without such an account.
 */
export const finishOpenId = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/auth/openid/',
  roles: 'public',
  body: z.object({ answer: text(8000) }),
  reply: login.reply,
  messages,
});
