/**
 * OpenAPI 3.1 derived from the contract at /api/openapi.json, with a readable page at /api/docs; in production for
 * staff, authenticated by cookie since the page's own requests carry no token, and for API keys, whose developers generate
 * a client from it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { admitKey, isKey } from '#platform/session/api-key.ts';
import { readCookie } from '#platform/session/cookie.ts';
import { HttpError } from '../errors.ts';

async function requireReader(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { revocations } = request.server.deps;
  const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? readCookie(request, 'accessToken');
  if (token && isKey(token)) return void (await admitKey(request, reply, token));
  const caller = await revocations.admittedCaller(token);
  if (!caller) throw new HttpError(401, 'Please sign in');
  if (!mayCall({ roles: 'staff' }, caller.role)) throw new HttpError(403, 'The documentation is for staff');
}

/** Documents the routes that are added after this call. */
export function documentApi(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (!route.schema?.hide) routes.push(route);
  });
  let pages: Promise<FastifyInstance> | undefined;
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (app.deps.config.production) await requireReader(request, reply);
  };
  const handler = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    // Loaded by the first reader, since it takes several megabytes.
    pages ??= import('./documentation-pages.ts').then(({ openPages }) => openPages(routes));
    const page = await (await pages).inject({ url, headers });
    // Swagger UI adds style elements, and takes no nonce for them.
    const policy = String(reply.getHeader('content-security-policy'));
    reply.header('content-security-policy', policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"));
    return reply.code(page.statusCode).headers(page.headers).send(page.rawPayload);
  };
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/*'])
    app.get(url, { schema: { hide: true }, onRequest, handler });
}
