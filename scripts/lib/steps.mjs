/** Prints the steps of a script: one line each, and its result. */
import { Explained } from './run.mjs';

const isTerminal = process.stdout.isTTY;

/**
 * Runs one step; prints a line with a tick and the duration, or a cross and the error.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(label, work) {
  const begun = performance.now();
  const line = (/** @type {string} */ sign) =>
    `${isTerminal ? '\r' : ''}  ${sign} ${label.padEnd(28)}${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s`;
  if (isTerminal) process.stdout.write(line('·'));
  // Updates the duration while the step runs.
  const clock = isTerminal ? setInterval(() => process.stdout.write(line('·')), 1000) : undefined;
  try {
    const result = await work();
    process.stdout.write(`${line('✓')}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${line('✗')}\n`);
    throw error;
  } finally {
    clearInterval(clock);
  }
}

/**
 * Runs the body of a script; its result is the exit code.
 * @param {() => Promise<number>} body
 */
export async function script(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
export function explain(error) {
  console.error(error instanceof Explained ? `\n${lastLines(error.message)}\n` : error);
}

/** @param {string} text */
function lastLines(text) {
  return text.split('\n').slice(-200).join('\n');
}
