/** The keys that work on a page: whatever listens to keys says which while it is there, and `?` tells them. */
import { useEffect } from 'react';
import { sharedValue } from '../shared-value.ts';

export type Keys = readonly (readonly [keys: string, does: string])[];

export const pageKeys = sharedValue<readonly Keys[]>([]);

/** `keys` must be the same array while it says the same; several may say it. */
export function usePageKeys(keys: Keys | undefined): void {
  useEffect(() => {
    if (!keys) return undefined;
    pageKeys.set([...pageKeys.get(), keys]);
    return () => pageKeys.set(pageKeys.get().toSpliced(pageKeys.get().indexOf(keys), 1));
  }, [keys]);
}
