/** Ctrl-C, a stop of the service, a closed terminal: one sentence, nothing half left behind, the code that shells expect. */
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
