import type { FastifyInstance } from 'fastify';
import { listAudit } from '#contract/audit.ts';
import { serve } from '#platform/http/serve.ts';
import { namesIn } from './names.ts';
import { entriesOf, linesOf } from './queries.ts';

/** The trail itself is written by triggers (migrations/0001_platform.sql). */
export function auditRoutes(app: FastifyInstance): void {
  serve(app, listAudit, async ({ query, db }) => {
    const { head, rows: entries } = await (query.grouped ? linesOf(db, query) : entriesOf(db, query));
    return { ...head, entries, names: await namesIn(db, entries) };
  });
}
