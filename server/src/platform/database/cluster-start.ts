/** Initialization and start of the embedded PostgreSQL. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgres, type PostgresPrograms } from './postgres-programs.ts';
import { findPostmaster, isAlive, removeLeftover, type Postmaster } from './postmaster.ts';

export type Settings = Record<string, string | number>;

export interface ClusterFiles {
  dataDir: string;
  /** PostgreSQL's data folder, inside `dataDir`. */
  folder: string;
  owner: string;
  password: string;
}

/**
 * Modest settings, for a machine that also runs the app and a browser. Durability settings keep PostgreSQL's defaults.
 */
const defaults: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  random_page_cost: 1.1,
  // JIT compilation costs more than a short query takes.
  jit: 'off',
  // There are no replicas.
  wal_level: 'minimal',
  max_wal_senders: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
};

interface StartOptions {
  settings?: Settings | undefined;
  /** Called with the process id as soon as it is spawned. */
  onSpawn?: (pid: number) => void;
}

/** Returns the running server of the folder, or starts one, initializing its files if missing. */
export async function startPostmaster(
  files: ClusterFiles,
  { settings, onSpawn }: StartOptions,
): Promise<Postmaster & { isNew: boolean }> {
  const running = await findPostmaster(files.folder);
  if (running) return { ...running, isNew: false };
  const programs = await findPostgres();
  // PostgreSQL's own account must traverse the folder; the secrets in it remain unreadable for that account.
  if (programs.owner && programs.owner.uid !== 0) chmodSync(files.dataDir, 0o711);
  await makeFiles(files, programs);
  giveToOwner(files, programs);
  const attempts = 5;
  for (let attempt = 1; ; attempt += 1) {
    const started = await start(files, programs, { settings: { ...defaults, ...settings }, onSpawn });
    if (started) return { ...started, isNew: true };
    // After a crash, the old server's child processes take a moment to exit; or another process started one first.
    if (attempt === attempts) throw new Error(`PostgreSQL does not start; its log says: ${lastWords(files)}`);
    await sleep(400);
  }
}

async function makeFiles(files: ClusterFiles, programs: PostgresPrograms): Promise<void> {
  sweepDrafts(files);
  if (existsSync(files.folder)) return;
  // Created under another name and renamed, so that an existing folder is complete, and of two concurrent starts one
  // wins.
  const draft = `${files.folder}-${process.pid}`;
  const passwordFile = `${draft}-password`;
  const sweep = () => sweepDrafts(files, process.pid);
  process.once('exit', sweep);
  writeFileSync(passwordFile, files.password, { mode: 0o600 });
  try {
    if (programs.owner && programs.owner.uid !== 0) {
      mkdirSync(draft, { mode: 0o700 });
      for (const path of [draft, passwordFile]) chownSync(path, programs.owner.uid, programs.owner.gid);
    }
    await programs.initdb([
      '-D',
      draft,
      `--username=${files.owner}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // Same sort order and case mapping on every machine, independent of system locales.
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C',
      '--builtin-locale=C.UTF-8',
    ]);
    renameSync(draft, files.folder);
  } catch (error) {
    if (!existsSync(files.folder)) throw error;
  } finally {
    process.off('exit', sweep);
    sweep();
  }
}

/** Removes leftovers of killed starts: a partial folder and its password file. */
function sweepDrafts({ dataDir, folder }: ClusterFiles, own?: number): void {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(new RegExp(`^${basename(folder)}-(\\d+)(-password)?$`).exec(name)?.[1]);
    if (!pid || (pid !== own && isAlive(pid))) continue;
    // Its process may still be writing, hence the retries.
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** Adjusts the owner of the files after a start under another identity, with or without user namespaces. */
function giveToOwner(files: ClusterFiles, { owner }: PostgresPrograms): void {
  if (!owner || statSync(files.folder).uid === owner.uid) return;
  execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, files.folder]);
}

async function start(
  files: ClusterFiles,
  programs: PostgresPrograms,
  { settings = {}, onSpawn }: StartOptions,
): Promise<Postmaster | undefined> {
  removeLeftover(files.folder);
  const port = await choosePort(join(files.dataDir, 'postgres-port'));
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(logOf(files));
  const child = programs.postgres(['-D', files.folder, '-p', String(port), ...flags], log);
  closeSync(log);
  child.unref();
  if (child.pid !== undefined) onSpawn?.(child.pid);
  const ended = new Promise<'ended'>((resolve) => {
    child.once('exit', () => resolve('ended'));
    child.once('error', () => resolve('ended'));
  });
  for (;;) {
    const outcome = await Promise.race([ended, sleep(10)]);
    const postmaster = await findPostmaster(files.folder);
    if (postmaster) return postmaster;
    if (outcome === 'ended') return undefined;
  }
}

/** Port of the last run if free, so that saved connections keep working; else any free port. */
async function choosePort(file: string): Promise<number> {
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = (await freePort(last)) ?? (await freePort(0));
  if (!port) throw new Error('No port is free on 127.0.0.1 for PostgreSQL.');
  writeFileSync(file, String(port));
  return port;
}

function freePort(preferred: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(preferred, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Opens the log for appending, since it may hold the cause of a crash; truncates it above 5 MB. */
function openLog(file: string): number {
  const large = 5_000_000;
  return openSync(file, existsSync(file) && statSync(file).size > large ? 'w' : 'a', 0o600);
}

function logOf(files: ClusterFiles): string {
  return join(files.dataDir, 'postgres.log');
}

/** Last fatal message without its timestamp, so that repeated errors read the same. */
function lastWords(files: ClusterFiles): string {
  const lines = readFileSync(logOf(files), 'utf8').trim().split('\n');
  const faults = lines.flatMap((line) => /(?:FATAL|PANIC): +(.*)$/.exec(line)?.[1] ?? []);
  return faults.at(-1) ?? lines.at(-1) ?? '';
}
