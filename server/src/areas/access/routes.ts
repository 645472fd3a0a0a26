/** HTTP endpoints of paid and access. */
import type { FastifyInstance } from 'fastify';
import {
  checkAccess,
  giveAccess,
  giveItemAccess,
  listAccessGaps,
  markIntended,
  removeAccess,
  undoAccess,
} from '#contract/access/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { serve } from '#platform/http/serve.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { checkPaidAccess } from './jobs.ts';
import { giveItem, markGaps, mendGaps, undoMends } from './service.ts';
import { findLastCheck, findGaps, requestCheck } from './queries.ts';

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
  serve(app, giveAccess, ({ body, tenant, ...work }) =>
    mendGaps(work, 'paid-no-access', body.ids, hasTracking(tenant)),
  );
  serve(app, giveItemAccess, ({ params, body, tenant, ...work }) =>
    giveItem(work, params.id, body, hasTracking(tenant)),
  );
  serve(app, removeAccess, ({ body, tenant, ...work }) =>
    mendGaps(work, 'access-unpaid', body.ids, hasTracking(tenant)),
  );
  serve(app, undoAccess, ({ body, tenant, ...work }) => undoMends(work, body.ids, hasTracking(tenant)));
  serve(app, markIntended, ({ body, ...work }) => markGaps(work, body));
}
