/**
 * Handles Ctrl-C, SIGTERM and a closed terminal: prints one sentence, leaves no partial work, and exits with the
 * conventional code.
 */
import { constants } from 'node:os';

export function onInterrupt(cleanUp: () => void, sentence: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      cleanUp();
      console.error(`Interrupted; ${sentence}.`);
      process.exit(128 + constants.signals[signal]);
    });
  }
}
