/** Runs ffmpeg and ffprobe as processes that end with us, however we end, and leave the machine to others meanwhile. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Runs what it is given until that ends, or until its own input does: which is ours to end, and ends with us even when
 * we are killed.
 */
const guard = `exec 3<&0; nice -n 10 "$@" </dev/null 3<&- & child=$!
{ cat <&3 >/dev/null; kill -9 $child; } 2>/dev/null & watch=$!
exec 3<&-; wait $child; code=$?; kill $watch 2>/dev/null; exit $code`;

/** It ended by itself, with this code; it was killed where the code is above 128. */
export class ProgramFailed extends Error {
  override name = 'ProgramFailed';
  readonly code: number;
  /** The end of what it complained of. */
  readonly said: string;

  constructor(program: string, code: number, said: string) {
    super(`${program} ended with ${code}: ${said}`);
    this.code = code;
    this.said = said;
  }
}

export interface Watch {
  signal: AbortSignal;
  /** Hears each line; what it throws ends the program. */
  onLine?: (line: string) => Promise<void> | void;
}

const longestSaid = 2_000;

/** @throws ProgramFailed, the reason of `signal`, or what `onLine` threw. */
export async function runProgram(program: Program, args: readonly string[], { signal, onLine }: Watch): Promise<void> {
  signal.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', guard, 'sh', await commandOf(program), ...args], { stdio: 'pipe' });
  const stop = () => child.stdin.destroy();
  signal.addEventListener('abort', stop);
  child.stdin.on('error', () => undefined);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-longestSaid);
  });
  const ended = once(child, 'close') as Promise<[number]>;
  try {
    for await (const line of createInterface({ input: child.stdout })) await onLine?.(line);
    const [code] = await ended;
    signal.throwIfAborted();
    if (code !== 0) throw new ProgramFailed(program, code, said.trim());
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await ended;
  }
}

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

type Program = 'ffmpeg' | 'ffprobe';

/** `FFMPEG` names the one, and the other beside it is taken with it; else both are those of the PATH. */
async function commandOf(program: Program): Promise<string> {
  const named = process.env['FFMPEG'];
  if (!named) return program;
  const path = program === 'ffmpeg' ? named : join(dirname(named), program);
  return program === 'ffmpeg' || (await isProgram(path)) ? path : program;
}

async function isInstalled(program: Program): Promise<boolean> {
  const command = await commandOf(program);
  if (command !== program) return isProgram(command);
  const folders = (process.env['PATH'] ?? '').split(':').filter(Boolean);
  return (await Promise.all(folders.map((folder) => isProgram(join(folder, program))))).includes(true);
}

/** Whether this machine has both, now: they may be installed while we run. */
export const hasPrograms = async (): Promise<boolean> =>
  (await isInstalled('ffmpeg')) && (await isInstalled('ffprobe'));
