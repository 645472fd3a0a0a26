/** How each list was last looked at, so that a breadcrumb leads back to the same search, filters and page. */
import { useEffect } from 'react';
import { perSession } from '../api/session.ts';
import type { Search } from './list-state.ts';

const last = perSession(() => new Map<string, Search>());

/** Remembers the state of the list at its address. */
export function useLastSearch(path: string, url: Search): void {
  useEffect(() => {
    last().set(path, url);
  }, [path, url]);
}

export const lastSearch = (path: string): Search => last().get(path) ?? {};
