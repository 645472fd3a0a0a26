/** HTTP endpoints of the order desk and its templates. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import * as chase from '#contract/order-tracking/chase.ts';
import { deskMessages, deskTemplates } from '#contract/order-tracking/templates.ts';
import { reportPresence } from '#contract/order-tracking/desk.ts';
import type { Endpoint, Reply, Schema } from '#contract/kernel/endpoint.ts';
import * as desk from '#contract/order-tracking/desk.ts';
import { transactionAs } from '#platform/transaction.ts';
import { notFound } from '#platform/errors.ts';
import { type HandlerContext, serve } from '#platform/http/serve.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import { countChase, findRule, listChase, takeIn, updateRule } from './chase.ts';
import { findPresent, storePresence } from './queries.ts';
import * as queries from './queries.ts';
import { findRecovery } from './recovery.ts';
import * as service from './service.ts';
import { findStory } from './story.ts';
import { findAllTemplates, templateRecord } from './templates.ts';
import { readTrackedOrders } from './tracking-documents.ts';

/** Filters of a query; blank values do not filter. */
const narrowingOf = ({
  email,
  handledBy,
  since,
}: {
  email: string;
  handledBy: string;
  since?: string | undefined;
}) => ({
  email: email || undefined,
  phone: handledBy || undefined,
  since,
});

export function orderDeskRoutes(app: FastifyInstance): void {
  serveRecord(app, deskTemplates, templateRecord);
  serve(app, desk.listDesk, async ({ db, caller, query: { queue, page, pageSize, ...filters } }) => {
    const queued = { ...narrowingOf(filters), queue, userId: caller.userId, now: new Date().toISOString() };
    const { rows, head } = await queries.findQueue(db, queued, { page, pageSize });
    return { ...head, orders: rows };
  });
  serve(app, desk.countDesk, async ({ db, caller: { userId } }) => {
    const [queues, chased] = await Promise.all([
      queries.countQueues(db, userId, new Date().toISOString()),
      countChase(db, userId),
    ]);
    return { ...queues, chase: chased };
  });
  serve(app, desk.listClaimed, async ({ db, query }) => ({
    claimed: await queries.findClaimed(db, narrowingOf(query)),
  }));
  serve(app, desk.readDesk, async ({ db, caller, query }) => {
    const ids = query.ids.split('/', desk.maxDeskIds);
    const [orders, present] = await Promise.all([queries.findDeskOrders(db, ids), findPresent(db, caller.userId, ids)]);
    return { orders, present };
  });
  serve(app, reportPresence, async ({ db, caller, params }) => {
    await storePresence(db, caller.userId, params.id);
    return {};
  });
  serve(app, desk.readStory, ({ db, params, query }) => findStory(db, { ...params, ...query }));
  serve(app, desk.listDeskPeople, async ({ db }) => ({ people: await queries.findDeskPeople(db) }));
  serve(app, deskMessages, async ({ db }) => ({ templates: await findAllTemplates(db) }));
  serveWork(app);
  serveChase(app);
}

/** Registers the chase order, its rule, and the report of recovered payments. */
function serveChase(app: FastifyInstance): void {
  serve(app, chase.getChaseRule, ({ db }) => findRule(db));
  serve(app, chase.updateChaseRule, ({ db, body, ifMatch }) => updateRule(db, body, ifMatch));
  serve(app, chase.listChase, ({ db, caller: { userId }, query: { page, pageSize, ...filters } }) =>
    listChase(db, { ...narrowingOf(filters), userId, page, pageSize }),
  );
  serve(
    app,
    chase.takeInOrders,
    async ({ body: { ids, readFrom }, ...context }) => {
      const documents = await readTrackedOrders(context, ids);
      const named = ids.map((id) => ({ id, document: documents.get(id) ?? null }));
      await transactionAs(context.caller, context.db, context.request.id, (db) => takeIn(db, named, readFrom));
      return {};
    },
    ownTransactions,
  );
  serve(app, chase.reportRecovery, ({ db, query: { period, within } }) =>
    findRecovery(db, Number(period), Number(within)),
  );
}

/** Documents are read before the transaction begins, because Google may have to be waited for. */
const ownTransactions = { ownTransactions: true };

type OrderParams = NonNullable<typeof desk.noteStatus.params>;
type OfOrder<B extends Schema, R extends Schema> = Endpoint<OrderParams, z.ZodUndefined, B, R>;

/** Serves an action on an order with its stored document; 404 if there is none. */
function serveAction<B extends Schema, R extends Schema>(
  app: FastifyInstance,
  entry: OfOrder<B, R>,
  act: (work: HandlerContext<OfOrder<B, R>> & service.DocumentAction) => Promise<Reply<OfOrder<B, R>>>,
): void {
  const handler = async (context: HandlerContext<OfOrder<B, R>>) => {
    const { id } = context.params;
    const document = (await readTrackedOrders(context, [id])).get(id);
    if (!document) throw notFound('order');
    return transactionAs(context.caller, context.db, context.request.id, (db) => act({ ...context, db, document }));
  };
  serve(app, entry, handler, ownTransactions);
}

/** Registers the endpoints that change orders. */
function serveWork(app: FastifyInstance): void {
  const work = async (context: HandlerContext<typeof desk.workOrder>) => {
    const { caller, params, request, body } = context;
    const isEnough = service.isRelease(body) && (await queries.findKnownOrders(context.db, [params.id])).length > 0;
    const document = isEnough ? undefined : (await readTrackedOrders(context, [params.id])).get(params.id);
    return transactionAs(caller, context.db, request.id, (db) => service.workOrder({ ...context, db, document }, body));
  };
  serve(app, desk.workOrder, work, ownTransactions);
  const workMany = async (context: HandlerContext<typeof desk.workOrders>) => {
    const { caller, request, body } = context;
    const documents = await readTrackedOrders(
      context,
      body.orders.map(({ id }) => id),
    );
    return transactionAs(caller, context.db, request.id, (db) =>
      service.workOrders({ db, caller }, body.orders, documents),
    );
  };
  serve(app, desk.workOrders, workMany, ownTransactions);
  serveAction(app, desk.noteStatus, (action) => service.recordStatus(action));
  serveAction(app, desk.seeOrder, async (action) => {
    await service.takeOver(action);
    return {};
  });
}
