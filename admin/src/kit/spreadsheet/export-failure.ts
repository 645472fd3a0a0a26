/** What a person reads when an export breaks off: how far it came, what was kept, and what to do. */
import { formatNumber } from '../format/formats.ts';
import type { ExportProgress } from './sheet-file.ts';

/** `what`: "orders" */
export function exportFailure(error: unknown, { done, total }: ExportProgress, what: string): string {
  const reached =
    total > 0
      ? `The export stopped after ${formatNumber(done)} of ${formatNumber(total)} ${what}.`
      : 'The export could not begin.';
  return `${reached} Nothing was downloaded; your filters and the ${what} are as they were. ${advice(error)}`;
}

/**
 * More rows than a sheet holds is the one fault that trying again does not cure; the page alone knows whether it is
 * offline.
 */
function advice(error: unknown): string {
  if (error instanceof RangeError) return `${error.message}: narrow the search.`;
  return navigator.onLine ? 'Try again in a moment.' : 'You are offline; try again when the connection is back.';
}
