/** HTTP endpoint of the calendar of classes. */
import type { FastifyInstance } from 'fastify';
import { listClasses } from '#contract/course/class-calendar/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import { classesIn } from './service.ts';

export function classCalendarRoutes(app: FastifyInstance): void {
  serve(app, listClasses, ({ query, db }) => classesIn(db, query));
}
