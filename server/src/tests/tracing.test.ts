/** Tests traces of requests, queries and jobs against a receiver of OTLP, and that nothing of them is loaded when off. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { discounts } from '#contract/discount/endpoints.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { openJobPool } from '#platform/jobs/store.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { isTracingOn, startTracing, stopTracing } from '#platform/tracing.ts';
import { testApp } from './app.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}
interface Export {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
}

const received: Export[] = [];
const lines: string[] = [];
const names = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_BSP_SCHEDULE_DELAY'] as const;
let receiver: Server;
let test: TestApp;
let worker: Worker;
let closePool: () => Promise<void>;

const failing = defineJob({
  name: 'housekeeping',
  ids: z.object({}),
  retry: { limit: 0, delay: 1 },
  async run({ db }) {
    await sql`select 1 as job`.execute(db);
    throw new Error('secret words');
  },
});

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url === '/v1/traces') received.push(body as Export);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  process.env['OTEL_BSP_SCHEDULE_DELAY'] = '50';
  await startTracing(process.env);
  test = await testApp({ LOG_LEVEL: 'info' }, { write: (line) => lines.push(line) });
  const pool = openJobPool(() => test.workerUrl);
  closePool = () => pool.end();
  worker = startWorker({
    database: test.database,
    pool,
    jobs: [failing],
    services: {} as never,
    log: test.app.log,
    pollMs: 100,
  });
});
afterAll(async () => {
  await worker.close(5_000);
  await closePool();
  await test.close();
  await stopTracing();
  for (const name of names) delete process.env[name];
  await new Promise((resolve) => receiver.close(resolve));
});

const spans = () =>
  received.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)),
  );
const attribute = ({ attributes }: Pick<Span, 'attributes'>, key: string) => {
  const value = attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const patience = { timeout: 30_000 };

it('records a request with its queries in the caller’s trace, and its id in the log', async () => {
  const admin = await test.as('admin');
  const traceId = 'a'.repeat(32);
  const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` };
  const { status } = await admin.call(discounts.list, { query: { search: 'rahasia' } }, { headers });
  expect(status).toBe(200);
  const ofTrace = () => spans().filter((span) => span.traceId === traceId);
  await expect.poll(() => ofTrace().some(({ name }) => name.startsWith('GET ')), patience).toBe(true);
  const request = ofTrace().find(({ name }) => name.startsWith('GET '))!;
  expect(request).toMatchObject({
    name: expect.stringMatching(/^GET \/api\/admin\/discount/),
    parentSpanId: 'b'.repeat(16),
  });
  expect(attribute(request, 'http.response.status_code')).toBe(200);
  expect(attribute(request, 'lectern.tenant')).toBe('coding');
  await expect.poll(() => ofTrace().filter(({ name }) => name === 'SELECT').length, patience).toBeGreaterThan(0);
  const queries = ofTrace().filter(({ name }) => name === 'SELECT');
  expect(queries.every(({ parentSpanId }) => parentSpanId === request.spanId)).toBe(true);
  expect(queries.some((query) => String(attribute(query, 'db.query.text')).includes('discount'))).toBe(true);
  expect(JSON.stringify(received)).not.toContain('rahasia');
  expect(attribute(received[0]!.resourceSpans[0]!.resource, 'service.name')).toBe('lectern');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(logged).toContainEqual(
    expect.objectContaining({ msg: 'answered', trace_id: traceId, span_id: request.spanId }),
  );
});

it('records a job with its queries, and that it failed', async () => {
  await enqueue(test.database.tenant('cyber'), failing, {});
  await expect.poll(() => spans().some(({ name }) => name === 'job housekeeping'), patience).toBe(true);
  const job = spans().find(({ name }) => name === 'job housekeeping')!;
  expect(job.status.code).toBe(2);
  expect(attribute(job, 'lectern.tenant')).toBe('cyber');
  expect(
    spans().some((span) => span.parentSpanId === job.spanId && attribute(span, 'db.query.text') === 'select 1 as job'),
  ).toBe(true);
  expect(JSON.stringify(received)).not.toContain('secret words');
});

it('is on only if the standard variables say so', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  expect(isTracingOn({})).toBe(false);
  expect(isTracingOn(endpoint)).toBe(true);
  expect(isTracingOn({ OTEL_TRACES_EXPORTER: 'otlp' })).toBe(true);
  expect(isTracingOn({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBe(false);
  expect(isTracingOn({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBe(false);
});

it('loads none of its libraries when off', async () => {
  const root = join(import.meta.dirname, '../../..');
  const script = `
    import { registerHooks } from 'node:module';
    const found = [];
    registerHooks({ resolve(name, context, next) { if (/^@opentelemetry\\/(?!api$)/.test(name)) found.push(name); return next(name, context); } });
    const { startTracing } = await import('./server/src/platform/tracing.ts');
    await startTracing({});
    await import('./server/src/app.ts');
    await import('./server/src/run-jobs.ts');
    const off = found.length;
    await startTracing({ OTEL_TRACES_EXPORTER: 'otlp' });
    console.log(off, found.length > 0);
    process.exit(0);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  expect(stdout.trim()).toBe('0 true');
});
