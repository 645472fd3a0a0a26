/** A PostgreSQL for tests that ends, and whose folder goes, with the process that asked for it, even when that is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Settings } from '#platform/database/cluster-start.ts';

export interface HeldCluster {
  ownerUrl: string;
  /** Ends PostgreSQL and removes its folder. */
  stop(): Promise<void>;
}

/** Ctrl-C ends vitest at once, without its teardown: so it is another process, out of the terminal's reach, that holds it. */
export async function holdCluster(dataDir: string, settings: Settings = {}): Promise<HeldCluster> {
  const holder = spawn(
    process.execPath,
    [join(import.meta.dirname, 'cluster-holder.ts'), dataDir, JSON.stringify(settings)],
    { detached: true, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const gone = once(holder, 'exit');
  const said: string[] = [];
  for await (const line of createInterface(holder.stdout!)) {
    said.push(line);
    if (line.startsWith('postgres:')) break;
  }
  const ownerUrl = said.at(-1);
  if (!ownerUrl?.startsWith('postgres:')) throw new Error(said.join('\n') || 'PostgreSQL did not start.');
  return {
    ownerUrl,
    async stop() {
      holder.disconnect();
      await gone;
    },
  };
}
