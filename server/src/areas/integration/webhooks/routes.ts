/** HTTP endpoints of webhooks. */
import type { FastifyInstance } from 'fastify';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  replayWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/integration/webhooks.ts';
import { notFound } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { findDeliveries, findWebhooks } from './queries.ts';
import * as service from './service.ts';

export function webhookRoutes(app: FastifyInstance): void {
  const { config } = app.deps;
  serve(app, listWebhooks, async ({ db }) => ({ webhooks: await findWebhooks(db) }));
  serve(app, createWebhook, ({ db, caller, body }) => service.addWebhook(db, caller.userId, body, config));
  serve(app, updateWebhook, ({ db, caller, params, body }) =>
    service.changeWebhook(db, caller.userId, params.id, body, config),
  );
  serve(app, deleteWebhook, ({ db, params }) => service.removeWebhook(db, params.id));
  serve(app, enableWebhook, ({ db, params }) => service.enableWebhook(db, params.id));
  serve(app, rotateWebhookSecret, ({ db, params }) => service.rotateSecret(db, params.id, config));
  serve(app, testWebhook, ({ db, params }) => service.sendTest(db, params.id));
  serve(app, replayWebhook, ({ db, params, body }) => service.replay(db, params.id, body.since));
  serve(app, listDeliveries, async ({ db, params, query }) => {
    await db
      .selectFrom('webhook')
      .select('id')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow(() => notFound('webhook'));
    return findDeliveries(db, params.id, query);
  });
  serve(app, resendDelivery, ({ db, params }) => service.resend(db, params.id, params.deliveryId));
}
