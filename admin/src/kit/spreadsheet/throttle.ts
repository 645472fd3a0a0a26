/** Throttles progress updates of an export. */
import type { ExportProgress } from './sheet-file.ts';

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
