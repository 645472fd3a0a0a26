/** The audit trail: who changed what, when, from what to what (ours). */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { id, idOf, listQuery, listReply, optionalFlag, orBlank, text } from './fields.ts';

const fields = z.record(z.string(), z.unknown()).nullable();

/** The fields that differ, under their column names; secrets are named, never shown. */
const change = z.object({ before: fields, after: fields });

/**
 * What one request did with one action is one line: of the parts that follow its first entry, no more than these are
 * told.
 */
export const lineParts = 499;

/**
 * Newest first. With `grouped`, page and total count lines instead of entries: a line is its first entry, with how many
 * there are
 * (`count`) and what the others changed (`parts`). `names` has the names of the records that the changes link to, by
 * their id;
 * one that is gone has none.
 */
export const listAudit = endpoint({
  area: 'audit',
  method: 'GET',
  url: '/admin/audit',
  roles: ['admin'],
  query: listQuery(
    {
      entity: text(40).optional(),
      entityId: text(100).optional(),
      actor: orBlank(idOf('user')),
      grouped: optionalFlag,
    },
    10,
  ),
  reply: listReply(
    'entries',
    change.extend({
      id,
      at: z.string(),
      actorId: idOf('user').nullable(),
      actorName: z.string(),
      requestId: z.string().nullable(),
      entity: z.string(),
      entityId: z.string(),
      action: z.string(),
      count: z.int().optional(),
      parts: z.array(change).optional(),
    }),
  ).extend({ names: z.record(z.string(), z.string()) }),
});
