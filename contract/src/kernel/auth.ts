/** Sign-in, refresh, sign-out, step-up and the signed-in user (spec §4–§7; domain.md, Sign-in). */
import { z } from 'zod';
import { challenge, credential } from './credential.ts';
import { endpoint, roles, tenants } from './endpoint.ts';
import { email, idOf, text } from './fields.ts';
import { passkeyOptions } from './second-step.ts';

/** Message of a refusal by role, verbatim from the spec (§5). */
export const unauthorized = 'Unauthorized';

const credentials = z.object({
  email,
  password: text(200).min(1, 'Required'),
});

/** Returns an access token for the bearer header (15 minutes), a refresh token (30 days, single use) and the role. */
export const login = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/auth/login/',
  roles: 'public',
  failsAs: 500,
  body: credentials,
  reply: z.object({
    message: z.string(),
    status: z.int(),
    accessToken: z.string(),
    refreshToken: z.string(),
    role: z.string(),
  }),
  messages: { fail: 'Failed to sign in', preferServer: true },
});

/** Exchanges a refresh token for a new pair of tokens; 401 if it is not valid. */
export const refresh = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/auth/refresh/',
  roles: 'public',
  body: z.object({ refresh: text(500) }),
  reply: z.object({ access: z.string(), refresh: z.string() }),
});

/** Ends the session of a refresh token. */
export const logout = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/auth/logout/',
  roles: 'public',
  body: z.object({ refresh: text(500) }),
  reply: z.object({ message: z.string() }),
});

/** Profile of the signed-in user. */
export const getOwnProfile = endpoint({
  area: 'auth',
  method: 'GET',
  url: '/member/profile/',
  roles: 'staff',
  reply: z.object({
    id: idOf('user'),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    image: z.string().nullable(),
    tenant: z.enum(tenants),
  }),
});

/** Step-up: confirms the password; for ten minutes the session may make calls with `stepUp`. */
export const confirmPassword = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/member/password/confirm/',
  roles: 'staff',
  body: z.object({ password: credentials.shape.password }),
  reply: z.object({ message: z.string() }),
});

/** Begins a step-up with a passkey; null options: the user has none for this address. */
export const beginPasskeyConfirmation = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/member/passkey/begin/',
  roles: 'staff',
  reply: z.object({ challenge: z.string(), passkey: passkeyOptions.nullable() }),
});

/** Step-up by a passkey in place of the password ({@link confirmPassword}). 400 if it is wrong or took too long. */
export const confirmPasskey = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/member/passkey/confirm/',
  roles: 'staff',
  body: z.object({ challenge, passkey: credential }),
  reply: z.object({ message: z.string() }),
});
