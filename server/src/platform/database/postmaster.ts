/**
 * The running PostgreSQL server of a folder, as its postmaster.pid tells; it may outlive the process that started it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Postmaster {
  pid: number;
  port: number;
}

const pollMs = 10;
/** PostgreSQL makes its file first and writes into it next; one that stays empty was left by a crash in between. */
const emptyForMs = 2_000;

/**
 * The server of this folder once it answers; undefined when there is none. Waits while one starts, recovers or stops.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const begun = Date.now();
  for (;;) {
    const file = readPidFile(folder);
    if (!file) return undefined;
    const mayBeStarting = file.pid === 0 && Date.now() - begun < emptyForMs;
    if (!mayBeStarting && !isPostmaster(file.pid, folder)) return undefined;
    if (file.ready) return file;
    await sleep(pollMs);
  }
}

/**
 * Removes a postmaster.pid, found to be nobody's, that would keep PostgreSQL from starting: an empty one, or one whose
 * process is somebody else's by now (ids are used again, in containers at once). Only for the moment before a start.
 */
export function removeLeftover(folder: string): void {
  const pid = readPidFile(folder)?.pid;
  if (pid === undefined || isPostmaster(pid, folder)) return;
  if (pid === 0 || isAlive(pid)) rmSync(join(folder, 'postmaster.pid'), { force: true });
}

/**
 * Ends the server: fast (open transactions are rolled back, nothing committed is lost), or at once after `patienceMs`.
 */
export async function stopPostmaster(folder: string, patienceMs = 20_000): Promise<void> {
  const pid = readPidFile(folder)?.pid;
  if (!pid || !isPostmaster(pid, folder)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + patienceMs;
  while (isPostmaster(pid, folder)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await sleep(pollMs);
  }
}

/** Asks a server to end, without waiting; one that is gone already will not mind. */
export function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It is gone.
  }
}

function readPidFile(folder: string): (Postmaster & { ready: boolean }) | undefined {
  try {
    const [pid, , , port, , , , status] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    // 0, which is no process, for a file that is not written yet: to the system it would mean this process and its kin.
    return { pid: Number(pid) || 0, port: Number(port), ready: status?.trim() === 'ready' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** By its command line: a number alone does not say whose process it is. */
function isPostmaster(pid: number, folder: string): boolean {
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(` ${folder} `);
  } catch {
    return false;
  }
}
