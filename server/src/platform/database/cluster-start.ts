/** Making the files of the embedded PostgreSQL, and starting it on them. */
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
  /** PostgreSQL's own folder, inside `dataDir`. */
  folder: string;
  owner: string;
  password: string;
}

/** Modest: for a machine that also runs the app and a browser. Durability keeps PostgreSQL's defaults. */
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
  // Compiling a short query costs more than running it.
  jit: 'off',
  // Nothing replicates from here.
  wal_level: 'minimal',
  max_wal_senders: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
};

interface StartOptions {
  settings?: Settings | undefined;
  /** Hears of the process as soon as it is there. */
  onSpawn?: (pid: number) => void;
}

/** The running server: the one that is there, or a new one on files that are made when missing. */
export async function startPostmaster(
  files: ClusterFiles,
  { settings, onSpawn }: StartOptions,
): Promise<Postmaster & { isNew: boolean }> {
  const running = await findPostmaster(files.folder);
  if (running) return { ...running, isNew: false };
  const programs = await findPostgres();
  // An account of its own passes through the folder to its files; the secrets beside them stay closed to it.
  if (programs.owner && programs.owner.uid !== 0) chmodSync(files.dataDir, 0o711);
  await makeFiles(files, programs);
  giveToOwner(files, programs);
  const attempts = 5;
  for (let attempt = 1; ; attempt += 1) {
    const started = await start(files, programs, { settings: { ...defaults, ...settings }, onSpawn });
    if (started) return { ...started, isNew: true };
    // After a crash the old server's last children may take a moment to notice; or another process was faster.
    if (attempt === attempts) throw new Error(`PostgreSQL does not start; its log says: ${lastWords(files)}`);
    await sleep(400);
  }
}

async function makeFiles(files: ClusterFiles, programs: PostgresPrograms): Promise<void> {
  sweepDrafts(files);
  if (existsSync(files.folder)) return;
  // Made aside and renamed, so that a folder that is there is whole, and of two that make one, one wins.
  const draft = `${files.folder}-${process.pid}`;
  const passwordFile = `${draft}-password`;
  const sweep = () => sweepDrafts(files, process.pid);
  process.once('exit', sweep);
  writeFileSync(passwordFile, files.password, { mode: 0o600 });
  try {
    if (programs.owner && programs.owner.uid !== 0) {
      mkdirSync(draft, { mode: 0o700 });
      for (const made of [draft, passwordFile]) chownSync(made, programs.owner.uid, programs.owner.gid);
    }
    await programs.initdb([
      '-D',
      draft,
      `--username=${files.owner}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // The same order and letter cases on every machine, whatever its system's locales.
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

/** Removes what starts that were killed have left behind: a half-made folder, and the password for it. */
function sweepDrafts({ dataDir, folder }: ClusterFiles, own?: number): void {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(new RegExp(`^${basename(folder)}-(\\d+)(-password)?$`).exec(name)?.[1]);
    if (!pid || (pid !== own && isAlive(pid))) continue;
    // What makes it may not have noticed yet.
    rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

/** The files may come from a start under another identity: with and without user namespaces. */
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
    const found = await findPostmaster(files.folder);
    if (found) return found;
    if (outcome === 'ended') return undefined;
  }
}

/** The port of last time when it is free, so that a saved connection keeps working. */
async function choosePort(file: string): Promise<number> {
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const port = (await freePort(last)) ?? (await freePort(0));
  if (!port) throw new Error('No port is free on 127.0.0.1 for PostgreSQL.');
  writeFileSync(file, String(port));
  return port;
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Kept over restarts, for the cause of a crash, but not without end. */
function openLog(file: string): number {
  const large = 5_000_000;
  return openSync(file, existsSync(file) && statSync(file).size > large ? 'w' : 'a', 0o600);
}

function logOf(files: ClusterFiles): string {
  return join(files.dataDir, 'postgres.log');
}

/** What went wrong last, without the moment, so that the same trouble reads the same. */
function lastWords(files: ClusterFiles): string {
  const lines = readFileSync(logOf(files), 'utf8').trim().split('\n');
  const faults = lines.flatMap((line) => /(?:FATAL|PANIC): +(.*)$/.exec(line)?.[1] ?? []);
  return faults.at(-1) ?? lines.at(-1) ?? '';
}
