/** HTTP server for a set of routes, with everything that applies to all calls. */
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { setPageSizes } from '#contract/kernel/page-size.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { acceptJsonOnly } from './body.ts';
import { type ConnectionLimits, connectionLimits, guardConnections, serverTimeouts } from './connections.ts';
import { newDrain } from './drain.ts';
import { documentApi } from './documentation.ts';
import { handleErrors, frameworkErrorOptions, recordRefusals } from './error-handler.ts';
import { guardLoad } from './load-guard.ts';
import { serveMonitoring, privateDetails } from './observe.ts';
import { addSecurityHeaders } from './security.ts';
import { installRateLimits } from './rate-limit.ts';
import { serveSite } from './site.ts';
import { noCompilers, validatorCompiler } from './validation.ts';
import type { JobStore } from '#platform/jobs/store.ts';
import { traceOfLogs, traceRequests } from '#platform/tracing.ts';
import { watchRevocations } from '#platform/session/revocations.ts';
import { openStorage } from '#platform/storage/open.ts';

export interface Deps {
  config: Config;
  database: Database;
  jobs: JobStore;
  /** Overrides the configured level; the log has one JSON line per event. */
  logLevel?: string;
  /** Log destination; default: standard output. */
  logTo?: { write(line: string): void } | undefined;
  /** Upper limit of the event loop's delay before calls are refused; tests raise it, since they share their machine. */
  maxDelayMs?: number | undefined;
  /** Limits for connections and slow clients. */
  limits?: ConnectionLimits;
}

/** Registers an area's routes. */
export type Routes = (app: FastifyInstance) => void | Promise<void>;

const bodyLimit = 1024 * 1024;

/** Creates the server with its options for parsing, logging and request ids. */
function newServer({ config, logLevel = config.logLevel, logTo, limits = connectionLimits }: Deps): FastifyInstance {
  const drain = newDrain();
  const { http, ...timeouts } = serverTimeouts(limits);
  const app = Fastify({
    ...frameworkErrorOptions,
    bodyLimit,
    ...timeouts,
    http: { ...http, ServerResponse: drain.Response },
    trustProxy: config.trustProxy,
    // Longer parameters would be 404 before the contract's schema can refuse them.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    logger: { level: logLevel, redact: privateDetails, ...(logTo && { stream: logTo }), ...traceOfLogs() },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Shares one logger, since log lines carry the request id themselves and most requests log little.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while the server ends is served.
    return503OnClosing: false,
    schemaController: noCompilers,
  });
  return app.decorate('drain', drain);
}

/** Installs everything that applies to all calls. */
async function installPlatform(app: FastifyInstance, { maxDelayMs, limits = connectionLimits }: Deps): Promise<void> {
  const { config, storage } = app.deps;
  app.decorateRequest('caller', null);
  traceRequests(app);
  app.setValidatorCompiler(validatorCompiler);
  // Replies are encoded by the contract's encoders (serve.ts).
  app.setSerializerCompiler(() => JSON.stringify);
  handleErrors(app);
  recordRefusals(app);
  acceptJsonOnly(app);
  await addSecurityHeaders(app, config, storage.origins);
  await guardLoad(app, maxDelayMs);
  guardConnections(app, limits);
  await installRateLimits(app);
  documentApi(app);
  serveMonitoring(app);
}

/** Builds the server with the routes of `areas`; it does not listen yet. */
export async function buildServer(deps: Deps, areas: readonly Routes[]): Promise<FastifyInstance> {
  const { config, database, jobs } = deps;
  setPageSizes(config.pageSizes);
  const app = newServer(deps);
  const revocations = watchRevocations(database, config.acceptedSecrets);
  app.decorate('deps', { config, database, jobs, revocations, storage: await openStorage(config) });
  await installPlatform(app, deps);
  for (const routes of areas) await routes(app);
  await serveSite(app, config);
  return app;
}
