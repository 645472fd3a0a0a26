/** HTTP endpoints of a brand's settings. */
import type { FastifyInstance } from 'fastify';
import { getBrandSettings, updateBrandSettings } from '#contract/brand/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import { changeSettings, findSettings } from './service.ts';

export function brandRoutes(app: FastifyInstance): void {
  serve(app, getBrandSettings, ({ db }) => findSettings(db));
  serve(app, updateBrandSettings, ({ db, caller, body, ifMatch }) => changeSettings(db, caller, body, ifMatch));
}
