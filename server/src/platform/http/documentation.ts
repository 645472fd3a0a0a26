/**
 * OpenAPI 3.1 derived from the contract at /api/openapi.json, with a readable page at /api/docs; in production for
 * staff only, authenticated by cookie since the page's own requests carry no token.
 */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { readCookie } from '#platform/session/cookie.ts';
import { HttpError } from '../errors.ts';

async function requireStaff(request: FastifyRequest): Promise<void> {
  const { revocations } = request.server.deps;
  const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? readCookie(request, 'accessToken');
  const caller = await revocations.admittedCaller(token);
  if (!caller) throw new HttpError(401, 'Please sign in');
  if (!mayCall({ roles: 'staff' }, caller.role)) throw new HttpError(403, 'The documentation is for staff');
}

export async function documentApi(app: FastifyInstance): Promise<void> {
  const onRequest = async (request: FastifyRequest) => {
    if (app.deps.config.production) await requireStaff(request);
  };
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: '1',
        description: 'The admin back office of a multi-brand online course platform.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (staffOnly) => {
    staffOnly.addHook('onRequest', onRequest);
    // Swagger UI adds style elements, and takes no nonce for them.
    staffOnly.addHook('onRequest', async (_request, reply) => {
      const policy = String(reply.getHeader('content-security-policy'));
      reply.header('content-security-policy', policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"));
    });
    await staffOnly.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false });
  });
  app.get('/api/openapi.json', { schema: { hide: true }, onRequest }, async () => app.swagger());
}
