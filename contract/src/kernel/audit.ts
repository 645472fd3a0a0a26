/** Audit trail: who changed what, when, with values before and after; also sign-ins and refusals (ours). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idOf, listQuery, listReply, text, filter } from './fields.ts';
import { fixedSize } from './page-size.ts';

const fields = z.record(z.string(), z.unknown()).nullable();

/** Changed fields by column name; values of secrets are masked. */
const change = z.object({
  recordId: z.string().nullable(),
  before: fields,
  after: fields,
  /**
   * References such as `course:01890000-…` (records.ts): the record itself, if it is one, and the records it belongs
   * to.
   */
  belongsTo: z.array(z.string()),
});

/** Upper limit of `parts`: further entries of a line (one request, one table, one action) beyond its first. */
export const lineParts = 499;

/** `planned_start` of an entry on products that left a discount at once, without a plan. */
export const leftAtOnce = '-infinity';

/** Events without a changed row, with the words that follow the actor's name. */
export const eventWords = {
  'signed-in': 'signed in',
  'sign-in-failed': 'failed to sign in',
  'sign-in-throttled': 'tried to sign in too often',
  'sign-in-refused': 'was refused: members and deactivated accounts cannot sign in here',
  'signed-out': 'signed out',
  'token-reused': 'reused an expired session; it was ended',
  'sessions-ended': 'ended sessions',
  'password-confirmation-failed': 'entered a wrong password when asked to confirm it',
  'second-factor-failed': 'gave a wrong second factor',
  'second-factor-added': 'added a second factor',
  'second-factor-removed': 'removed a second factor',
  'second-factor-reset': 'reset the second factor of a user',
  'recovery-codes-made': 'made new recovery codes',
  'recovery-code-used': 'signed in with a recovery code',
  'key-refused': 'was refused: the API key is unknown, revoked or expired',
  'agent-connected': 'connected an agent',
  'notice-refused': 'was refused: a notice of a payment or of WhatsApp with a wrong signature',
  refused: 'was refused',
  'export-begun': 'began to export tracked orders',
  'order-export-begun': 'began to export orders',
  'people-export-begun': 'began to export people',
  'paper-export-begun': 'began to export papers',
  'refund-export-begun': 'began to export refunds',
  'journal-export-begun': 'exported the journal of a month',
  'dossier-begun': 'began to make a dossier',
  'dossier-read': 'opened a dossier',
  'erasure-begun': 'began an erasure',
} as const;
export type AuditAction = keyof typeof eventWords;

/**
 * History of a record (`entity` is its table, with `entityId`), of an actor, or of everything; newest first. Pages and
 * totals count lines: a line shows its first entry, the number of entries (`count`) and the changes of the others
 * (`parts`). `names` maps the records that the entries belong to to their names, including deleted records whose name
 * the trail has.
 */
export const listAudit = endpoint({
  area: 'audit',
  method: 'GET',
  url: '/admin/audit',
  roles: ['admin'],
  query: listQuery(
    { entity: text(60).optional(), entityId: text(1500).optional(), actor: filter(idOf('user'), 'User') },
    fixedSize(10),
  )
    .omit({ search: true })
    .refine(({ entity, entityId }) => !entity === !entityId, 'An entity has an id, and an id an entity'),
  reply: listReply(
    'entries',
    change.extend({
      id,
      at: z.string(),
      actorId: idOf('user').nullable(),
      actorName: z.string(),
      requestId: z.string().nullable(),
      /** Null if no row changed: `action` is then a key of {@link eventWords}, with details in `after`. */
      table: z.string().nullable(),
      action: z.string(),
      /** Version of the record after the change. */
      version: z.int().nullable(),
      count: z.int(),
      parts: z.array(change),
    }),
  ).extend({ names: z.record(z.string(), z.string()) }),
});
