import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Schema } from '#contract/kernel.ts';
import { changeState, readState, type ListState, type Search } from './list-state.ts';

/** Changes what is listed. `replace` for typing, so that the back button does not walk through letters. */
export type ChangeList = (change: Search, replace?: boolean) => void;

/** The list's state, kept in the URL, and the way to change it. */
export function useListState(schema: Schema): { state: ListState; url: Search; change: ChangeList } {
  const url = useSearch({ strict: false, select: (search): Search => search });
  const navigate = useNavigate();
  const state = useMemo(() => readState(schema, url), [schema, url]);
  const change = useCallback<ChangeList>((wanted, replace = false) => {
    void navigate({ to: '.', search: (now: Search) => changeState(now, wanted), replace, resetScroll: false });
  }, [navigate]);
  return { state, url, change };
}
