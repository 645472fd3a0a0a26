/** HTTP endpoints of differences. */
import type { FastifyInstance } from 'fastify';
import { checkDifferences, getDifference, listDifferences } from '#contract/payment/differences.ts';
import { serve } from '#platform/http/serve.ts';
import { enqueue, enqueueAll } from '#platform/jobs/outbox.ts';
import { linkGateway } from '../gateways/accounts.ts';
import { settlePayment } from '../gateways/jobs.ts';
import { checkPaymentDifferences } from './jobs.ts';
import { findCheck, findEvidence, listedDifferences, requestCheck, takeOldLinks } from './queries.ts';

export function differenceRoutes(app: FastifyInstance): void {
  serve(app, listDifferences, async ({ db, query }) => {
    const [{ head, rows }, check] = await Promise.all([listedDifferences(db, query), findCheck(db)]);
    return { ...head, differences: rows, ...check };
  });
  serve(app, getDifference, ({ db, params }) => findEvidence(db, params.id));
  serve(app, checkDifferences, async ({ db, tenant }) => {
    if (linkGateway(app.deps.config, tenant)) await enqueueAll(db, settlePayment, await takeOldLinks(db));
    const requestedAt = await requestCheck(db);
    await enqueue(db, checkPaymentDifferences, {});
    return { requestedAt };
  });
}
