/** HTTP endpoint of the start page. */
import type { FastifyInstance } from 'fastify';
import { getHome } from '#contract/home/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import { readHome } from './service.ts';

export function homeRoutes(app: FastifyInstance): void {
  const { jobs } = app.deps;
  serve(app, getHome, ({ db, tenant, caller }) => readHome(caller.role, { db, tenant, jobs, now: new Date() }));
}
