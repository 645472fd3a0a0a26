/** HTTP endpoints of subscriptions. */
import type { FastifyInstance } from 'fastify';
import * as subscription from '#contract/subscription/endpoints.ts';
import { plans } from '#contract/subscription/plans.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import { redeem } from '#shared/event-vouchers.ts';
import { findEventNames, findEventVouchers, findUserEventVouchers } from './event-vouchers.ts';
import { planRecord } from './plans.ts';
import { findProfile, findSubscribers } from './queries.ts';

export function subscriptionRoutes(app: FastifyInstance): void {
  serveRecord(app, plans, planRecord);
  serveList(app, subscription.listSubscribers, findSubscribers);
  serve(app, subscription.getSubscriberProfile, ({ params, db }) => findProfile(db, params.id));
  serve(app, subscription.listEventVouchers, async ({ params, query, db }) => {
    await findProfile(db, params.id);
    const { head, rows } = await findEventVouchers(db, params.id, query);
    return { ...head, eventVouchers: rows };
  });
  serve(app, subscription.listUserEventVouchers, async ({ params, query, db }) => {
    const { head, rows } = await findUserEventVouchers(db, params.id, query);
    return { ...head, eventVouchers: rows };
  });
  serve(app, subscription.findEventNames, async ({ query, db }) => ({
    eventNames: await findEventNames(db, subscription.plainEventName(query.search)),
  }));
  serve(app, subscription.redeemEventVoucher, ({ params, body, db }) => redeem(db, params.id, body));
}
