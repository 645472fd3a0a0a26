/** How each list was last looked at, so that a breadcrumb leads back to the same search, filters and page. */
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Search } from './list-state.ts';

const last = new Map<string, Search>();

/** Remembers the state of the list at this address. */
export function useLastSearch(url: Search): void {
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    last.set(path, url);
  }, [path, url]);
}

export const lastSearch = (path: string): Search => last.get(path) ?? {};
