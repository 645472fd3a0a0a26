/** Work that can wait until the page has nothing more urgent to do. */

/** The browser is also idle while the first requests of a page are under way, so the work begins after them. */
const earliestMs = 1000;
const latestMs = 2000;

/** Runs the work when the browser is idle, one to three seconds from now. */
export const whenIdle = (work: () => unknown): void => {
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => void work(), { timeout: latestMs });
    // Safari.
    else void work();
  }, earliestMs);
};
