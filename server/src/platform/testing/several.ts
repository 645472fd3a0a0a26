/**
 * Two servers and a worker on one database, each in its own process, behind a TCP balancer: the target of HTTP tests in
 * the vitest project `several`, so that nothing depends on a single process.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { type Config, readConfig } from '#platform/config.ts';
import { processEnvironment, spawnServer } from './server-process.ts';

/** Round-robin TCP balancer; `portsNow` returns the current ports. */
export async function balance(portsNow: () => readonly number[]): Promise<Server> {
  let next = 0;
  const balancer = createServer((client) => {
    const ports = portsNow();
    const server = connect(ports[(next += 1) % ports.length]!, '127.0.0.1');
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    // Passes on what the server sent before closing, such as the refusal of a body in transit.
    server.on('error', () => client.end());
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  return balancer;
}

interface Answered {
  statusCode: number;
  headers: http.IncomingHttpHeaders;
  /** Same format as of `app.inject`. */
  cookies: Record<string, unknown>[];
  body: string;
  rawPayload: Buffer;
  json: () => unknown;
}

function cookieOf(line: string): Record<string, unknown> {
  const [[name, value] = [], ...attributes] = line.split(/; */).map((part) => part.split(/=(.*)/s));
  const entries = attributes.map(([key = '', word]) => [
    key === 'Max-Age' ? 'maxAge' : key.charAt(0).toLowerCase() + key.slice(1),
    key === 'Max-Age' ? Number(word) : (word ?? true),
  ]);
  return { name, value: decodeURIComponent(value ?? ''), ...Object.fromEntries(entries) };
}

function pathOf(url: string, query: InjectOptions['query']): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  for (const [name, value] of Object.entries(query ?? {})) searchParams.append(name, String(value));
  return searchParams.size > 0 ? `${pathname}?${searchParams.toString()}` : pathname;
}

/** Makes the request of `app.inject` over a new connection. */
function request(port: number, options: InjectOptions | string): Promise<Answered> {
  const {
    method = 'GET',
    url,
    query,
    headers,
    payload,
    remoteAddress,
  } = typeof options === 'string' ? { url: options } : options;
  const isText = payload === undefined || typeof payload === 'string' || Buffer.isBuffer(payload);
  const body = isText ? payload : JSON.stringify(payload);
  return new Promise((resolve, reject) => {
    const sent = http.request(
      {
        port,
        host: '127.0.0.1',
        method,
        path: pathOf(String(url), query),
        agent: false,
        headers: {
          host: 'localhost:80',
          ...(!isText && { 'content-type': 'application/json' }),
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          // Trusted, since it comes from this machine.
          ...(remoteAddress && { 'x-forwarded-for': remoteAddress }),
          ...(headers as Record<string, string>),
        },
      },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        const rawPayload = Buffer.concat(chunks);
        const text = rawPayload.toString();
        resolve({
          statusCode: answer.statusCode ?? 0,
          headers: answer.headers,
          cookies: (answer.headers['set-cookie'] ?? []).map(cookieOf),
          body: text,
          rawPayload,
          json: () => JSON.parse(text),
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface Several {
  inject(options: InjectOptions | string): Promise<Answered>;
  deps: { config: Config };
  /** Balancer, already listening. */
  server: Server;
  listen(): Promise<void>;
  /** Throws if a process has ended. */
  checkAlive(): void;
}

export async function severalServers(
  ownerUrl: string,
  environment: Record<string, string> & { DATA_DIR: string },
): Promise<Several> {
  const { DATA_DIR: dataDir } = environment;
  const env = { DATABASE_URL: ownerUrl, DATABASE_PATIENCE_MS: '30000', LOG_LEVEL: 'error', ...environment };
  const servers = [spawnServer(dataDir, { ...env, WORKER: '0' }), spawnServer(dataDir, { ...env, WORKER: '0' })];
  const worker = spawn(process.execPath, [inject('programs').worker], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...processEnvironment, ...env },
  });
  await Promise.all(servers.map(({ started }) => started));
  const silent = servers.find(({ port }) => Number.isNaN(port));
  if (silent) throw new Error(`A server did not start: ${silent.output}`);
  const balancer = await balance(() => servers.map(({ port }) => port));
  return {
    deps: { config: readConfig(environment) },
    server: balancer,
    listen: async () => undefined,
    inject: (options) => request((balancer.address() as AddressInfo).port, options),
    checkAlive() {
      const ended = [worker, ...servers.map(({ child }) => child)].findIndex(({ exitCode }) => exitCode !== null);
      if (ended >= 0) throw new Error(`A process ended: ${servers[ended - 1]?.output ?? 'the worker'}`);
    },
  };
}
