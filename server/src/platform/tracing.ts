/**
 * Traces by the standard variables of OpenTelemetry (docs/decisions/0144). Off by default; then nothing of its libraries is
 * loaded, and each function here only calls the work.
 */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

type Attributes = Record<string, string | number>;

export interface Tracing {
  inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  followRequests(app: FastifyInstance): void;
  followQueries(client: pg.Client): void;
  /** Fields of a log line. */
  ids(): Record<string, string>;
  close(): Promise<void>;
}

let tracing: Tracing | undefined;

/** Whether the variables name a receiver and nothing turns traces off. */
export function isTracingOn(env: NodeJS.ProcessEnv): boolean {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = env['OTEL_TRACES_EXPORTER']?.trim();
  if (exporter) return exporter === 'otlp';
  return Boolean(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']);
}

/** Call it before the app and the pools are opened. */
export async function startTracing(env: NodeJS.ProcessEnv): Promise<void> {
  if (!isTracingOn(env)) return;
  const { openTracing } = await import('./open-telemetry.ts');
  tracing = openTracing(env);
}

/** Sends what was not sent yet. */
export async function stopTracing(): Promise<void> {
  const open = tracing;
  tracing = undefined;
  await open?.close().catch(() => undefined);
}

/** Runs work in a span, which begins a trace if there is none; a rejection marks it as failed. */
export const inSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.inSpan(name, attributes, work) : work();

export const traceRequests = (app: FastifyInstance): void => tracing?.followRequests(app);

export const traceQueries = (client: pg.Client): void => tracing?.followQueries(client);

/** Options of the logger that add the ids of the trace to its lines. */
export const traceOfLogs = (): { mixin?: () => Record<string, string> } =>
  tracing ? { mixin: () => tracing?.ids() ?? {} } : {};
