/** Server of the API's description and its page; the API itself only forwards to it. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';
import { noCompilers } from './validation.ts';

/** Opens the server, which does not listen. */
export async function openPages(): Promise<FastifyInstance> {
  const pages = Fastify({ schemaController: noCompilers, routerOptions: { ignoreTrailingSlash: true } });
  const document = await openApi();
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } });
  await pages.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false });
  pages.get('/api/openapi.json', async () => document);
  await pages.ready();
  return pages;
}
