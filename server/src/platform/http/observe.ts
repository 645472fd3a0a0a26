/** What operators see: health, readiness, Prometheus figures and one log line a request, without personal data. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Config } from '#platform/config.ts';
import type { Database } from '#platform/database/database.ts';
import { HttpError } from '../errors.ts';

/** The route's pattern, never the address: ids, searches and tokens stay out of logs and figures. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown';

/** What PostgreSQL adds to an error quotes rows. */
export const privateDetails = ['err.detail', 'err.where', 'err.internalQuery'];

/** From this machine, and not through a proxy on it. */
const isLocal = ({ socket, headers }: FastifyRequest) =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined;

function countRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    registers: [registry],
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  });
  // A series is found by its labels once: making their key anew costs more than counting.
  const series = new Map<string, { observe(value: number): void }>();
  const secondsOf = (method: string, route: string, status: number) => {
    const key = `${method} ${route} ${status}`;
    const known = series.get(key) ?? seconds.labels(method, route, String(status));
    series.set(key, known);
    return known;
  };
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const ms = reply.elapsedTime;
    secondsOf(request.method, route, reply.statusCode).observe(ms / 1000);
    const { caller } = request;
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(ms * 10) / 10,
        ...(caller && { tenant: caller.tenant, userId: caller.userId }),
      },
      'answered',
    );
    done();
  });
}

/** Who watches the server hears from it also while it is under pressure: a restart would make that worse. */
const always = { schema: { hide: true }, config: { pressureHandler: () => undefined } };

/**
 * `/api/health` (the process lives), `/api/ready` (the database answers), `/api/metrics` (loopback only unless
 * configured).
 */
export function observe(app: FastifyInstance, config: Config, database: Database): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countRequests(app, registry);
  app.get('/api/health', always, async () => ({ status: 'ok' }));
  app.get('/api/ready', { schema: { hide: true } }, async () => {
    await database.ready().catch(() => {
      throw new HttpError(503, 'The database does not answer', { retryAfter: 5 });
    });
    return { status: 'ready' };
  });
  app.get('/api/metrics', always, async (request, reply) => {
    if (!config.publicMetrics && !isLocal(request)) throw new HttpError(403, 'Figures are for this machine only');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
