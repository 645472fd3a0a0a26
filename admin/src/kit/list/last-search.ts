/** Last search params of each list, so that a breadcrumb returns to the same search, filters and page. */
import { useEffect } from 'react';
import { perSession } from '../api/session.ts';
import type { Search } from './list-state.ts';

const last = perSession(() => new Map<string, Search>());

/** Stores the search params of the list at a path. */
export function useLastSearch(path: string, url: Search): void {
  useEffect(() => {
    last().set(path, url);
  }, [path, url]);
}

/** Last search of a list, for links back to it; empty if it was not visited. */
export const lastSearch = (path: string): Search => last().get(path) ?? {};
