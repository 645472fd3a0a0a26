/** Goes on to the next row of a list whose panel is open. */
import { focusRow, nextRow, rowById, rowOf } from './row-focus.ts';
import { usePeek } from './use-peek.tsx';

/**
 * Returns a function that opens the panel of the row after the one that it shows; without a panel, it goes on from the row
 * `id`. It moves the focus along if a row had it; false if there is none.
 */
export function useNextRow(): (id: string) => boolean {
  const { id: opened, show } = usePeek();
  return (id) => {
    const row = rowById(opened ?? id);
    const next = row && nextRow(row, 1);
    if (!next) return false;
    const { activeElement } = document;
    if (activeElement && (rowOf(activeElement) || activeElement === document.body)) focusRow(next);
    else next.scrollIntoView({ block: 'nearest' });
    if (opened !== undefined) show(next.dataset['row']);
    return true;
  };
}
