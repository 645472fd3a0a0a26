/** Audit of refusals: every 403 of a known caller but a step-up request is recorded in the audit trail and the log. */
import type { FastifyInstance } from 'fastify';
import { HttpError } from '#platform/errors.ts';
import { securityEvent } from '#platform/session/security-event.ts';

/** Records 403 errors wherever they are thrown, except step-up requests; a failure to record is only logged. */
export function recordRefusals(app: FastifyInstance): void {
  app.addHook('onError', async (request, _reply, error) => {
    if (error.statusCode !== 403 || !request.caller) return;
    if (error instanceof HttpError && error.extra.reason === 'step-up') return;
    const { tenant, userId } = request.caller;
    const facts = { method: request.method, route: request.routeOptions.url ?? '' };
    const context = { db: app.deps.database.tenant(tenant), request };
    await securityEvent(context, { kind: 'refused', tenant, userId, facts }).catch((failure: unknown) =>
      request.log.warn({ err: failure, requestId: request.id }, 'a refusal is not in the trail'),
    );
  });
}
