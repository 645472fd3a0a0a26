/** HTTP endpoints of the list of exports. */
import type { FastifyInstance } from 'fastify';
import { listExports } from '#contract/exports/endpoints.ts';
import { serveList } from '#platform/http/serve.ts';
import { findExports } from './queries.ts';

export function exportRoutes(app: FastifyInstance): void {
  serveList(app, listExports, findExports);
}
