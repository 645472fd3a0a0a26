/** A server over the routes it is given: what every call goes through, whatever it asks for. */
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import { setPageSizes } from '#contract/page-size.ts';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { acceptJsonOnly } from './body.ts';
import { type ConnectionLimits, connectionLimits, guardConnections, serverTimeouts } from './connections.ts';
import { documentApi } from './documentation.ts';
import { handleErrors, frameworkErrorOptions } from './error-handler.ts';
import { guardLoad } from './load-guard.ts';
import { observe, privateDetails } from './observe.ts';
import { noteRefusals } from './refusals.ts';
import { secure } from './security.ts';
import { serveSite } from './site.ts';
import { noCompilers, validatorCompiler } from './validation.ts';
import type { JobStore } from '#platform/jobs/store.ts';
import { watchRevocations } from '#platform/session/revocations.ts';
import { openStorage } from '#platform/storage/open.ts';

export interface Deps {
  config: Config;
  database: Database;
  jobs: JobStore;
  /** Instead of the configured level; the log is one JSON line an event. */
  logLevel?: string;
  /** Where the log goes: standard output unless said. */
  logTo?: { write(line: string): void } | undefined;
  /** How late the event loop may be before calls are refused; tests share their machine with other tests. */
  mostDelayMs?: number | undefined;
  /** How slow a client may be. */
  limits?: ConnectionLimits;
}

/** What an area adds to the server. */
export type Routes = (app: FastifyInstance) => void | Promise<void>;

const bodyLimit = 1024 * 1024;

/** Asked for by what sends much (serve.ts): a hook for every answer costs more than it saves. */
const compression: FastifyCompressOptions = {
  global: false,
  threshold: 8192,
  encodings: ['gzip'],
  zlibOptions: { level: constants.Z_BEST_SPEED },
};

/** The bare server: how it reads, logs and names what comes in. */
function newServer({ config, logLevel = config.logLevel, logTo, limits = connectionLimits }: Deps): FastifyInstance {
  return Fastify({
    ...frameworkErrorOptions,
    bodyLimit,
    ...serverTimeouts(limits),
    trustProxy: config.trustProxy,
    // A longer parameter is 404 before the contract's schema can refuse it.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    logger: { level: logLevel, redact: privateDetails, ...(logTo && { stream: logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // One for all: lines name the request themselves, and a logger for each is made for nothing at most of them.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    schemaController: noCompilers,
  });
}

/** What every call goes through, whatever it asks for. */
async function installPlatform(app: FastifyInstance, { mostDelayMs, limits = connectionLimits }: Deps): Promise<void> {
  const { config, storage } = app.deps;
  app.decorateRequest('caller', null);
  app.setValidatorCompiler(validatorCompiler);
  // Replies are written by the contract's encoders (serve.ts).
  app.setSerializerCompiler(() => JSON.stringify);
  handleErrors(app);
  noteRefusals(app);
  acceptJsonOnly(app);
  await secure(app, config, storage.origins);
  guardLoad(app, mostDelayMs);
  guardConnections(app, limits, config.trustProxy);
  await app.register(compress, compression);
  await documentApi(app);
  observe(app);
}

export async function buildServer(given: Deps, areas: readonly Routes[]): Promise<FastifyInstance> {
  const { config, database, jobs } = given;
  setPageSizes(config.pageSizes);
  const app = newServer(given);
  const revocations = watchRevocations(database, config.jwtSecret);
  app.decorate('deps', { config, database, jobs, revocations, storage: await openStorage(config) });
  await installPlatform(app, given);
  for (const routes of areas) await routes(app);
  await serveSite(app, config);
  return app;
}
