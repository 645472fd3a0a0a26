/** The whole server as one object: platform first, then every area. Tests build it exactly so. */
import compress from '@fastify/compress';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { requireArrival } from '#platform/http/arrival.ts';
import { acceptJsonOnly } from '#platform/http/body.ts';
import { documentApi } from '#platform/http/documentation.ts';
import { handleErrors, frameworkErrorOptions } from '#platform/http/error-handler.ts';
import { observe, privateDetails } from '#platform/http/observe.ts';
import { secure } from '#platform/http/security.ts';
import { serveSite } from '#platform/http/site.ts';
import { validatorCompiler } from '#platform/http/validation.ts';
import { keepHouse } from '#platform/housekeeping.ts';
import { openStorage } from '#platform/storage/open.ts';
import { auditRoutes } from './areas/audit/routes.ts';
import { authRoutes } from './areas/auth/routes.ts';
import { courseRoutes } from './areas/course/routes.ts';
import { discountRoutes } from './areas/discount/routes.ts';
import { orderRoutes } from './areas/order/routes.ts';
import { orderTrackingRoutes } from './areas/order-tracking/routes.ts';
import { searchRoutes } from './areas/search/routes.ts';
import { uploadRoutes } from './areas/upload/routes.ts';
import { userRoutes } from './areas/user/routes.ts';

interface Deps {
  config: Config;
  database: Database;
  /** Instead of the configured level; the log is one JSON line an event. */
  logLevel?: string;
  /** Where the log goes: standard output unless said. */
  logTo?: { write(line: string): void } | undefined;
}

const bodyLimit = 1024 * 1024;

export async function buildApp({
  config,
  database,
  logLevel = config.logLevel,
  logTo,
}: Deps): Promise<FastifyInstance> {
  const storage = await openStorage(config);
  const app = Fastify({
    ...frameworkErrorOptions,
    bodyLimit,
    requestTimeout: 0,
    http: { headersTimeout: 30_000 },
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    trustProxy: config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    logger: { level: logLevel, redact: privateDetails, ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
  });
  app.decorate('deps', { config, database, storage });
  app.decorateRequest('caller', null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  handleErrors(app);
  requireArrival(app);
  acceptJsonOnly(app);
  await secure(app, config, storage.origins);
  await app.register(underPressure, { maxEventLoopDelay: 1000, retryAfter: 5 });
  await app.register(compress, {
    threshold: 8192,
    encodings: ['gzip'],
    zlibOptions: { level: constants.Z_BEST_SPEED },
  });
  await documentApi(app);
  observe(app, config, database);
  for (const routes of [
    authRoutes,
    auditRoutes,
    searchRoutes,
    userRoutes,
    courseRoutes,
    discountRoutes,
    orderRoutes,
    orderTrackingRoutes,
  ])
    routes(app);
  await uploadRoutes(app);
  await serveSite(app, config);
  keepHouse(app);
  return app;
}
