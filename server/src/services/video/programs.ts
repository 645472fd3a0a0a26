/** Runs ffmpeg and ffprobe as low-priority child processes that end with this process, even if it is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Shell wrapper that runs a program until it ends or until the wrapper's stdin closes, which also happens when this
 * process is killed.
 */
const guard = `exec 3<&0; nice -n 10 "$@" </dev/null 3<&- & child=$!
{ cat <&3 >/dev/null; kill -9 $child; } 2>/dev/null & watch=$!
exec 3<&-; wait $child; code=$?; kill $watch 2>/dev/null; exit $code`;

/** Program ended with an error code; above 128: killed by a signal. */
export class ProgramFailed extends Error {
  override name = 'ProgramFailed';
  readonly code: number;
  /** End of its stderr output. */
  readonly stderr: string;

  constructor(program: string, code: number, stderr: string) {
    super(`${program} ended with ${code}: ${stderr}`);
    this.code = code;
    this.stderr = stderr;
  }
}

export interface RunOptions {
  signal: AbortSignal;
  /** Called with each line of output; an error that it throws ends the program. */
  onLine?: (line: string) => Promise<void> | void;
}

const maxStderrLength = 2_000;

/** Runs a program to its end. @throws ProgramFailed, the reason of `signal`, or the error of `onLine` */
export async function runProgram(
  program: Program,
  args: readonly string[],
  { signal, onLine }: RunOptions,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', guard, 'sh', await commandOf(program), ...args], { stdio: 'pipe' });
  const stop = () => child.stdin.destroy();
  signal.addEventListener('abort', stop);
  child.stdin.on('error', () => undefined);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-maxStderrLength);
  });
  const ended = once(child, 'close') as Promise<[number]>;
  try {
    for await (const line of createInterface({ input: child.stdout })) await onLine?.(line);
    const [code] = await ended;
    signal.throwIfAborted();
    if (code !== 0) throw new ProgramFailed(program, code, output.trim());
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

/** Path of a program: beside the one that `FFMPEG` names, else from the PATH. */
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

/** Whether both programs are installed; checked each time, as they may be installed later. */
export const hasPrograms = async (): Promise<boolean> =>
  (await isInstalled('ffmpeg')) && (await isInstalled('ffprobe'));
