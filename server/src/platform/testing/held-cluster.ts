/** PostgreSQL for tests that stops, and whose folder is removed, when its parent process ends, even if killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Settings } from '#platform/database/cluster-start.ts';

export interface HeldCluster {
  ownerUrl: string;
  /** Stops PostgreSQL and removes its folder. */
  stop(): Promise<void>;
}

/** Starts the holder process. It is detached from the terminal, since Ctrl-C ends vitest without its teardown. */
export async function holdCluster(dataDir: string, settings: Settings = {}): Promise<HeldCluster> {
  const holder = spawn(
    process.execPath,
    [join(import.meta.dirname, 'cluster-holder.ts'), dataDir, JSON.stringify(settings)],
    { detached: true, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  const gone = once(holder, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface(holder.stdout!)) {
    lines.push(line);
    if (line.startsWith('postgres:')) break;
  }
  const ownerUrl = lines.at(-1);
  if (!ownerUrl?.startsWith('postgres:')) throw new Error(lines.join('\n') || 'PostgreSQL did not start.');
  return {
    ownerUrl,
    async stop() {
      holder.disconnect();
      await gone;
    },
  };
}
