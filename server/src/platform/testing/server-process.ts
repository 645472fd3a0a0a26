/** The real server in a process of its own, as `npm start` runs it; for tests that end it, gently or not. */
import { spawn, type ChildProcess } from 'node:child_process';
import { inject } from 'vitest';

/** What every process needs that is started; as under `npm start`, its files are not compiled again each time. */
export const processEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

export interface ServerProcess {
  child: ChildProcess;
  /** Settles when it says where it is, or ends. */
  started: Promise<void>;
  /** What it has said so far. */
  output: string;
  /** NaN until it says where it is. */
  readonly port: number;
}

/** Starts it in a process group of its own, on a port that is free, with as many descriptors as it may have. */
export function spawnServer(dataDir: string, env: Record<string, string> = {}, descriptors = 0): ServerProcess {
  const limit = descriptors ? `ulimit -n ${descriptors} && ` : '';
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, inject('programs').server], {
    detached: true,
    // Over the channel it learns that the test ended without ending it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...processEnvironment, DATA_DIR: dataDir, PORT: '0', DEMO: '0', ...env },
  });
  const server = {
    child,
    output: '',
    get port() {
      return Number(/localhost:(\d+)/.exec(this.output)?.[1]);
    },
    started: new Promise<void>((resolve) => {
      const read = (chunk: Buffer) => {
        server.output += chunk.toString();
        if (server.output.includes('Ctrl-C')) resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('close', () => resolve());
    }),
  };
  return server;
}
