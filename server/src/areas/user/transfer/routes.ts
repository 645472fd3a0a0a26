/** HTTP endpoints of transfers. */
import type { FastifyInstance } from 'fastify';
import { listDeferred, previewTransfer, transferPlaces } from '#contract/user/transfer.ts';
import { notFound } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { planTransfer } from './plan.ts';
import { findCourse, findDeferred } from './queries.ts';
import { transfer } from './service.ts';

export function transferRoutes(app: FastifyInstance): void {
  serve(app, previewTransfer, ({ params, body, db }) => planTransfer(db, params.id, body));
  serve(app, transferPlaces, ({ params, body, db, caller }) => transfer(db, caller, params.id, body));
  serve(app, listDeferred, async ({ params, query, db }) => {
    if (!(await findCourse(db, params.id))) throw notFound('course');
    return findDeferred(db, { params, query });
  });
}
