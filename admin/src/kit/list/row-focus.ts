/** Finds and focuses table rows for keyboard navigation. */

/** Row that contains an element. */
export const rowOf = (element: Element): HTMLElement | undefined =>
  element.closest<HTMLElement>('[data-row]') ?? undefined;

/** Element of a row; undefined if it is not on the page. */
export const rowById = (id: string): HTMLElement | undefined =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? undefined;

export const rowsOf = (table: ParentNode): HTMLElement[] => [...table.querySelectorAll<HTMLElement>('[data-row]')];

/** Focuses a row's link, or the row itself. */
export const focusRow = (row: HTMLElement | undefined): void =>
  (row?.querySelector<HTMLElement>('[data-row-link]') ?? row)?.focus();

/** Row after or before another; without one the first in `place`. */
export function nextRow(
  row: HTMLElement | undefined,
  step: number,
  place: ParentNode = document,
): HTMLElement | undefined {
  const table = row?.closest('[data-rows]') ?? place;
  const rows = rowsOf(table);
  return row ? rows[rows.indexOf(row) + step] : rows[0];
}
