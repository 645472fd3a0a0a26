/** HTTP endpoints of videos. */
import type { FastifyInstance } from 'fastify';
import * as video from '#contract/video/endpoints.ts';
import { transactionAs } from '#platform/transaction.ts';
import { serve } from '#platform/http/serve.ts';
import * as service from './service.ts';

export function videoRoutes(app: FastifyInstance): void {
  const { storage } = app.deps;
  serve(app, video.findVideo, ({ query, db }) => service.videoOfSource(db, query.source));
  serve(app, video.getVideo, ({ params, db }) => service.videoById(db, params.id));
  serve(app, video.retryVideo, ({ params, db }) => service.retry(db, params.id));
  serve(
    app,
    video.addCaption,
    async ({ params, body, db, tenant, caller, request }) => {
      const row = await service.keepCaptions({ db, storage, tenant }, params.id, body);
      return transactionAs(caller, db, request.id, (tx) => service.insertCaption(tx, row, body.replaces));
    },
    // The file is written outside of transactions, as the store may be slow.
    { ownTransactions: true },
  );
  serve(app, video.removeCaption, ({ params, db }) => service.removeCaption(db, params.id));
}
