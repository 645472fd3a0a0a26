/** Last search params of each list, so that a breadcrumb returns to the same search, filters and page. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { perSession } from '../api/session.ts';
import { type Search, withoutSlash } from './list-state.ts';

const last = perSession(() => new Map<string, Search>());

/** Stores the search params of the list at a path. */
export function useLastSearch(path: string): void {
  const router = useRouter();
  useEffect(() => {
    const store = () => {
      const { pathname, search } = router.state.location;
      if (withoutSlash(pathname) === path) last().set(path, search);
    };
    store();
    return router.subscribe('onResolved', store);
  }, [router, path]);
}

/** Last search of a list, for links back to it; empty if it was not visited. */
export const lastSearch = (path: string): Search => last().get(path) ?? {};
