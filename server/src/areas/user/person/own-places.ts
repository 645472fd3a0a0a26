/** Part of the register: rows of the sign-in of an account, and what somebody has set for themselves. */
import type { Place } from './place.ts';

const ofAccount = { stays: 'Belongs to the sign-in of that account', erasure: 'deleted' } as const;

export const ownPlaces: readonly Place[] = [
  {
    table: 'sign_in_failure',
    column: 'email',
    isEmail: true,
    label: ['failed sign-in', 'failed sign-ins'],
    ...ofAccount,
  },
  {
    table: 'authenticator_app',
    column: 'user_id',
    label: ['authenticator app', 'authenticator apps'],
    isNotInDossier: true,
    ...ofAccount,
  },
  {
    table: 'recovery_code',
    column: 'user_id',
    label: ['recovery code', 'recovery codes'],
    isNotInDossier: true,
    ...ofAccount,
  },
  {
    table: 'auth_challenge',
    column: 'user_id',
    label: ['begun sign-in', 'begun sign-ins'],
    isNotInDossier: true,
    ...ofAccount,
  },
  { table: 'passkey', column: 'user_id', label: ['passkey', 'passkeys'], ...ofAccount },
  {
    table: 'account_mail',
    column: 'user_id',
    label: ['mail about the account', 'mails about the account'],
    ...ofAccount,
  },
  { table: 'session', column: 'user_id', label: ['session', 'sessions'], ...ofAccount },
  {
    table: 'refresh_token',
    column: 'user_id',
    label: ['token of a session', 'tokens of sessions'],
    isNotInDossier: true,
    ...ofAccount,
  },
  {
    table: 'agent_code',
    column: 'user_id',
    label: ['consent to an agent', 'consents to agents'],
    isNotInDossier: true,
    ...ofAccount,
  },
  {
    table: 'list_read',
    column: 'user_id',
    label: ['page read', 'pages read'],
    isNotInDossier: true,
    ...ofAccount,
  },
  {
    table: 'idempotency',
    column: 'user_id',
    label: ['kept reply', 'kept replies'],
    isNotInDossier: true,
    ...ofAccount,
  },
  {
    table: 'desk_presence',
    column: 'user_id',
    label: ['open tracked order', 'open tracked orders'],
    isNotInDossier: true,
    ...ofAccount,
  },
  { table: 'saved_view', column: 'user_id', label: ['saved view', 'saved views'], ...ofAccount },
  { table: 'saved_view_pin', column: 'user_id', label: ['pinned view', 'pinned views'], ...ofAccount },
  {
    table: 'today_aside',
    column: 'user_id',
    label: ['item set aside', 'items set aside'],
    ...ofAccount,
  },
];
