/** What a person chose for a list: the columns left out and the rows a page. Kept in the browser, for each person apart. */
import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import { largestPage } from '#contract/page-size.ts';
import { subject } from '../api/session.ts';
import { sharedValue } from '../shared-value.ts';

const choices = z.object({ hidden: z.string().catch(''), pageSize: z.string().optional().catch(undefined) });
type Choices = z.infer<typeof choices>;

/** Rows a page that is remembered for "as many as the window has room for". */
export const fitsWindow = 'fit';

/** Height in pixels of everything on a list page but its rows, and of a row. */
const besideRows = 326;
const rowHeight = 44;

/** Rows that the window has room for; at least 5. */
const rowsThatFit = (): number =>
  Math.min(largestPage, Math.max(5, Math.floor((window.innerHeight - besideRows) / rowHeight)));

/** Remembered rows a page as a query parameter. The window's size counts when the list opens: rows stay while it changes. */
export function usePageSize(pageSize: string | undefined): string | undefined {
  const [fitting] = useState(rowsThatFit);
  return pageSize === fitsWindow ? String(fitting) : pageSize;
}

/** Counts what is written, here and in other tabs, so that what draws it follows. */
const writes = sharedValue(0);
const tell = () => writes.set(writes.get() + 1);
window.addEventListener('storage', tell);

function read(text: string | null): Choices {
  try {
    return choices.parse(JSON.parse(text ?? '{}'));
  } catch {
    return { hidden: '' };
  }
}

/** As query parameters; `path` is the list's address. */
export function useListMemory(path: string): Choices & { remember: (change: Partial<Choices>) => void } {
  const key = `list ${subject()} ${path}`;
  const text = writes.use(() => localStorage.getItem(key));
  const remembered = useMemo(() => read(text), [text]);
  const remember = useCallback(
    (change: Partial<Choices>) => {
      localStorage.setItem(key, JSON.stringify({ ...read(localStorage.getItem(key)), ...change }));
      tell();
    },
    [key],
  );
  return { ...remembered, remember };
}

/** The rows a page of a list inside a page: those last chosen, unless that is the usual number. `place` names it. */
export function usePanelSize(place: string, usual: number): readonly [size: number, choose: (size: number) => void] {
  const { pageSize, remember } = useListMemory(place);
  const choose = (size: number) => remember({ pageSize: size === usual ? undefined : String(size) });
  return [Number(pageSize ?? usual), choose];
}
