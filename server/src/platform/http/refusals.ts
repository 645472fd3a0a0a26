/** Who was refused what: every 403 of a known caller is an event of the trail and of the log. */
import type { FastifyInstance } from 'fastify';
import { HttpError } from '#platform/errors.ts';
import { securityEvent } from '#platform/session/security-event.ts';

/** Wherever it was thrown. It stays a 403 when that cannot be written; a call that asks for the password again is none. */
export function noteRefusals(app: FastifyInstance): void {
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
