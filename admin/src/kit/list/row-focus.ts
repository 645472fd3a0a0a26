/** The rows of a table as the keyboard walks over them. */

/** The row that an element stands in. */
export const rowOf = (element: Element): HTMLElement | undefined =>
  element.closest<HTMLElement>('[data-row]') ?? undefined;

export const rowById = (id: string): HTMLElement | undefined =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? undefined;

export const rowsOf = (table: ParentNode): HTMLElement[] => [...table.querySelectorAll<HTMLElement>('[data-row]')];

/** What has the focus of a row: its link, else itself. */
export const focusRow = (row: HTMLElement | undefined): void =>
  (row?.querySelector<HTMLElement>('[data-row-link]') ?? row)?.focus();

/** The row after, or before, one; from none the first. */
export function nextRow(row: HTMLElement | undefined, step: number): HTMLElement | undefined {
  const table = row?.closest('[data-rows]') ?? document;
  const rows = rowsOf(table);
  return row ? rows[rows.indexOf(row) + step] : rows[0];
}
