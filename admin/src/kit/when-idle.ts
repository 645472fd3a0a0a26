/** Work that can wait until the page has nothing more urgent to do. */

const latestMs = 2000;

/** Runs the work when the browser is idle, or after two seconds. */
export const whenIdle = (work: () => unknown): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void work(), { timeout: latestMs });
  // Safari.
  else setTimeout(work, latestMs);
};
