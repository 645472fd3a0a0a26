/** Sessions of a user, and changing one's own password (domain.md, Sign-in; ours). */
import { z } from 'zod';
import { type Role, endpoint, roles } from '../kernel/endpoint.ts';
import { byIdOf, id, text } from '../kernel/fields.ts';
import { field } from '../kernel/draft.ts';
import { newPassword } from './password.ts';

export const factorKinds = ['app', 'passkey', 'recovery-code'] as const;

const session = z.object({
  id,
  /** Name such as "Chrome on Windows", or that of the agent. */
  device: z.string(),
  /** Shortened address: enough to tell networks apart. */
  address: z.string(),
  /** How the second factor was proved; null: not asked. */
  secondFactor: z.enum(factorKinds).nullable(),
  /** Session of an agent that works for the user. */
  isAgent: z.boolean(),
  /** Whether it may propose changes. */
  mayPropose: z.boolean(),
  startedAt: z.string(),
  lastUsedAt: z.string(),
  /** Session of the request. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

const sessions = z.object({ sessions: z.array(session) });
const changed = z.object({ changed: z.int() });
const password = text(200).min(1, 'Required');

export const listOwnSessions = endpoint({
  area: 'auth',
  method: 'GET',
  url: '/member/sessions/',
  roles: 'staff',
  reply: sessions,
});

/** Ends a session, or without `sessionId` all other sessions. A session that has ended already counts as 0. */
export const endOwnSessions = endpoint({
  area: 'auth',
  method: 'DELETE',
  url: '/member/sessions/',
  roles: 'staff',
  query: z.object({ sessionId: id.optional() }),
  reply: changed,
  messages: { ok: 'Session ended', fail: 'Failed to end the session' },
});

export const ownPasswordChange = z.object({
  currentPassword: field(password, { label: 'Present password', kind: 'password' }),
  password: field(newPassword, {
    label: 'New password',
    hint: 'At least 8 characters with a letter and a digit. Changing it ends your other sessions.',
    kind: 'password',
  }),
});

/** Changes the caller's password and ends all their other sessions. */
export const changeOwnPassword = endpoint({
  area: 'auth',
  method: 'PUT',
  url: '/member/password/',
  roles: 'staff',
  body: ownPasswordChange,
  reply: z.object({ message: z.string() }),
  messages: { ok: 'Password berhasil diubah', fail: 'Failed to update data, please try again', preferServer: true },
});

const supervisors = ['admin'] as const;

export const listUserSessions = endpoint({
  area: 'user',
  failsAs: 500,
  method: 'GET',
  url: '/admin/user/:id/sessions/',
  roles: supervisors,
  params: byIdOf('user'),
  reply: sessions,
});

/** Ends a session of a user, or without `sessionId` all of them. */
export const endUserSessions = endpoint({
  area: 'user',
  failsAs: 500,
  method: 'DELETE',
  url: '/admin/user/:id/sessions/',
  roles: supervisors,
  params: byIdOf('user'),
  query: z.object({ sessionId: id.optional() }),
  stepUp: true,
  reply: changed,
  messages: { ok: 'Session ended', fail: 'Failed to end the session', preferServer: true },
});

/** Whether a caller may change a user's account; only superadmins may change those of superadmins. */
export const mayChangeAccount = (caller: string, of: Role): boolean => caller === 'superadmin' || of !== 'superadmin';

/**
 * Whether a caller may set a user's password, which allows signing in as that user: superadmins for everybody, others
 * for users of lower roles.
 */
export const maySetPassword = (caller: string, of: Role): boolean =>
  caller === 'superadmin' || (roles as readonly string[]).indexOf(caller) < roles.indexOf(of);
