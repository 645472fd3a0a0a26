/** Runs programs: silently, with their output shown on failure, or in the foreground. */
import { spawn } from 'node:child_process';
import { root } from './files.mjs';

/** Error whose message is printed to the user without a stack trace. */
export class Explained extends Error {}

/**
 * Runs a program silently to its end; its output becomes the error message if it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [cwd]
 * @returns {Promise<string>} all its output
 */
export function quietly(program, args, env = process.env, cwd = root) {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Explained(output.trim() || `${program} ${args.join(' ')} ended with ${code}`));
    });
  });
}

/**
 * Runs in the foreground and forwards signals. The child notices through its IPC channel when this process is killed.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} [until] ends it
 * @returns {Promise<number>} exit code
 */
export function inForeground(program, args, env, until) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  until?.addEventListener('abort', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, pass);
      resolve(code ?? 1);
    });
  });
}
