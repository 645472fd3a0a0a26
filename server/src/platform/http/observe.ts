/** Monitoring: health, readiness, Prometheus metrics, and one log line per request, without personal data. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Config } from '#platform/config.ts';
import { isLoginRefused } from '#platform/database/role-pool.ts';
import { countJobs } from '#platform/jobs/metrics.ts';
import { measureCopies } from '#platform/copies.ts';
import { isChild } from '#platform/processes.ts';
import { diskFull, diskWarning, freeSpace } from '../disk.ts';
import { HttpError } from '../errors.ts';

/** Route pattern; URLs would put ids, searches and tokens into logs and metrics. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown';

/** Error properties of PostgreSQL that quote rows. */
export const privateDetails = ['err.detail', 'err.where', 'err.internalQuery'];

const localHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;
/** Headers that proxies add. */
const byProxy = /^(via|forwarded|x-real-ip|x-forwarded-.*|.*-(client|connecting)-ip)$/;

/**
 * Whether the request comes from this machine, not through a proxy on it: one that adds no header passes on the name
 * that its caller used, or speaks HTTP/1.0 as nginx does by default.
 */
const isLocal = ({ socket, headers, raw }: FastifyRequest) =>
  raw.httpVersion !== '1.0' &&
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  localHost.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => byProxy.test(name));

/** Counts requests. By route only the failures of the server: a histogram per route would be megabytes. */
function countRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by class of status; the log has it by route',
    registers: [registry],
    labelNames: ['status'],
    buckets: [0.01, 0.05, 0.25, 1, 5],
  });
  const failures = new Counter({
    name: 'http_server_errors_total',
    help: 'Replies with a status of 500 or above, by route',
    registers: [registry],
    labelNames: ['route'],
  });
  const classes = [0, 1, 2, 3, 4, 5].map((hundreds) => seconds.labels(`${hundreds}xx`));
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const ms = reply.elapsedTime;
    const { method } = request;
    const status = reply.statusCode;
    classes[Math.floor(status / 100)]?.observe(ms / 1000);
    if (status >= 500) failures.inc({ route });
    const { caller } = request;
    request.log.info(
      {
        requestId: request.id,
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        ...(caller && { tenant: caller.tenant, userId: caller.userId }),
      },
      'answered',
    );
    done();
  });
}

/** Logs a warning when disk space is low, and again on every change. */
function watchDisk(app: FastifyInstance, config: Config, registry: Registry): void {
  const gauge = (name: string, help: string, value: (room: ReturnType<typeof freeSpace>[number]) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      labelNames: ['of'],
      collect() {
        for (const room of freeSpace(config)) this.set({ of: room.of }, value(room));
      },
    });
  gauge('disk_free_bytes', 'Room left where the data are', ({ free }) => free);
  gauge('disk_size_bytes', 'Size of the disk where the data are', ({ total }) => total);
  let reported: string | undefined;
  const look = () => {
    const trouble = diskWarning(config);
    if (trouble !== reported) app.log.warn(trouble ?? 'there is room on the disk again');
    reported = trouble;
  };
  look();
  const timer = setInterval(look, 30_000).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

const always = { config: { underPressure: true } };

/**
 * Adds `/api/health` (process is alive), `/api/ready` (database answers, and the server does not end) and `/api/metrics` (loopback only unless
 * configured).
 */
export function serveMonitoring(app: FastifyInstance): void {
  const { config, database, jobs } = app.deps;
  const registry = new Registry();
  // Labels metrics with the process, since any of several processes behind one port may answer.
  if (isChild) registry.setDefaultLabels({ process: process.pid });
  collectDefaultMetrics({ register: registry });
  countRequests(app, registry);
  countJobs(registry, jobs, database);
  watchDisk(app, config, registry);
  measureCopies(registry, config, database);
  app.get('/api/health', always, async () => ({ status: 'ok' }));
  app.get('/api/ready', async () => {
    if (app.drain.isEnding) throw new HttpError(503, 'The server is ending', { retryAfter: 5 });
    await database.ready().catch((error: unknown) => {
      if (isLoginRefused(error)) throw new HttpError(503, 'The database refuses this server', { retryAfter: 5 });
      const why = diskFull(config);
      throw new HttpError(503, `The database does not answer${why ? `: ${why}` : ''}`, { retryAfter: 5 });
    });
    const warning = diskWarning(config);
    return { status: 'ready', ...(warning && { warning }) };
  });
  app.get('/api/metrics', always, async (request, reply) => {
    if (!config.publicMetrics && !isLocal(request)) throw new HttpError(403, 'Figures are for this machine only');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
