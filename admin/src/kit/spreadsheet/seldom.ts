/** How far an export is, told no oftener than a person reads it. */
import type { ExportProgress } from './sheet-file.ts';

/** At most four times a second: drawing it more often costs more than it tells. */
const progressMs = 250;

/** Passes on the first of what it is told, then what comes later than {@link progressMs} after the last. */
export function seldom(show: (progress: ExportProgress) => void): (progress: ExportProgress) => void {
  let shownAt = -progressMs;
  return (progress) => {
    if (performance.now() - shownAt < progressMs) return;
    shownAt = performance.now();
    show(progress);
  };
}
