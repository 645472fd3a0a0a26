/**
 * Embedded PostgreSQL: a real server over TCP on localhost, with its files in DATA_DIR. One Lectern uses a DATA_DIR at
 * a time; a server left running by a crash is taken over.
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
  /** URL of the owner of the tables, for migrations and commands; changes if PostgreSQL restarts on another port. */
  readonly ownerUrl: string;
  /** Stops PostgreSQL; committed writes are on disk already. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  dataDir: string;
  /** Server settings that override the defaults. */
  settings?: Settings;
  /** Called with the reason when PostgreSQL died and cannot be restarted yet; attempts continue. */
  onTrouble?: (reason: string) => void;
}

const owner = 'lectern_owner';
const database = 'lectern';
/** Delay between restart attempts in milliseconds. */
const pauseMs = 1_000;

/** Starts or takes over the PostgreSQL of `dataDir`. @throws Error with one sentence if another Lectern uses it. */
export async function openCluster({ dataDir, settings, onTrouble }: ClusterOptions): Promise<Cluster> {
  const place = locate(dataDir);
  let stopping = false;
  // Reads no files on exit, since the process may exit because it has no file descriptors left.
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

/** Retries until `attempt` succeeds or `isOver`; meanwhile calls fail with 503. Reports each new error once. */
async function untilItSucceeds<Result>(
  attempt: () => Promise<Result>,
  { isOver, onTrouble }: { isOver: () => boolean; onTrouble: ClusterOptions['onTrouble'] },
): Promise<Result | undefined> {
  for (let reported = ''; !isOver();) {
    try {
      return await attempt();
    } catch (error) {
      const { message } = error as Error;
      if (message !== reported) onTrouble?.(message);
      reported = message;
      await sleep(pauseMs);
    }
  }
  return undefined;
}

/** URL of the embedded PostgreSQL's owner if any process has started it; else undefined. Creates `dataDir`. */
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

/**
 * Starts or takes over the server and claims it. `owns` receives the id of the process that is ours to stop, or
 * undefined.
 */
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
    // A concurrent start may hold the claim; on any other error, stop the server we started.
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
