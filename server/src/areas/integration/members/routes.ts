/** HTTP endpoints of members for programs. */
import type { FastifyInstance } from 'fastify';
import { getMember, putMember } from '#contract/integration/members.ts';
import { serve } from '#platform/http/serve.ts';
import { readMember, upsertMember } from './service.ts';

export function memberRoutes(app: FastifyInstance): void {
  serve(app, putMember, ({ params, body, db }) => upsertMember(db, params.externalId, body));
  serve(app, getMember, ({ params, db }) => readMember(db, params.externalId));
}
