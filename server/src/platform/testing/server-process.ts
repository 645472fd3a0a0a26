/** Server in its own process, as `npm start` runs it; for tests that stop or kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { inject } from 'vitest';

/** Environment of all started processes; the compile cache is shared, as under `npm start`. */
export const processEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

export interface ServerProcess {
  child: ChildProcess;
  /** Resolves when it reports its address, or exits. */
  started: Promise<void>;
  /** Output so far. */
  output: string;
  /** NaN until it reports its address. */
  readonly port: number;
}

interface Options {
  /** Upper limit of file descriptors; 0: none. */
  descriptors?: number;
  /** Entry point of another version; default: this one's. */
  program?: string | undefined;
}

/** Starts the server in its own process group, on a free port. */
export function spawnServer(
  dataDir: string,
  env: Record<string, string> = {},
  { descriptors = 0, program = inject('programs').server }: Options = {},
): ServerProcess {
  const limit = descriptors ? `ulimit -n ${descriptors} && ` : '';
  const child = spawn('sh', ['-c', `${limit}exec "$0" "$@"`, process.execPath, program], {
    detached: true,
    // The channel tells the server when the test ends without stopping it.
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
