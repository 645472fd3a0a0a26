/** Forgotten passwords and invitations: a link by mail sets a password (domain.md, People). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { email, text } from '../kernel/fields.ts';
import { passwordChange } from './password.ts';

/** Hours that a link is valid. */
export const linkHours = 72;

const token = text(100).min(1, 'Required');

/** Sends a link if the account exists; the answer and its time do not tell. Limited by account and by address. */
export const forgotPassword = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/auth/password/forgot/',
  roles: 'public',
  success: 202,
  body: z.object({ email }),
  reply: z.object({ message: z.string() }),
});

/** Tells whose link it is (ours), for the page that sets the password. 410 if it was used, replaced or is too old. */
export const openPasswordLink = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/auth/password/link/',
  roles: 'public',
  body: z.object({ token }),
  reply: z.object({ name: z.string(), email: z.string(), isStaff: z.boolean() }),
});

/** Sets the password and ends the link, the other links and all sessions of the person. 410 as {@link openPasswordLink}. */
export const resetPassword = endpoint({
  area: 'auth',
  method: 'POST',
  url: '/auth/password/reset/',
  roles: 'public',
  body: passwordChange.extend({ token }),
  reply: z.object({ message: z.string() }),
});
