/** Requests of people for their data: a dossier, or its erasure (UU 27/2022; ours; docs/decisions/0095). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, email, idOf, instant } from '../kernel/fields.ts';

/** Hours within which a request has to be met. */
export const privacyHours = 3 * 24;
/** Days after which the file of a dossier is removed. */
export const dossierDays = 7;
/** Folder of the files in the storage. */
export const dossierFolder = 'dossier';
/** Name in place of an erased one. */
export const erasedName = 'Erased person';

export const privacyKinds = { dossier: 'Dossier', erasure: 'Erasure' } as const;

/** Failures of the calls of users are reported as 500 (spec §8). */
const area = { area: 'user', failsAs: 500 } as const;
const readers = ['admin'] as const;
/** Superadmin only; superadmin is admitted to every call. */
const erasers = [] as const;
const byUser = byIdOf('user');
const byRequest = byIdOf('privacy-request');
const fail = { fail: 'Not done', preferServer: true } as const;

const erased = z.object({ label: z.string(), count: z.int(), deed: z.enum(['deleted', 'kept']), reason: z.string() });

const privacyRequest = z.object({
  requestId: idOf('privacy-request'),
  kind: choice(privacyKinds),
  state: z.enum(['open', 'running', 'done', 'withdrawn']),
  askedAt: z.string(),
  dueAt: z.string(),
  notedBy: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Why the last run failed. */
  error: z.string().nullable(),
  hasFile: z.boolean(),
  report: z.array(erased).nullable(),
});

export const privacyDraft = z.object({
  kind: field(choice(privacyKinds), { label: 'Request' }),
  askedAt: field(instant, { label: 'Asked at', hint: 'When the person asked; the three days run from then.' }),
});

export const erasureDraft = z.object({
  confirmation: field(email, { label: 'E-mail of the account', hint: 'Type it to confirm.' }),
});

/** Lists the requests of a person, latest first. */
export const listPrivacyRequests = endpoint({
  ...area,
  method: 'GET',
  url: '/admin/user/:id/privacy/',
  roles: readers,
  params: byUser,
  reply: z.object({ requests: z.array(privacyRequest) }),
});

/** Notes a request; it is due {@link privacyHours} hours after it was made. 409 if one of its kind waits. */
export const notePrivacyRequest = endpoint({
  ...area,
  method: 'POST',
  url: '/admin/user/:id/privacy/',
  roles: readers,
  params: byUser,
  creates: true,
  success: 201,
  body: privacyDraft,
  reply: z.object({ requestId: idOf('privacy-request') }),
  messages: { ok: 'Request noted', fail: 'The request was not noted', preferServer: true },
});

/** Withdraws a request that waits. */
export const withdrawPrivacyRequest = endpoint({
  ...area,
  method: 'PUT',
  url: '/admin/privacy-request/:id/withdrawal/',
  roles: readers,
  params: byRequest,
  reply: z.object({ requestId: idOf('privacy-request') }),
  messages: { ok: 'Request withdrawn', ...fail },
});

/** Makes the dossier in the background; those of staff by a superadmin alone. 409 unless the request waits. */
export const makeDossier = endpoint({
  ...area,
  method: 'POST',
  url: '/admin/privacy-request/:id/dossier/',
  roles: readers,
  params: byRequest,
  stepUp: true,
  reply: z.object({ requestId: idOf('privacy-request') }),
  messages: { ok: 'The dossier is being made', ...fail },
});

/** Gets the address of a finished dossier, a ZIP; it is removed after {@link dossierDays} days. Recorded each time. */
export const openDossier = endpoint({
  ...area,
  method: 'POST',
  url: '/admin/privacy-request/:id/file/',
  roles: readers,
  params: byRequest,
  stepUp: true,
  reply: z.object({ url: z.string() }),
  messages: { ...fail },
});

/** Counts what an erasure deletes and what it keeps, and why. */
export const previewErasure = endpoint({
  ...area,
  method: 'GET',
  url: '/admin/user/:id/erasure/',
  roles: erasers,
  params: byUser,
  reply: z.object({ rows: z.array(erased) }),
});

/**
 * Deactivates the account at once, and erases the person's data in the background; it cannot be undone. 400 unless
 * `confirmation` is the account's e-mail; 409 unless the request waits.
 */
export const erasePerson = endpoint({
  ...area,
  method: 'POST',
  url: '/admin/privacy-request/:id/erasure/',
  roles: erasers,
  params: byRequest,
  stepUp: true,
  body: erasureDraft,
  reply: z.object({ requestId: idOf('privacy-request') }),
  messages: { ok: 'The data is being erased', ...fail },
});
