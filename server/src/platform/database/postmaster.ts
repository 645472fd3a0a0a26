/**
 * Running PostgreSQL server of a folder, found through its postmaster.pid; it may outlive the process that started it.
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
/** PostgreSQL creates the file before writing to it; a file that stays empty is left from a crash in between. */
const emptyForMs = 2_000;

/**
 * Finds the folder's server once it is ready, waiting while it starts, recovers or stops; undefined if there is none.
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
 * Removes a stale postmaster.pid that would prevent a start: empty, or with a process id that was reused (in
 * containers, immediately). Call only right before a start.
 */
export function removeLeftover(folder: string): void {
  const pid = readPidFile(folder)?.pid;
  if (pid === undefined || isPostmaster(pid, folder)) return;
  if (pid === 0 || isAlive(pid)) rmSync(join(folder, 'postmaster.pid'), { force: true });
}

/** Stops the server: a fast shutdown (rolls back open transactions), or an immediate one after `patienceMs`. */
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

/** Requests a shutdown without waiting; does nothing if the process is gone. */
export function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // The process is gone.
  }
}

function readPidFile(folder: string): (Postmaster & { ready: boolean }) | undefined {
  try {
    const [pid, , , port, , , , status] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    // 0 for a file not written yet; must not be passed to kill(), where it means the own process group.
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
  } catch (error) {
    // Another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Checks the command line, since process ids are reused. */
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
