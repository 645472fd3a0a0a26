/** Goes on to the next row of a list, on its next page after the last one. */
import { focusRow, nextRow, rowById, rowOf } from './row-focus.ts';
import { usePeek } from './use-peek.tsx';

/** Turns to the next page of the list; false if there is none. */
function turnPage(): boolean {
  const button = document.querySelector<HTMLElement>('[data-next-page]');
  button?.click();
  return button !== null;
}

/**
 * Returns a function that opens the panel of the row after the one that it shows; without a panel, it goes on from the row
 * `id`. It moves the focus along if a row had it. After the last row it turns the page, whose first row the list shows
 * once it is read (`useFirstRowFocus` of order tracking); false if there is no next page.
 */
export function useNextRow(): (id: string) => boolean {
  const { id: opened, show } = usePeek();
  return (id) => {
    const row = rowById(opened ?? id);
    const next = row && nextRow(row, 1);
    if (!next) return turnPage();
    const { activeElement } = document;
    if (activeElement && (rowOf(activeElement) || activeElement === document.body)) focusRow(next);
    else next.scrollIntoView({ block: 'nearest' });
    if (opened !== undefined) show(next.dataset['row']);
    return true;
  };
}
