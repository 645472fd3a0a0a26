/** Spans of requests, queries and jobs, sent by OTLP over HTTP. Loaded only if traces are on (tracing.ts). */
import {
  type Attributes,
  context,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Tracing } from './tracing.ts';

/** OTEL_TRACES_SAMPLER with its argument; default: all, unless the caller's trace is not recorded. */
function samplerOf(env: NodeJS.ProcessEnv): Sampler {
  const name = env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on';
  const share = Number(env['OTEL_TRACES_SAMPLER_ARG'] || 1);
  const kinds: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  };
  const root = kinds[name.replace('parentbased_', '')];
  if (!root || !(share >= 0 && share <= 1))
    throw new Error(
      'OTEL_TRACES_SAMPLER must be (parentbased_)always_on, always_off or traceidratio, with an argument from 0 to 1.',
    );
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root: root() }) : root();
}

export function openTracing(env: NodeJS.ProcessEnv): Tracing {
  const own = resourceFromAttributes({ 'service.name': 'lectern' });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(env),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('lectern');
  return {
    inSpan: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes, kind: SpanKind.CONSUMER }, (span) => ended(span, work())),
    followRequests: (app) => followRequests(app, tracer),
    followQueries: (client) => followQueries(client, tracer),
    ids: idsOf,
    async close() {
      await provider.shutdown();
      context.disable();
    },
  };
}

function idsOf(): Record<string, string> {
  const now = trace.getSpanContext(context.active());
  return now ? { trace_id: now.traceId, span_id: now.spanId } : {};
}

/** Message of a database error without the values that PostgreSQL quotes in its details. */
const fail = (span: Span, error: unknown): void => {
  const { name = 'Error', code } = error as { name?: string; code?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

function ended<T>(span: Span, running: Promise<T>): Promise<T> {
  return running
    .catch((error: unknown) => {
      fail(span, error);
      throw error;
    })
    .finally(() => span.end());
}

/** Trace of the caller, by the header of W3C Trace Context. */
function callersContext({ headers }: FastifyRequest): Context {
  const [, traceId, spanId, flags] =
    /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/.exec(String(headers['traceparent'])) ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** A span per request, named after its route: addresses would show ids and searches. */
function followRequests(app: FastifyInstance, tracer: Tracer): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const attributes: Attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'request.id': request.id,
    };
    const parent = callersContext(request);
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    const own = trace.setSpan(parent, span);
    contexts.set(request, own);
    context.with(own, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const own = contexts.get(request);
    if (!own) return done();
    const span = trace.getSpan(own);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (request.caller) span?.setAttribute('lectern.tenant', request.caller.tenant);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    // The line of the log is written by a later hook.
    context.with(own, done);
  });
}

type Query = (...args: unknown[]) => unknown;

/** A span per statement within another span, with its text, in which values are parameters. */
function followQueries(client: pg.Client, tracer: Tracer): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...args: unknown[]) => {
    if (!trace.getSpan(context.active())) return query(...args);
    const [first] = args;
    const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text ?? '');
    const verb = /[a-z]+/i.exec(text.replace(/\/\*.*?\*\//gs, ''))?.[0].toUpperCase() ?? 'QUERY';
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text, 'db.operation.name': verb };
    const span = tracer.startSpan(verb, { kind: SpanKind.CLIENT, attributes });
    const last = args.at(-1);
    if (typeof last !== 'function') {
      const running = query(...args);
      if (running instanceof Promise) return ended(span, running);
      span.end();
      return running;
    }
    const own = context.active();
    return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
      if (error) fail(span, error);
      span.end();
      context.with(own, () => (last as Query)(error, result));
    });
  }) as typeof client.query;
}
