/** HTTP endpoints of the order desk and its templates. */
import type { FastifyInstance } from 'fastify';
import * as chase from '#contract/chase.ts';
import { deskMessages, deskTemplates } from '#contract/desk-template.ts';
import { reportPresence } from '#contract/desk-presence.ts';
import * as desk from '#contract/order-desk.ts';
import { serve } from '#platform/http/serve.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import { countChase, findRule, listChase, takeIn, updateRule } from './chase.ts';
import { findPresent, storePresence } from './presence.ts';
import * as queries from './queries.ts';
import { findRecovery } from './recovery.ts';
import * as service from './service.ts';
import { findAllTemplates, templateRecord } from './templates.ts';

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
    const userId = queue === 'mine' ? caller.userId : undefined;
    const now = queue === 'overdue' ? new Date().toISOString() : undefined;
    const values = { ...narrowingOf(filters), userId, now };
    const { rows, head } = await queries.findQueue(db, values, { page, pageSize }, queue);
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
  serve(app, desk.deskTimeline, async ({ db, params }) => ({ events: await queries.findDeskEvents(db, params.id) }));
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
  serve(app, chase.takeInOrders, async ({ db, body: { documents, readFrom } }) => {
    await takeIn(db, documents, readFrom);
    return {};
  });
  serve(app, chase.reportRecovery, ({ db, query: { period, within } }) =>
    findRecovery(db, Number(period), Number(within)),
  );
}

/** Registers the endpoints that change an order. */
function serveWork(app: FastifyInstance): void {
  serve(app, desk.claimOrder, (work) => service.claimOrder(work));
  serve(app, desk.releaseOrder, (work) => service.releaseOrder(work));
  serve(app, desk.handOverOrder, (work) => service.handOverOrder(work, work.body.userId));
  serve(app, desk.noteOrder, (work) => service.setNote(work, work.body.note.trim()));
  serve(app, desk.followUpOrder, (work) => service.setFollowUp(work, work.body.followUpAt));
  serve(app, desk.contactOrder, (work) => service.recordContact(work, work.body.templateId));
  serve(app, desk.noteStatus, (work) => service.recordStatus(work, work.body.status));
  serve(app, desk.seeOrder, async (work) => {
    await service.reportDocument(work);
    return {};
  });
}
