/** HTTP endpoints of planning and moving classes. */
import type { FastifyInstance } from 'fastify';
import * as schedule from '#contract/course/schedule/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import { holidaysFrom } from './service.ts';
import * as service from './service.ts';

export function scheduleRoutes(app: FastifyInstance): void {
  serve(app, schedule.listHolidays, async ({ query }) => ({ holidays: await holidaysFrom(query.from) }));
  serve(app, schedule.createClasses, ({ params, body, db }) => service.addClasses(db, params.id, body));
  serve(app, schedule.previewMoves, ({ params, body, db }) => service.previewOf(db, params.id, body.classes));
  serve(app, schedule.moveClasses, ({ params, body, db }) => service.moveAll(db, params.id, body.classes));
}
