/** The audit trail: who changed what, when, from what to what, and who came in or was turned away (ours). */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { id, idOf, listQuery, listReply, orBlank, text } from './fields.ts';
import { fixedSize } from './page-size.ts';

const fields = z.record(z.string(), z.unknown()).nullable();

/** The fields that differ, under their column names; secrets are named, never shown. */
const change = z.object({
  recordId: z.string().nullable(),
  before: fields,
  after: fields,
  /** `course:01890000-…` (records.ts): the record itself, if it is one, and every record that its change belongs to. */
  belongsTo: z.array(z.string()),
});

/**
 * What one request did to one table with one action is one line: of the entries that follow its first, no more than
 * these are told.
 */
export const lineParts = 499;

/** Events that are no change of a row, and how they are told of who did them. */
export const eventWords = {
  'signed-in': 'signed in',
  'sign-in-failed': 'failed to sign in',
  'sign-in-throttled': 'tried to sign in too often',
  'sign-in-refused': 'was refused: members cannot sign in here',
  'signed-out': 'signed out',
  'token-reused': 'reused an expired session; it was ended',
  'sessions-ended': 'ended sessions',
  'password-confirmation-failed': 'entered a wrong password when asked to confirm it',
  refused: 'was refused',
  'export-begun': 'began to export tracked orders',
  'order-export-begun': 'began to export orders',
} as const;
export type AuditAction = keyof typeof eventWords;

/**
 * The history of a record (`entity` is its table), of what a person did (`actor`), or of everything; newest first. Page
 * and total count lines: a line is its first entry, with how many there are (`count`) and what the others changed
 * (`parts`). `names` has the names of the records that the entries belong to, also of those that are gone where the
 * trail knows it.
 */
export const listAudit = endpoint({
  area: 'audit',
  embeds: 'all',
  method: 'GET',
  url: '/admin/audit',
  roles: ['admin'],
  query: listQuery(
    { entity: text(60).optional(), entityId: text(1500).optional(), actor: orBlank(idOf('user')) },
    fixedSize(10),
  ).refine(({ entity, entityId }) => !entity === !entityId, 'An entity has an id, and an id an entity'),
  reply: listReply(
    'entries',
    change.extend({
      id,
      at: z.string(),
      actorId: idOf('user').nullable(),
      actorName: z.string(),
      requestId: z.string().nullable(),
      /** Null where no row was changed: then `action` is one of {@link eventWords}, and its details are in `after`. */
      table: z.string().nullable(),
      action: z.string(),
      /** Of the record, after the change. */
      version: z.int().nullable(),
      count: z.int(),
      parts: z.array(change),
    }),
  ).extend({ names: z.record(z.string(), z.string()) }),
});
