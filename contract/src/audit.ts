/** The audit trail: who changed what, when, from what to what (ours). */
import { z } from 'zod';
import { endpoint } from './kernel.ts';
import { id, listQuery, listReply, orBlank, text } from './fields.ts';

const change = z.record(z.string(), z.unknown()).nullable();

/** `before` and `after` hold the fields that differ, under their column names; secrets are named, never shown. */
export const listAudit = endpoint({
  area: 'audit', method: 'GET', url: '/admin/audit', roles: ['admin'],
  query: listQuery({ entity: text(40).optional(), entityId: text(100).optional(), actor: orBlank(id) }, 10),
  reply: listReply('entries', z.object({
    id, at: z.string(), actorId: id.nullable(), actorName: z.string(), requestId: z.string().nullable(),
    entity: z.string(), entityId: z.string(), action: z.string(), before: change, after: change,
  })),
});
