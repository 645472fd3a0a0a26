/**
 * The embedded PostgreSQL: a real server over TCP on this machine alone, its files in DATA_DIR (house.md, Stack).
 * One Lectern serves a DATA_DIR at a time; a server left over by a crash is taken over, not started twice.
 */
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { persistentSecret } from '../persistent-secret.ts';
import { claim, type Claim } from './cluster-claim.ts';
import { startPostmaster, type Settings } from './cluster-start.ts';
import { findPostmaster, signalPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts';

export interface Cluster {
  /** Signs in as the owner of everything, past row-level security: for migrations only. */
  ownerUrl: string;
  /** Ends PostgreSQL; every acknowledged write is on disk already. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  dataDir: string;
  /** Server settings over the defaults. */
  settings?: Settings;
  /** Called when PostgreSQL died and could not be brought back. */
  onLost?: (error: Error) => void;
}

const owner = 'lectern_owner';
const database = 'lectern';

/** Starts or takes over the PostgreSQL of `dataDir`. Throws one sentence when another Lectern has it. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const place = locate(options.dataDir);
  let stopping = false;
  let held = await open(place, options.settings);
  const watch = async () => {
    for (;;) {
      await held.lost;
      if (stopping) return;
      held = await reopen(place, options.settings);
    }
  };
  watch().catch((error: Error) => options.onLost?.(error));
  const lastMoment = () => signalPostmaster(place.folder);
  process.once('exit', lastMoment);
  return {
    ownerUrl: urlOf(place, held.port, database),
    async stop() {
      stopping = true;
      await held.release();
      await stopPostmaster(place.folder);
      process.off('exit', lastMoment);
    },
  };
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

async function open(place: Place, settings?: Settings): Promise<Claim & Postmaster> {
  const postmaster = await startPostmaster({ ...place, owner }, settings);
  const claimed = await claim(urlOf(place, postmaster.port, 'postgres'), place.dataDir);
  try {
    await createDatabase(urlOf(place, postmaster.port, 'postgres'));
  } catch (error) {
    await claimed.release();
    throw error;
  }
  return { ...postmaster, ...claimed };
}

/** PostgreSQL died under us, or was ended by somebody: brings it back, for calls answer 503 until then. */
async function reopen(place: Place, settings?: Settings): Promise<Claim & Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open(place, settings);
    } catch (error) {
      if (attempt === 10) throw error;
      await sleep(500);
    }
  }
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
