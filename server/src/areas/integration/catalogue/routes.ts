/** HTTP endpoints of the catalogue for programs. */
import type { FastifyInstance } from 'fastify';
import { readCatalogue } from '#contract/integration/catalogue.ts';
import { serve } from '#platform/http/serve.ts';
import { cataloguePageOf } from './service.ts';

export function catalogueRoutes(app: FastifyInstance): void {
  serve(app, readCatalogue, async ({ query, db, reply }) => {
    const { etag, ...page } = await cataloguePageOf(db, query.since);
    reply.header('etag', etag);
    return page;
  });
}
