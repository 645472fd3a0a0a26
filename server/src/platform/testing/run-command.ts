/** Commands of operators in their own process, as npm runs them. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { processEnvironment } from './server-process.ts';

interface Options {
  args?: readonly string[];
  env: Record<string, string>;
  /** Text on standard input. */
  input?: string;
}

/** Runs a script of Node until it ends; `output` has standard output and error, trimmed. */
export async function runCommand(script: string, { args = [], env, input = '' }: Options) {
  const child = spawn(process.execPath, [script, ...args], { env: { ...processEnvironment, ...env }, stdio: 'pipe' });
  child.stdin.end(input);
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.once('exit', (value) => resolve(value ?? -1))),
  ]);
  return { code, output: (out + error).trim() };
}
