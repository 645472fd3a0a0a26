/** HTTP endpoints of API keys. */
import type { FastifyInstance } from 'fastify';
import * as keys from '#contract/integration/keys.ts';
import { serve } from '#platform/http/serve.ts';
import { createKey, findKeys, revokeKey, rotateKey } from './service.ts';

export function apiKeyRoutes(app: FastifyInstance): void {
  serve(app, keys.listApiKeys, ({ db }) => findKeys(db));
  serve(app, keys.createApiKey, ({ body, ...work }) => createKey(work, body));
  serve(app, keys.rotateApiKey, ({ params, body, ...work }) => rotateKey(work, params.id, body.overlapHours));
  serve(app, keys.revokeApiKey, ({ params, ...work }) => revokeKey(work, params.id));
}
