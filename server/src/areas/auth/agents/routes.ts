/** OAuth 2.1 for agents (docs/decisions/0116): metadata, registration, tokens, revocation, and a person's consent. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerAgentRequest, readAgentRequest } from '#contract/auth/agents.ts';
import type { Db } from '#platform/database/database.ts';
import { perAddress } from '#platform/http/rate-limit.ts';
import { serve } from '#platform/http/serve.ts';
import { metadataPath, resourceOf, siteOf } from '#platform/session/agent-token.ts';
import { tenantOf } from '#platform/session/api-key.ts';
import { OAuthError, register } from './clients.ts';
import { answer, requireAgent } from './consent.ts';
import { giveTokens, revoke } from './tokens.ts';

/** Registrations and other calls a minute from one address; agents of one provider share theirs. */
const maxRegistrations = 20;
const maxCalls = 600;

const scopes = ['read', 'proposals:write'];

/** Description of the resource (RFC 9728). */
const aboutResource = (request: FastifyRequest) => ({
  resource: resourceOf(request),
  authorization_servers: [siteOf(request)],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Lectern',
});

/** Description of this authorization server (RFC 8414). */
function aboutServer(request: FastifyRequest) {
  const site = siteOf(request);
  return {
    issuer: site,
    authorization_endpoint: `${site}/agent/consent`,
    token_endpoint: `${site}/oauth/token`,
    registration_endpoint: `${site}/oauth/register`,
    revocation_endpoint: `${site}/oauth/revoke`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

const hidden = { schema: { hide: true } };

async function openRoutes(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  app.setErrorHandler((error, _, reply) => {
    if (!(error instanceof OAuthError)) throw error;
    return reply.code(error.status).send({ error: error.code, error_description: error.message });
  });
  const dbOf = (request: FastifyRequest) => app.deps.database.tenant(tenantOf(request));
  const inTransaction = <T>(request: FastifyRequest, work: (db: Db) => Promise<T>) =>
    dbOf(request).transaction().execute(work);
  const limited = { ...hidden, onRequest: perAddress(app, maxCalls) };
  app.get(metadataPath, hidden, async (request) => aboutResource(request));
  app.get('/.well-known/oauth-authorization-server', hidden, async (request) => aboutServer(request));
  app.post('/oauth/register', { ...hidden, onRequest: perAddress(app, maxRegistrations) }, async (request, reply) =>
    reply.code(201).send(await register(dbOf(request), request.body)),
  );
  app.post('/oauth/token', limited, async (request) => {
    const tokens = await inTransaction(request, (db) => giveTokens({ db, request }, request.body));
    if (!tokens) throw new OAuthError('invalid_grant', 'The code or the token is wrong, used, expired or revoked');
    return tokens;
  });
  app.post('/oauth/revoke', limited, async (request) => {
    await inTransaction(request, (db) => revoke({ db, request }, request.body));
    return {};
  });
}

export async function agentSignInRoutes(app: FastifyInstance): Promise<void> {
  serve(app, readAgentRequest, async ({ query, ...work }) => {
    const { name, host } = await requireAgent(work, query);
    return { name, host };
  });
  serve(app, answerAgentRequest, ({ body, ...work }) => answer(work, body));
  await app.register(openRoutes);
}
