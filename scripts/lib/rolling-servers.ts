/** Servers behind HAProxy that are restarted one after the other while requests run, for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { findPort } from '#platform/port.ts';
import { type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

/** Longer than HAProxy needs here to notice, by the configuration below. */
const drainMs = '2000';

/** Environment of each server, and the entry point of its version; default: this one. */
interface RollingServer {
  env?: Record<string, string>;
  program?: string;
}

/** Request, and the status of its reply. */
interface Call extends RequestInit {
  expected?: number;
}

export class RollingServers {
  /** Requests so far, those that were refused because the machine is busy, and those that were not answered as expected. */
  readonly sent = { count: 0, busy: 0, lost: [] as string[] };
  readonly #ownerUrl: string;
  readonly #servers: (RollingServer & { port: number; process?: ServerProcess })[] = [];
  #dataDir = '';
  #entry = '';
  #haproxy: ChildProcess | undefined;

  constructor(ownerUrl: string) {
    this.#ownerUrl = ownerUrl;
  }

  async open(servers: readonly RollingServer[]): Promise<void> {
    this.#dataDir = await mkdtemp(join(tmpdir(), 'lectern-rolling-'));
    for (const [at, server] of servers.entries()) {
      this.#servers.push({ ...server, port: await freePort() });
      await this.#start(at);
    }
    const port = await freePort();
    this.#entry = `http://127.0.0.1:${port}`;
    this.#haproxy = await this.#startHaproxy(port);
    for (const at of servers.keys()) await this.#untilUp(at);
  }

  /** Ends a server by SIGTERM and starts it, of the version of `program`; returns the exit code. */
  async restart(at: number, program?: string): Promise<number | null> {
    const code = await stop(this.#servers[at]!.process?.child, 'SIGTERM');
    if (program) this.#servers[at]!.program = program;
    await this.#start(at);
    await this.#untilUp(at);
    return code;
  }

  /** The reply, if it has the expected status; default: 200. */
  async call(path: string, call: Call): Promise<Response | undefined> {
    const { sent } = this;
    const { expected = 200, ...init } = call;
    sent.count += 1;
    try {
      const answer = await fetch(new URL(path, this.#entry), init);
      const body = await answer.arrayBuffer();
      if (answer.status === expected) return new Response(body);
      const text = Buffer.from(body).toString();
      if (answer.status === 503 && text.includes('Too many people')) {
        sent.busy += 1;
        await sleep(100);
        return await this.call(path, call);
      }
      sent.lost.push(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      sent.lost.push(`${init.method ?? 'GET'} ${path}: ${String((error as Error).cause ?? error)}`);
    }
    return undefined;
  }

  async close(): Promise<void> {
    for (const child of [this.#haproxy, ...this.#servers.map((server) => server.process?.child)])
      await stop(child, 'SIGKILL');
    if (this.#dataDir) await rm(this.#dataDir, { recursive: true });
  }

  async #start(at: number): Promise<void> {
    const server = this.#servers[at]!;
    const environment = {
      DATABASE_URL: this.#ownerUrl,
      JWT_SECRET: testJwtSecret,
      PORT: String(server.port),
      DRAIN_MS: drainMs,
      DATABASE_PATIENCE_MS: '30000',
      LOG_LEVEL: 'error',
      ...server.env,
    };
    server.process = spawnServer(this.#dataDir, environment, { program: server.program });
    await server.process.started;
    if (!server.process.output.includes('Ctrl-C')) throw new Error(server.process.output);
  }

  /** The configuration of docs/guide/operating.md, with shorter checks and a page of states. */
  async #startHaproxy(port: number): Promise<ChildProcess> {
    const config = join(this.#dataDir, 'haproxy.cfg');
    await writeFile(
      config,
      `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 5s
frontend entry
  bind 127.0.0.1:${port}
  default_backend lectern
backend lectern
  option httpchk GET /api/ready
  default-server check inter 300ms fall 2 rise 2
  stats enable
  stats uri /states
${this.#servers.map((one, at) => `  server s${at} 127.0.0.1:${one.port}`).join('\n')}
`,
    );
    return spawn('haproxy', ['-db', '-f', config], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env['PATH'] },
    });
  }

  async #untilUp(at: number): Promise<void> {
    const check = async () => {
      const states = await fetch(`${this.#entry}/states;csv`).then(
        (answer) => answer.text(),
        () => '',
      );
      const state = states.split('\n').find((line) => line.startsWith(`lectern,s${at},`));
      expect(state?.split(',')[17]).toBe('UP');
    };
    await vi.waitFor(check, { timeout: 60_000, interval: 50 });
  }
}

const freePort = () => findPort({ port: 0, host: '127.0.0.1' });

async function stop(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (!child || child.exitCode !== null) return null;
  const gone = once(child, 'exit');
  child.kill(signal);
  const [code] = (await gone) as [number | null];
  return code;
}

/** Call with a JSON body. */
export const jsonCall = (method: 'POST' | 'PUT', body: object, headers: Record<string, string>) => ({
  method,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
