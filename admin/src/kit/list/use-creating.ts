/** Whether the dialog that creates is open: by its button, by `n`, or by an address with `?new=1`, which forgets it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Search } from './list-state.ts';

export function useCreating() {
  const [isCreating, setCreating] = useState(false);
  const isWanted = useSearch({ strict: false, select: (search: Search) => search['new'] !== undefined });
  const navigate = useNavigate();
  useEffect(() => {
    if (!isWanted) return;
    setCreating(true);
    const search = (now: Search): Search => ({ ...now, new: undefined });
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  }, [isWanted, navigate]);
  return [isCreating, setCreating] as const;
}
