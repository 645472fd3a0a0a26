/** What a list shows, kept in the address so that a link and the back button lead to it. */
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Schema } from '#contract/kernel.ts';
import { useListMemory, usePageSize } from './list-memory.ts';
import { changeState, readState, type ListState, type Search } from './list-state.ts';

/** Changes what is listed. `replace` for typing, so that the back button does not walk through letters. */
export type ChangeList = (change: Search, replace?: boolean) => void;

/** An address may end with a slash. */
const bare = (path: string) => path.replace(/\/$/, '');

const withoutPage = ({ page: _page, ...listed }: Search): Search => listed;

/** The address without the page: the same object on every page, so that what follows it is not drawn for each. */
export const useListed = (): Search => useSearch({ strict: false, select: withoutPage, structuralSharing: true });

/** The list's state, kept in the URL, and the way to change it. Rows a page are those last chosen, unless it says more. */
export function useListState(schema: Schema): { path: string; state: ListState; url: Search; change: ChangeList } {
  const url = useSearch({ strict: false, select: (search): Search => search });
  const navigate = useNavigate();
  const router = useRouter();
  const path = bare(useMatch({ strict: false, select: ({ pathname }) => pathname }));
  const pageSize = usePageSize(useListMemory(path).pageSize);
  const state = useMemo(() => readState(schema, { ...(pageSize && { pageSize }), ...url }), [schema, pageSize, url]);
  const change = useCallback<ChangeList>(
    (wanted, replace = false) => {
      // What was typed just before leaving is not the next page's.
      if (bare(router.latestLocation.pathname) !== path) return;
      void navigate({ to: '.', search: (now: Search) => changeState(now, wanted), replace, resetScroll: false });
    },
    [navigate, router, path],
  );
  return { path, state, url, change };
}
