/** HTTP endpoints of order tracking: the access endpoint, and the embedded documents in Firestore's REST protocol. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { documentsFault, exportTracking, getTrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import { asHttpError } from '#platform/http/error-handler.ts';
import { HttpError } from '#platform/errors.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { requireTrackingAccess } from './access.ts';
import { trackingAccessOf, embeddedPath } from './access-grant.ts';
import { rpcs } from './service.ts';
import { errorBody, FirestoreError, invalid } from './firestore-error.ts';

/** Body limit in bytes: lists need less than 4 kB, batchGet with its names of documents more. */
const longestBody = 1_000_000;

export function orderTrackingRoutes(app: FastifyInstance): void {
  const { firebase } = app.deps.config;
  serve(app, getTrackingAccess, ({ caller }) => trackingAccessOf(caller, firebase[caller.tenant]));
  serve(app, exportTracking, async ({ caller, tenant, db, request }) => {
    await securityEvent({ db, request }, { kind: 'export-begun', tenant, userId: caller.userId });
    return trackingAccessOf(caller, firebase[tenant]);
  });
  app.register(embeddedDocuments, { prefix: embeddedPath });
}

/** Paths of the SDK, parsed here because `:` and `()` are special characters of the router. */
const path = /^v1\/projects\/([^/]+)\/databases\/\(default\)\/documents:(\w+)$/;

async function embeddedDocuments(app: FastifyInstance): Promise<void> {
  const { config, database, revocations } = app.deps;

  // The SDK sends JSON as text/plain.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = error instanceof FirestoreError ? error : asHttpError(error);
    if (!refusal) request.log.error({ err: error, requestId: request.id }, 'fault');
    const body = errorBody(refusal?.statusCode ?? 500, refusal?.message ?? documentsFault);
    if (refusal instanceof HttpError && refusal.extra.retryAfter !== undefined)
      reply.header('retry-after', refusal.extra.retryAfter);
    return reply.code(body.error.code).send(body);
  });
  app.setNotFoundHandler(refuseUnknown);
  // Otherwise the admin app's page would be served.
  app.get('/*', refuseUnknown);

  app.post('/*', { bodyLimit: longestBody }, async (request, reply) => {
    const [, project = '', name = ''] = path.exec((request.params as { '*': string })['*']) ?? [];
    const rpc = rpcs.get(name);
    if (!rpc) return refuseUnknown();
    const caller = await requireTrackingAccess(request, project, revocations);
    if (config.firebase[caller.tenant])
      throw new FirestoreError(404, 'The documents of this brand are hosted elsewhere');
    const db = database.tenant(caller.tenant);
    const answer = await rpc({ db, caller, requestId: request.id, body: parseBody(request) });
    return reply.type('application/json; charset=utf-8').send(answer);
  });
}

function refuseUnknown(): never {
  throw new FirestoreError(404, 'There is nothing at this address');
}

function parseBody(request: FastifyRequest): unknown {
  try {
    return JSON.parse(String(request.body));
  } catch {
    throw invalid('The body is not JSON');
  }
}
