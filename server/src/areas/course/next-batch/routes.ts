/** HTTP endpoints of the next batch of a course. */
import type { FastifyInstance } from 'fastify';
import * as batch from '#contract/course/schedule/next-batch.ts';
import { serve } from '#platform/http/serve.ts';
import * as service from './service.ts';

export function nextBatchRoutes(app: FastifyInstance): void {
  serve(app, batch.previewNextBatch, ({ params, body, ...by }) => service.previewOf(by, params.id, body));
  serve(app, batch.createNextBatch, ({ params, body, ...by }) => service.createAll(by, params.id, body));
  serve(app, batch.undoNextBatch, ({ params, body, ...by }) => service.undo(by, params.id, body));
}
