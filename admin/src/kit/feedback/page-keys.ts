/** Keyboard shortcuts of the current page. Components register theirs while mounted; `?` lists them. */
import { useEffect } from 'react';
import { sharedValue } from '../shared-value.ts';

export type Keys = readonly (readonly [keys: string, does: string])[];

export const pageKeys = sharedValue<readonly Keys[]>([]);

/** Registers shortcuts. `keys` must be a stable reference; several components may register the same. */
export function usePageKeys(keys: Keys | undefined): void {
  useEffect(() => {
    if (!keys) return undefined;
    pageKeys.set([...pageKeys.get(), keys]);
    return () => pageKeys.set(pageKeys.get().toSpliced(pageKeys.get().indexOf(keys), 1));
  }, [keys]);
}
