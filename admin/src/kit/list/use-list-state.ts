/** State of a list in the URL, for links and the back button. */
import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { CallInput, Endpoint, Schema } from '#contract/kernel/endpoint.ts';
import { useListMemory, usePageSize } from './list-memory.ts';
import {
  changeState,
  listedBy,
  openedState,
  readState,
  type ListState,
  type Search,
  withoutSlash,
} from './list-state.ts';

/** Changes the list's state. `replace` avoids a history entry per typed letter. */
export type ChangeList = (change: Search, replace?: boolean) => void;

const withoutPage = ({ page: _page, ...listed }: Search): Search => listed;

/** Search params without the page; a stable reference across pages, to avoid rendering for each one. */
export const useSearchWithoutPage = (): Search =>
  useSearch({ strict: false, select: withoutPage, structuralSharing: true });

type Listed<E> = Omit<NonNullable<(CallInput<E> & { query?: object })['query']>, 'page' | 'pageSize' | 'sort'>;

/** Search and filters of the list on the screen, as the input of other calls about the same rows. */
export const useListed = <E extends Endpoint>({ query }: E) =>
  listedBy(readState(query!, useSearchWithoutPage())) as unknown as Listed<E>;

const withoutPeek = ({ peek: _peek, ...listed }: Search): Search => listed;

/** State of the list and the function to change it. The page size is the user's last choice, unless the URL has one. */
export function useListState(schema: Schema): { path: string; state: ListState; url: Search; change: ChangeList } {
  // Opening a row changes nothing about the list, so it is not rendered for that.
  const url = useSearch({ strict: false, select: withoutPeek, structuralSharing: true });
  const navigate = useNavigate();
  const router = useRouter();
  const path = withoutSlash(useMatch({ strict: false, select: ({ pathname }) => pathname }));
  const pageSize = usePageSize(useListMemory(path));
  const state = useMemo(() => openedState(schema, pageSize, url), [schema, pageSize, url]);
  const change = useCallback<ChangeList>(
    (requested, replace = false) => {
      // A debounced change must not apply to the next page.
      if (withoutSlash(router.latestLocation.pathname) !== path) return;
      void navigate({ to: '.', search: (now: Search) => changeState(now, requested), replace, resetScroll: false });
    },
    [navigate, router, path],
  );
  return { path, state, url, change };
}
