/** Second factor of staff: passkeys, an authenticator app and recovery codes (ours; docs/decisions/0092). */
import { z } from 'zod';
import { login } from '../kernel/auth.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, id, name, text } from '../kernel/fields.ts';
import { challenge, credential } from '../kernel/credential.ts';
import { enrolment, passkeyOptions } from '../kernel/second-step.ts';

/** A passkey, or the code of an app or at a sign-in a recovery code; with the name of a passkey that is added. */
const proof = z.object({
  challenge,
  code: text(40).optional(),
  passkey: credential.optional(),
  name: name(1, 60).optional(),
});

const recoveryCodes = z.array(z.string());

/**
 * Finishes a sign-in that answered 401 with reason `second-factor`, and answers what the sign-in would. An enrolment
 * adds the factor first and answers recovery codes. 401 if the challenge is used or old, 400 for a wrong proof, 429
 * after too many.
 */
export const finishSignIn = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/auth/second-factor/',
  roles: 'public',
  body: proof,
  reply: login.reply.extend({ recoveryCodes: recoveryCodes.optional() }),
  messages: { fail: 'Failed to sign in', preferServer: true, failsInPlace: true },
});

const factors = z.object({
  app: z.object({ addedAt: z.string(), lastUsedAt: z.string().nullable() }).nullable(),
  passkeys: z.array(z.object({ id, name: z.string(), addedAt: z.string(), lastUsedAt: z.string().nullable() })),
  recoveryCodesLeft: z.int(),
  /** Whether the brand requires a second factor of this role. */
  isRequired: z.boolean(),
});
export type Factors = z.infer<typeof factors>;

export const getOwnFactors = endpoint({
  area: 'auth',
  method: 'GET',
  url: '/member/second-factor/',
  roles: 'staff',
  reply: factors,
});

/** Begins to add an authenticator app or a passkey; nothing changes until {@link addOwnFactor}. */
export const beginOwnFactor = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/member/second-factor/begin/',
  roles: 'staff',
  stepUp: true,
  reply: z.object({ challenge: z.string(), enrolment, passkey: passkeyOptions.nullable() }),
});

/** Adds the app whose code is sent, in place of a former one, or a passkey. The first factor brings recovery codes. */
export const addOwnFactor = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/member/second-factor/',
  roles: 'staff',
  stepUp: true,
  body: proof,
  reply: z.object({ recoveryCodes: recoveryCodes.optional() }),
  messages: { ok: 'Second factor added', fail: 'Failed to add the second factor', failsInPlace: true },
});

/** Removes a passkey, or without `passkeyId` the app. 409 for the last factor of a role that needs one. */
export const removeOwnFactor = endpoint({
  area: 'auth',
  method: 'DELETE',
  url: '/member/second-factor/',
  roles: 'staff',
  stepUp: true,
  query: z.object({ passkeyId: id.optional() }),
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Second factor removed', fail: 'Failed to remove the second factor', preferServer: true },
});

/** Makes ten recovery codes in place of the former ones. 409 without a second factor. */
export const makeRecoveryCodes = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/member/second-factor/recovery-codes/',
  roles: 'staff',
  stepUp: true,
  reply: z.object({ recoveryCodes }),
  messages: { ok: 'New recovery codes', fail: 'Failed to make recovery codes', preferServer: true },
});

/** Factors of a user of staff; for superadmins. */
export const getUserFactors = endpoint({
  area: 'user',
  failsAs: 500,
  method: 'GET',
  url: '/admin/user/:id/second-factor/',
  roles: [],
  params: byIdOf('user'),
  reply: factors,
});

/** Removes all factors of another user and ends their sessions; a role that needs a factor adds one at the next sign-in. */
export const resetUserFactors = endpoint({
  area: 'user',
  failsAs: 500,
  method: 'DELETE',
  url: '/admin/user/:id/second-factor/',
  roles: [],
  params: byIdOf('user'),
  stepUp: true,
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Second factor reset', fail: 'Failed to reset the second factor', preferServer: true },
});
