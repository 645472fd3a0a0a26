/** The HTTP calls of exports: what was taken away, and by whom. */
import type { FastifyInstance } from 'fastify';
import { listExports } from '#contract/exports.ts';
import { serveList } from '#platform/http/serve.ts';
import { findExports } from './queries.ts';

export function exportRoutes(app: FastifyInstance): void {
  serveList(app, listExports, findExports);
}
