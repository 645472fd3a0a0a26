/** What a person chose for a list: the columns left out and the rows a page. Kept in the browser, for each person apart. */
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { subject } from '../api/session.ts';
import { sharedValue } from '../shared-value.ts';

const choices = z.object({ hidden: z.string().catch(''), pageSize: z.string().optional().catch(undefined) });
type Choices = z.infer<typeof choices>;

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
