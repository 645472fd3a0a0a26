/** HTTP endpoints of the start page and of the navigation's counts. */
import type { FastifyInstance } from 'fastify';
import { getCounts } from '#contract/home/counts.ts';
import { getHome } from '#contract/home/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import { readCounts, readHome } from './service.ts';

export function homeRoutes(app: FastifyInstance): void {
  const { jobs } = app.deps;
  serve(app, getHome, ({ db, tenant, caller }) => readHome(caller.role, { db, tenant, jobs, now: new Date() }));
  serve(app, getCounts, ({ db, tenant, caller }) => readCounts(caller.role, { db, tenant, jobs, now: new Date() }));
}
