/**
 * Times of painting the rows of a list, measured in the page: asking from outside takes 300 ms itself. A frame paints what
 * its animation callbacks find, and an urgent task that such a callback posts is the first one after the frame.
 */
declare global {
  interface Window {
    listPainted: Promise<number>;
  }
}

/** Notes in the page itself when the first rows are painted; `listPainted` resolves to milliseconds since the navigation. */
export function watchList(): void {
  window.listPainted = new Promise((resolve) => {
    const look = () =>
      document.querySelector('tr[data-row]')
        ? scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' })
        : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });
}

/** Milliseconds from the press of "next" until other rows are painted. */
export const nextPage = () =>
  new Promise<number>((resolve) => {
    const first = () => document.querySelector('tr[data-row]')?.textContent;
    const before = first();
    const start = performance.now();
    const look = () =>
      first() !== before && !document.querySelector('table[data-stale]')
        ? scheduler.postTask(() => resolve(performance.now() - start), { priority: 'user-blocking' })
        : requestAnimationFrame(look);
    document.querySelector<HTMLButtonElement>('button[aria-label="Next page"]')?.click();
    requestAnimationFrame(look);
  });
