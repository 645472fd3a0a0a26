/** Server of the API's description and its page; the API itself only forwards to it. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { eventBody, eventTypes } from '#contract/integration/events.ts';
import { noCompilers } from './validation.ts';

/** Requests that webhooks receive, by type of event. */
const webhooks = () =>
  Object.fromEntries(
    Object.entries(eventTypes).map(([type, { label, data }]) => {
      const schema = z.toJSONSchema(eventBody(type, data));
      const requestBody = { required: true, content: { 'application/json': { schema } } };
      const responses = { '2XX': { description: 'Taken. Any other status is tried again.' } };
      return [type, { post: { tags: ['webhook'], summary: label, security: [], requestBody, responses } }];
    }),
  );

/** Opens the server, which does not listen, with a description of `routes`. */
export async function openPages(routes: readonly RouteOptions[]): Promise<FastifyInstance> {
  const pages = Fastify({
    schemaController: noCompilers,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true },
  });
  pages.setValidatorCompiler(() => () => true);
  pages.setSerializerCompiler(() => JSON.stringify);
  await pages.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: '1',
        description: 'The admin back office of a multi-brand online course platform.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Access token of a session' },
          apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'lk_…', description: 'API key of a brand, by scope' },
        },
      },
      security: [{ bearer: [] }],
      webhooks: webhooks() as never,
    },
    transform: jsonSchemaTransform,
  });
  await pages.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false });
  pages.get('/api/openapi.json', { schema: { hide: true } }, async () => pages.swagger());
  for (const { method, url, schema } of routes) pages.route({ method, url, schema, handler: () => undefined });
  await pages.ready();
  return pages;
}
