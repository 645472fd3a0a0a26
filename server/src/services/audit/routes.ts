/** HTTP endpoints of the audit trail. */
import type { FastifyInstance } from 'fastify';
import { listAudit } from '#contract/kernel/audit.ts';
import { serve } from '#platform/http/serve.ts';
import { namesIn } from './names.ts';
import { findLines } from './queries.ts';

/** Registers the read endpoint; triggers and `audit_event` write the trail (migrations/0002_audit.sql). */
export function auditRoutes(app: FastifyInstance): void {
  serve(app, listAudit, async ({ query, db }) => {
    const { head, rows: entries } = await findLines(db, query);
    return { ...head, entries, names: await namesIn(db, entries) };
  });
}
