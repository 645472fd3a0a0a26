/** Whether the create dialog is open: by button, by `n`, or by `?new=1` in the URL, which is removed. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Search } from './list-state.ts';

/** State of the creation dialog; `?new` in the URL opens it and is then removed. */
export function useCreating() {
  const [isCreating, setCreating] = useState(false);
  const isRequested = useSearch({ strict: false, select: (search: Search) => search['new'] !== undefined });
  const navigate = useNavigate();
  useEffect(() => {
    if (!isRequested) return;
    setCreating(true);
    const search = (now: Search): Search => ({ ...now, new: undefined });
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  }, [isRequested, navigate]);
  return [isCreating, setCreating] as const;
}
