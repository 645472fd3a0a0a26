/** HTTP endpoints of batches, and the calls that begin each kind. */
import type { FastifyInstance } from 'fastify';
import { cancelBatch, getBatch, listBatchRows, listBatches, undoBatch } from '#contract/batch/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { serve } from '#platform/http/serve.ts';
import type { Routes } from '#platform/http/server.ts';
import { findBatches, findBatchRows } from './queries.ts';
import { type BatchKinds, kindsFor } from './run.ts';
import { findVisibleBatch, stopBatch, countMatching, canSeeAllBatches, startBatch, startUndo } from './service.ts';

/** Routes of all batches, and of each kind: count and start. */
export const batchRoutes =
  (kinds: BatchKinds): Routes =>
  (app: FastifyInstance): void => {
    const kindsOf = (tenant: Tenant) => kindsFor(kinds, { tenant, config: app.deps.config });
    serve(app, listBatches, async ({ query, db, caller }) => {
      const { rows, head } = await findBatches(db, query, canSeeAllBatches(caller) ? undefined : caller.userId);
      return { ...head, batches: rows };
    });
    serve(app, getBatch, ({ params, db, caller }) => findVisibleBatch(db, params.id, caller));
    serve(app, listBatchRows, async ({ params, query, db, caller }) =>
      findBatchRows(db, await findVisibleBatch(db, params.id, caller), query),
    );
    serve(app, cancelBatch, ({ params, db, caller }) => stopBatch(db, params.id, caller));
    serve(app, undoBatch, ({ params, db, caller, tenant }) => startUndo(db, kindsOf(tenant), params.id, caller));
    for (const kind of kinds.filter((one) => 'matching' in one)) {
      serve(app, kind.calls.count, ({ query, db }) => countMatching(db, kind, query));
      serve(app, kind.calls.start, async ({ query, body, db, caller, tenant, reply }) => {
        const sent = body as Parameters<typeof startBatch>[3]['body'];
        const batch = await startBatch(db, kindsOf(tenant), kind, { query, body: sent, caller });
        if (batch.state === 'done' && batch.done > 0) reply.header('batch-id', batch.batchId);
        return batch;
      });
    }
  };
