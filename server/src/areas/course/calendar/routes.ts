/** HTTP endpoints of calendar events. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calendar from '#contract/course/calendar/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { serve } from '#platform/http/serve.ts';
import type { Caller } from '#platform/session/access-token.ts';
import * as service from './service.ts';

/** Changes are committed before waiting for Google. */
const ownTransactions = { ownTransactions: true };

export function calendarRoutes(app: FastifyInstance): void {
  const { config } = app.deps;
  const askingOf = ({ db, caller, request }: { db: Db; caller: Caller; request: FastifyRequest }) => ({
    db,
    config,
    caller,
    requestId: request.id,
  });
  serve(app, calendar.getSchedule, ({ params, db }) => service.scheduleOf(db, config, params.id));
  serve(
    app,
    calendar.createCalendarEvent,
    (work) => service.createEvent(askingOf(work), work.params.id, work.params.sectionId, work.body),
    ownTransactions,
  );
  serve(
    app,
    calendar.sendSchedules,
    (work) => service.sendAll(askingOf(work), work.params.id, work.body.events),
    ownTransactions,
  );
}
