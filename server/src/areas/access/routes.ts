/** HTTP endpoints of paid and access. */
import type { FastifyInstance } from 'fastify';
import {
  checkAccess,
  giveAccess,
  listAccessGaps,
  markIntended,
  removeAccess,
  undoAccess,
} from '#contract/access/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { serve } from '#platform/http/serve.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { checkPaidAccess } from './jobs.ts';
import { mendGaps, undoMends } from './service.ts';
import { findLastCheck, findGaps, requestCheck, setIntendedMarks } from './queries.ts';

export function accessRoutes(app: FastifyInstance): void {
  const hasTracking = (tenant: Tenant) => app.deps.config.firebase[tenant] === undefined;
  serve(app, listAccessGaps, async ({ query, db, tenant }) => {
    const [{ head, rows }, check] = await Promise.all([findGaps(db, query), findLastCheck(db)]);
    return { ...head, gaps: rows, ...check, hasTracking: hasTracking(tenant) };
  });
  serve(app, checkAccess, async ({ db }) => {
    const requestedAt = await requestCheck(db);
    await enqueue(db, checkPaidAccess, {});
    return { requestedAt };
  });
  serve(app, giveAccess, ({ body, db, tenant }) => mendGaps(db, 'paid-no-access', body.ids, hasTracking(tenant)));
  serve(app, removeAccess, ({ body, db, tenant }) => mendGaps(db, 'access-unpaid', body.ids, hasTracking(tenant)));
  serve(app, undoAccess, ({ body, db, tenant, caller }) => undoMends(db, body.ids, hasTracking(tenant), caller.role));
  serve(app, markIntended, async ({ body, db, caller }) => {
    const before = await setIntendedMarks(db, caller.userId, body.marks);
    return { changed: before.length, before };
  });
}
