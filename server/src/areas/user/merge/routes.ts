/** HTTP endpoints of merging accounts and of possible duplicates. */
import type { FastifyInstance } from 'fastify';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/user/merge.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import { duplicatesPage, setDismissed } from './duplicates.ts';
import * as service from './service.ts';

export function mergeRoutes(app: FastifyInstance): void {
  const hasTracking = (tenant: Tenant) => app.deps.config.firebase[tenant] === undefined;
  serve(app, contract.previewMerge, ({ params, query, db, caller }) =>
    service.preview(db, { kept: params.id, merged: query.userId }, caller),
  );
  serve(app, contract.mergeUsers, ({ params, body, ...work }) =>
    service.merge(
      { ...work, hasTracking: hasTracking(work.tenant) },
      { kept: params.id, merged: body.userId },
      new Map(body.choices.map(({ key, keep }) => [key, keep])),
    ),
  );
  serve(app, contract.listMerges, ({ params, db }) => service.mergesOf(db, params.id));
  serve(app, contract.undoMerge, ({ params, body, ...work }) =>
    service.undo({ ...work, hasTracking: hasTracking(work.tenant) }, params.id, body.mergeId),
  );
  serveList(app, contract.listDuplicates, (db, query) => duplicatesPage(db, {}, query));
  serve(app, contract.dismissDuplicate, ({ params, db, caller }) => setDismissed(db, params.id, caller, true));
  serve(app, contract.restoreDuplicate, ({ params, db, caller }) => setDismissed(db, params.id, caller, false));
}
