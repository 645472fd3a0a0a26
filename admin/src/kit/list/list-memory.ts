/** Settings of a list per user, stored in the browser: hidden columns, page size, height of the rows. */
import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { subject } from '../api/session.ts';
import { sharedValue } from '../shared-value.ts';

const choices = z.object({
  hidden: z.string().catch(''),
  pageSize: z.string().optional().catch(undefined),
  /** Whether the list had saved views, whose line is kept free while they load. */
  hasViews: z.boolean().optional().catch(undefined),
  isCompact: z.boolean().optional().catch(undefined),
});
type Choices = z.infer<typeof choices>;

/** Stored page size for "as many rows as fit the window". */
export const fitsWindow = 'fit';

/** Height in pixels of a list page without its rows, of the line of saved views, and of a row. */
const besideRows = 272;
const viewsLine = 49;
const rowHeights = { comfortable: 44, compact: 36 };

/** Storage key of the settings of every list. */
const everyList = () => keyOf('');

/** Number of rows that fit the window; at least 5. */
function rowsThatFit(hasViews = false): number {
  const { isCompact } = read(localStorage.getItem(everyList()));
  const height = rowHeights[isCompact ? 'compact' : 'comfortable'];
  const room = window.innerHeight - besideRows - (hasViews ? viewsLine : 0);
  return Math.min(maxPageSize, Math.max(5, Math.floor(room / height)));
}

const sizeOf = (pageSize: string | undefined, fitting: number) =>
  pageSize === fitsWindow ? String(fitting) : pageSize;

/** Stored page size as a query parameter. The window's height is read once, so that resizing does not reload rows. */
export function usePageSize({ pageSize, hasViews }: Choices): string | undefined {
  const [fitting] = useState(() => rowsThatFit(hasViews));
  return sizeOf(pageSize, fitting);
}

/** Page size with which the list at a path opens; undefined: the default. */
export function storedPageSize(path: string): string | undefined {
  const { pageSize, hasViews } = read(localStorage.getItem(keyOf(path)));
  return sizeOf(pageSize, rowsThatFit(hasViews));
}

/** Counter of writes in any tab; notifies components that read the settings. */
const writes = sharedValue(0);
const notify = () => writes.set(writes.get() + 1);
window.addEventListener('storage', notify);

function read(text: string | null): Choices {
  try {
    return choices.parse(JSON.parse(text ?? '{}'));
  } catch {
    return { hidden: '' };
  }
}

const keyOf = (path: string) => `list ${subject()} ${path}`;

/** Settings as query parameters; `path` is the list's path. */
export function useListMemory(path: string): Choices & { remember: (change: Partial<Choices>) => void } {
  const key = keyOf(path);
  const text = writes.use(() => localStorage.getItem(key));
  const remembered = useMemo(() => read(text), [text]);
  const remember = useCallback(
    (change: Partial<Choices>) => {
      localStorage.setItem(key, JSON.stringify({ ...read(localStorage.getItem(key)), ...change }));
      notify();
    },
    [key],
  );
  return { ...remembered, remember };
}

/** Whether the rows of every list are compact, and the function that sets it. */
export function useCompactRows(): readonly [isCompact: boolean, choose: (isCompact: boolean) => void] {
  const { isCompact = false, remember } = useListMemory('');
  return [isCompact, (next) => remember({ isCompact: next || undefined })];
}

/** Page size of a list inside a page, stored unless it is the default. `place` is its storage key. */
export function usePanelSize(
  place: string,
  defaultSize: number,
): readonly [size: number, choose: (size: number) => void] {
  const { pageSize, remember } = useListMemory(place);
  const choose = (size: number) => remember({ pageSize: size === defaultSize ? undefined : String(size) });
  return [Number(pageSize ?? defaultSize), choose];
}
