/** HTTP endpoints of broadcasts, templates, consent and opting out. */
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/broadcast/endpoints.ts';
import { conflict } from '#platform/errors.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { serve } from '#platform/http/serve.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import { transactionAs } from '#platform/transaction.ts';
import { findConsents, recordConsent } from './consent.ts';
import { findDeliveries, findRow } from './queries.ts';
import { broadcastRecord, preview, retry, send, stop } from './service.ts';
import { readToken } from './unsubscribe.ts';
import { whatsAppSetUp } from './whatsapp/client.ts';
import { findTemplates, syncTemplates } from './whatsapp/templates.ts';
import { webhookRoutes } from './whatsapp/webhook.ts';

/** Person of a link, and whether they have opted out. */
async function readUnsubscription({ deps: { config, database } }: FastifyInstance, token: string) {
  const { tenant, userId } = readToken(config, token);
  const db = database.tenant(tenant);
  const { consents } = await findConsents(db, userId);
  const isOptedOut = consents.some(({ channel, state }) => channel === 'mail' && state === 'refused');
  return { db, userId, reply: { brand: config.brands[tenant], isOptedOut } };
}

async function unsubscribeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    serve(scope, calls.getUnsubscription, async ({ params }) => (await readUnsubscription(app, params.token)).reply);
    serve(
      scope,
      calls.unsubscribe,
      async ({ params, request }) => {
        const { db, userId, reply } = await readUnsubscription(app, params.token);
        await transactionAs(null, db, request.id, (tx) =>
          recordConsent(tx, [userId], { channel: 'mail', state: 'refused', source: 'link' }),
        );
        return { ...reply, isOptedOut: true };
      },
      { ownTransactions: true },
    );
  });
}

export async function broadcastRoutes(app: FastifyInstance): Promise<void> {
  const { config } = app.deps;
  serveRecord(app, calls.broadcasts, broadcastRecord);
  serve(app, calls.previewBroadcast, preview);
  serve(app, calls.sendBroadcast, send);
  serve(app, calls.retryBroadcast, retry);
  serve(app, calls.stopBroadcast, ({ params, db }) => stop(db, params.id));
  serve(app, calls.listBroadcastDeliveries, async ({ params, query: { page, pageSize, ...filter }, db }) => {
    await findRow(db, params.id);
    const { rows: deliveries, head } = await findDeliveries(
      db,
      { broadcastId: params.id, state: filter.state, reason: filter.reason, search: filter.search },
      { page, pageSize },
    );
    return { ...head, deliveries };
  });
  serve(app, calls.listWhatsAppTemplates, ({ db, tenant }) => findTemplates(db, config, tenant));
  serve(app, calls.syncWhatsAppTemplates, async ({ db, tenant }) => {
    const setUp = whatsAppSetUp(config, tenant);
    if (setUp) throw conflict(setUp);
    await enqueue(db, syncTemplates, {});
    return {};
  });
  serve(app, calls.getConsents, ({ params, db }) => findConsents(db, params.id));
  serve(app, calls.setConsent, async ({ params, body, db }) => {
    await findConsents(db, params.id);
    await recordConsent(db, [params.id], { ...body, source: 'staff' });
    return findConsents(db, params.id);
  });
  await unsubscribeRoutes(app);
  await webhookRoutes(app);
}
