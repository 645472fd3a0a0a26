import type { FastifyInstance } from 'fastify';
import { listAudit } from '#contract/audit.ts';
import { serve } from '#platform/http/serve.ts';
import { cappedCount, listed, offsetOf } from '#platform/list.ts';

/** Newest first; the trail itself is written by triggers (migrations/0001_platform.sql). */
export function auditRoutes(app: FastifyInstance): void {
  serve(app, listAudit, async ({ query, db }) => {
    let matching = db.selectFrom('audit');
    if (query.entity) matching = matching.where('entity', '=', query.entity);
    if (query.entityId) matching = matching.where('entityId', '=', query.entityId);
    if (query.actor) matching = matching.where('actorId', '=', query.actor);
    const page = matching.select(['id', 'at', 'actorId', 'actorName', 'requestId', 'entity', 'entityId', 'action', 'before', 'after'])
      .orderBy('id', 'desc').limit(query.pageSize).offset(offsetOf(query));
    const { rows, head } = await listed(db, page, cappedCount(matching), query);
    return { ...head, entries: rows };
  });
}
