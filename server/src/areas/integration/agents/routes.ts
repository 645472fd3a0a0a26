/** The address of agents, /mcp: sign-in by API key or by a person's consent, then the MCP server (docs/decisions/0111, 0116). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listAgents, revokeAgent } from '#contract/integration/agents.ts';
import { getProposal, listProposals, refuseProposal, signProposal } from '#contract/integration/proposals.ts';
import { tenants } from '#contract/kernel/endpoint.ts';
import { HttpError, badRequest } from '#platform/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { admitAgentToken, isAgentToken, metadataPath, siteOf } from '#platform/session/agent-token.ts';
import { admitKey, hashOfKey, isKey, tenantOf } from '#platform/session/api-key.ts';
import { tenantFromHeader } from '#platform/tenancy.ts';
import { endAgent, findAgents } from './connected.ts';
import { findProposal, findProposals, refuse, sign } from './proposals.ts';

/** Admits an API key for its own brand, unless the request names another. */
async function admitAnyKey(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
  const { revocations } = request.server.deps;
  const hash = hashOfKey(token).toString('hex');
  const named = tenantFromHeader(request);
  const found = named
    ? []
    : await Promise.all(tenants.map(async (tenant) => ((await revocations.admittedKey(tenant, hash)) ? [tenant] : [])));
  await admitKey(request, reply, token, found.flat()[0] ?? tenantOf(request));
}

/** 401 without a valid key or token, with the way to get one (RFC 9728); 403 for a page of another site, whose scripts a browser would let in. */
async function admitAgent(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { origin, authorization = '' } = request.headers;
  if (origin !== undefined && URL.parse(origin)?.host !== request.host)
    throw new HttpError(403, 'Agents are no pages of other sites');
  const token = /^bearer (\S+)/i.exec(authorization)?.[1] ?? '';
  const problem = token && ', error="invalid_token"';
  reply.header('www-authenticate', `Bearer resource_metadata="${siteOf(request)}${metadataPath}"${problem}`);
  if (isAgentToken(token)) await admitAgentToken(request, reply, token);
  else if (isKey(token)) await admitAnyKey(request, reply, token);
  else throw new HttpError(401, 'Please sign in with an API key, or let a person connect you');
  reply.removeHeader('www-authenticate');
}

export function agentRoutes(app: FastifyInstance): void {
  serve(app, listAgents, ({ query, db }) => findAgents(db, query));
  serve(app, revokeAgent, ({ query, ...work }) => endAgent(work, query.agentId));
  serve(app, listProposals, ({ query, ...work }) => findProposals(work, query));
  serve(app, getProposal, ({ params, ...work }) => findProposal(work, params.id));
  serve(app, refuseProposal, ({ params, ...work }) => refuse(work, params.id));
  // The call that it makes has a transaction of its own.
  serve(app, signProposal, ({ params, body, ...work }) => sign(work, params.id, body.digest), {
    ownTransactions: true,
  });
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    onRequest: admitAgent,
    handler: async (request, reply) => {
      // Each call counts against the limit.
      if (Array.isArray(request.body)) throw badRequest('One message at a time');
      // Loaded by the first agent, since it takes several megabytes.
      const { answer } = await import('./server.ts');
      return reply.send(await answer(request));
    },
  });
}
