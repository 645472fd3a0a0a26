/** Progress of an export: how often it is shown, and the message of a failure. */
import { formatNumber } from '../format/formats.ts';
import type { ExportProgress } from './sheet-file.ts';

/** How far the export came, what was kept, and what to do. `what`: plural noun, "orders". */
export function exportFailure(error: unknown, { done, total }: ExportProgress, what: string): string {
  const reached =
    total > 0
      ? `The export stopped after ${formatNumber(done)} of ${formatNumber(total)} ${what}.`
      : 'The export could not begin.';
  return `${reached} Nothing was downloaded; your filters and the ${what} are as they were. ${advice(error)}`;
}

/** Too many rows is the only failure that a retry cannot fix. Whether the browser is offline is only known here. */
function advice(error: unknown): string {
  if (error instanceof RangeError) return `${error.message}: narrow the search.`;
  return navigator.onLine ? 'Try again in a moment.' : 'You are offline; try again when the connection is back.';
}

/** At most four updates a second; rendering more often is not readable. */
const progressMs = 250;

/** Passes the first value, then those that arrive later than {@link progressMs} after the last one passed. */
export function throttle(show: (progress: ExportProgress) => void): (progress: ExportProgress) => void {
  let shownAt = -progressMs;
  return (progress) => {
    if (performance.now() - shownAt < progressMs) return;
    shownAt = performance.now();
    show(progress);
  };
}
