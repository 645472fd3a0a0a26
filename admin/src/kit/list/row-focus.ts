/** The rows of a table as the keyboard walks over them. */

/** The row that an element stands in. */
export const rowOf = (element: Element): HTMLElement | undefined =>
  element.closest<HTMLElement>('[data-row]') ?? undefined;

/** What has the focus of a row: its link, else itself. */
export const focusRow = (row: HTMLElement | undefined): void =>
  (row?.querySelector<HTMLElement>('[data-row-link]') ?? row)?.focus();

/**
 * To the next row, or the one before; from elsewhere to the one that is peeked at, or the first. Answers the row that is
 * come to.
 */
export function moveRow(from: Element, step: number): HTMLElement | undefined {
  const table = from.closest('[data-rows]') ?? document;
  const rows = [...table.querySelectorAll<HTMLElement>('[data-row]')];
  const here = rowOf(from) ?? rows.find((row) => row.dataset['peeked']);
  const next = here ? rows[rows.indexOf(here) + step] : rows[0];
  focusRow(next);
  return next;
}
