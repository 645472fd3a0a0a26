/** The real server in a process of its own, as `npm start` runs it; for tests that end it, gently or not. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export interface ServerProcess {
  child: ChildProcess;
  /** What it has said so far. */
  output: string;
  /** NaN when it did not start. */
  port: number;
}

const mainFile = join(import.meta.dirname, '../main.ts');

/** Starts it in a process group of its own, and waits until it says where it is, or ends. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [mainFile], {
    detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', DEMO: '0', ...env },
  });
  const server = { child, output: '', port: Number.NaN };
  await new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      server.output += chunk.toString();
      if (server.output.includes('Ctrl-C')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => resolve());
  });
  server.port = Number(/localhost:(\d+)/.exec(server.output)?.[1]);
  return server;
}
