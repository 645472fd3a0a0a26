/**
 * The embedded PostgreSQL: a real server over TCP on this machine alone, its files in DATA_DIR (house.md, Stack).
 * One Lectern serves a DATA_DIR at a time; a server left over by a crash is taken over, not started twice.
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { persistentSecret } from '../persistent-secret.ts';
import { claim, type Claim, ClaimedByAnother } from './cluster-claim.ts';
import { startPostmaster, type Settings } from './cluster-start.ts';
import { findPostmaster, interrupt, stopPostmaster, type Postmaster } from './postmaster.ts';

export interface Cluster {
  /**
   * Signs in as the owner of everything, past row-level security: for migrations only. Another one when PostgreSQL had
   * to come back on another port.
   */
  readonly ownerUrl: string;
  /** Ends PostgreSQL; every acknowledged write is on disk already. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  dataDir: string;
  /** Server settings over the defaults. */
  settings?: Settings;
  /** Hears why PostgreSQL, which died, cannot be brought back yet; it is tried until it can. */
  onTrouble?: (reason: string) => void;
}

const owner = 'lectern_owner';
const database = 'lectern';
/** Between two tries to bring PostgreSQL back. */
const pauseMs = 1_000;

/** Starts or takes over the PostgreSQL of `dataDir`. Throws one sentence when another Lectern has it. */
export async function openCluster({ dataDir, settings, onTrouble }: ClusterOptions): Promise<Cluster> {
  const place = locate(dataDir);
  let stopping = false;
  // No file is read as the process exits: it may be exiting because it has no descriptor left.
  let pid: number | undefined;
  const lastMoment = () => pid !== undefined && interrupt(pid);
  process.once('exit', lastMoment);
  const attempt = () => open(place, settings, (ours) => (pid = ours));
  let held = await attempt();
  const watch = async () => {
    for (;;) {
      await held.lost;
      const again = await untilItSucceeds(attempt, { isOver: () => stopping, onTrouble });
      if (!again) return;
      held = again;
      if (stopping) await held.release();
    }
  };
  const watched = watch();
  return {
    get ownerUrl() {
      return urlOf(place, held.port, database);
    },
    async stop() {
      stopping = true;
      await held.release();
      await watched;
      await stopPostmaster(place.folder);
      process.off('exit', lastMoment);
    },
  };
}

/** PostgreSQL died under us, or was ended by somebody: calls answer 503 until it is back, however long that takes. */
async function untilItSucceeds<Result>(
  attempt: () => Promise<Result>,
  { isOver, onTrouble }: { isOver: () => boolean; onTrouble: ClusterOptions['onTrouble'] },
): Promise<Result | undefined> {
  for (let told = ''; !isOver();) {
    try {
      return await attempt();
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) onTrouble?.(message);
      told = message;
      await sleep(pauseMs);
    }
  }
  return undefined;
}

/** The owner's URL of the embedded PostgreSQL when it is running now, whoever started it. */
export async function runningCluster(dataDir: string): Promise<string | undefined> {
  const place = locate(dataDir);
  const postmaster = await findPostmaster(place.folder);
  return postmaster && urlOf(place, postmaster.port, database);
}

interface Place {
  dataDir: string;
  folder: string;
  password: string;
}

function locate(dataDir: string): Place {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const real = realpathSync(dataDir);
  return { dataDir: real, folder: join(real, 'postgres'), password: persistentSecret(join(real, 'postgres-password')) };
}

function urlOf(place: Place, port: number, name: string): string {
  return `postgres://${owner}:${place.password}@127.0.0.1:${port}/${name}`;
}

/** `owns` hears the process that is ours to end, or that there is none. */
async function open(
  place: Place,
  settings: Settings | undefined,
  owns: (pid: number | undefined) => void,
): Promise<Claim & Postmaster> {
  owns(undefined);
  const { isNew, ...postmaster } = await startPostmaster({ ...place, owner }, { settings, onSpawn: owns });
  const admin = urlOf(place, postmaster.port, 'postgres');
  const claimed = await claim(admin, place.dataDir).catch(async (error: unknown) => {
    owns(undefined);
    // One that started in the same moment may have it; any other reason leaves a PostgreSQL that nobody wants.
    if (isNew && !(error instanceof ClaimedByAnother)) await stopPostmaster(place.folder);
    throw error;
  });
  owns(postmaster.pid);
  try {
    await createDatabase(admin);
  } catch (error) {
    await stopPostmaster(place.folder);
    throw error;
  }
  return { ...postmaster, ...claimed };
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
