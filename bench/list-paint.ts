/** Times of painting the rows of a list, measured in the page: asking from outside takes 300 ms itself. */
declare global {
  interface Window {
    listPaintedAt?: number;
  }
}

/** Notes in the page itself when the first rows are painted. */
export function watchList(): void {
  const look = () => {
    if (!document.querySelector('tr[data-row]')) return requestAnimationFrame(look);
    return requestAnimationFrame(() =>
      setTimeout(() => {
        window.listPaintedAt = performance.now();
      }),
    );
  };
  look();
}

/** Milliseconds from the press of "next" until other rows are painted. */
export const nextPage = () =>
  new Promise<number>((resolve) => {
    const first = () => document.querySelector('tr[data-row]')?.textContent;
    const before = first();
    const start = performance.now();
    const look = () =>
      first() !== before && !document.querySelector('table[data-stale]')
        ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        : requestAnimationFrame(look);
    document.querySelector<HTMLButtonElement>('button[aria-label="Next page"]')?.click();
    look();
  });
